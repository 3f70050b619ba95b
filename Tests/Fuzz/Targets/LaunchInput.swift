// Files that the daemon looks into before it launches an app, and what the kernel says of the app afterwards.
import Glibc
import Linux

@testable import Bundles
@testable import Processes

@MainActor enum LaunchInput {
  /// Programs and scripts, whose interpreters are looked for.
  static func readExecutable(_ bytes: [UInt8]) {
    let path = WorkFolder.path + "/program"
    WorkFolder.write(bytes, to: path)
    chmod(path, 0o700)
    let chain = Interpreters.chain(of: path)
    require(chain.first == path && Set(chain).count == chain.count, "\(chain) is no chain")
    require(!chain.contains { $0.utf8.contains(0) }, "a path has a NUL byte")
  }

  /// Records of refusals: the type, and the text, in which an app has chosen its name and paths.
  static func readAudit(_ bytes: [UInt8]) {
    for type in AuditType.allCases {
      let size = withUnsafeBytes(of: UInt32(truncatingIfNeeded: bytes.count + 16)) { Array($0) }
      let kind = withUnsafeBytes(of: type.rawValue) { Array($0) }
      let record = AuditRecord(message: size + kind + [UInt8](repeating: 0, count: 10) + bytes)
      require(record == nil || AuditRecord(type, text: bytes.prefix { $0 != 0 }) == record, "two readings differ")
    }
    _ = AuditRecord(message: bytes)
  }
}
