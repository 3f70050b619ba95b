// The clone of Roost's repository that a new app depends on.
import Glibc

/// A folder with a clone of Roost's repository.
struct RoostPackage: Equatable {
  let path: String

  /// The name that SwiftPM gives it: the folder's, in small letters.
  var name: String { path.split(separator: "/").last.map { $0.lowercased() } ?? "roost" }

  /// - Parameter path: nil: the clone that this program was built in.
  /// - Throws: `CommandFailure.refused` where there is none.
  static func find(_ path: String?) throws(CommandFailure) -> RoostPackage {
    if let path {
      guard let folder = real(path), access(folder + "/Package.swift", R_OK) == 0 else {
        throw .refused(
          "unable to depend on \(path): there is no Package.swift in it; give the folder of a clone of Roost")
      }
      return RoostPackage(path: folder)
    }
    var folder = real("/proc/self/exe") ?? ""
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      if access(folder + "/Sources/Apps/UIKit", R_OK) == 0 { return RoostPackage(path: folder) }
    }
    throw .refused(
      "unable to find Roost's package, which an app in Swift depends on; clone the repository, and name its folder with --roost"
    )
  }

  private static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
