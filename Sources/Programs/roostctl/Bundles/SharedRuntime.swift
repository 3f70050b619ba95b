// The folder with the Swift runtime that a program shares with others, and what its sandbox has to open for it.
import FoundationEssentials
import Glibc
import XcodeProjects

/// A program that was built without `--static-swift-stdlib` loads Swift's libraries when it starts.
struct SharedRuntime {
  /// The library that every program of Swift needs.
  private static let core = "libswiftCore.so"
  /// These are open to every app (docs/security.md).
  private static let open = ["/usr", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store"]

  /// Where it lies on the device, without links.
  let folder: String

  /// - Parameter place: where it lies on the device; nil to take the first folder on this machine in which the program
  ///   finds it.
  init(of program: String, at place: String?) throws(CommandFailure) {
    // A program may be of any size, and little of it is looked at.
    guard let file = try? Data(contentsOf: URL(filePath: program), options: .alwaysMapped) else {
      throw unable("read \(program)", errno)
    }
    guard let section = DynamicSection(of: file), section.needed.contains(Self.core) else {
      throw .refused(
        "\(program) shares no Swift runtime, since it needs no \(Self.core); build it without --static-swift-stdlib, or "
          + "leave out --shared-runtime")
    }
    // The others are in the bundle: they begin with $ORIGIN.
    let folders = section.folders.filter { $0.hasPrefix("/") }.map(Self.plain)
    if let place {
      guard folders.contains(Self.plain(place)) else {
        throw .refused(
          "\(program) does not look for its libraries in \(place)\(Self.list(folders, "but in")); build it with "
            + "`-Xlinker -rpath=\(place)`")
      }
      folder = realpath(place) ?? Self.plain(place)
    } else {
      guard let found = folders.first(where: { access("\($0)/\(Self.core)", R_OK) == 0 }) else {
        throw .refused(
          "\(program) finds no \(Self.core) on this machine\(Self.list(folders, "in")); name the folder that the device has it "
            + "in with --runtime")
      }
      folder = realpath(found) ?? found
    }
    if let closed = Self.closed(on: folder) {
      throw .refused(
        "apps cannot reach the Swift runtime in \(folder), since \(closed) is not open to other users; copy it to "
          + "/usr/lib/swift/linux, and build with `-Xlinker -rpath=/usr/lib/swift/linux`")
    }
  }

  /// Adds to what the app may read (`RoostFileAccess`), unless every app may.
  func open(in keys: inout [String: PropertyListValue]) throws(CommandFailure) {
    guard !Self.open.contains(where: { folder == $0 || folder.hasPrefix($0 + "/") }) else { return }
    let asked = keys["RoostFileAccess"] ?? .dictionary([:])
    guard case .dictionary(var access) = asked, case .array(let read) = access["read"] ?? .array([]) else {
      throw .refused("RoostFileAccess in the Info.plist is not a dictionary with arrays; see roost-agent(7)")
    }
    guard !read.contains(.string(folder)) else { return }
    access["read"] = .array(read + [.string(folder)])
    keys["RoostFileAccess"] = .dictionary(access)
  }

  /// The first folder on the way, or library, that others than its owner cannot go through; nil also where this machine has
  /// none of it, and another is the device.
  private static func closed(on folder: String) -> String? {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      if status.st_mode & S_IXOTH == 0 { return path }
    }
    let library = "\(folder)/\(core)"
    var status = stat()
    return stat(library, &status) == 0 && status.st_mode & S_IROTH == 0 ? library : nil
  }

  /// Without a slash at its end, or two in a row.
  private static func plain(_ path: String) -> String {
    "/" + path.split(separator: "/").joined(separator: "/")
  }

  private static func list(_ folders: [String], _ word: String) -> String {
    folders.isEmpty ? "" : ", \(word) " + folders.joined(separator: ", ")
  }
}

private func realpath(_ path: String) -> String? {
  guard let resolved = Glibc.realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}
