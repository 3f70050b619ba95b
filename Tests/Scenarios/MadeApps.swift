// The folder of the apps that tests make up: gone when the test process ends.
import Foundation

enum MadeApps {
  /// A place for one bundle, beside no other.
  static func newFolder() -> String { "\(folder)/\(UInt32.random(in: 0 ... .max))" }

  private static let prefix = "roost-test-apps-"

  private static let folder: String = {
    // Those of processes that were killed.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/tmp")) ?? [] where name.hasPrefix(prefix) {
      let process = name.dropFirst(prefix.count).prefix { $0.isNumber }
      if !FileManager.default.fileExists(atPath: "/proc/\(process)") {
        try? FileManager.default.removeItem(atPath: "/tmp/" + name)
      }
    }
    atexit { try? FileManager.default.removeItem(atPath: MadeApps.own) }
    return own
  }()

  private static let own = "/tmp/\(prefix)\(getpid())"
}
