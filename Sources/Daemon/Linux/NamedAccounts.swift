// Looks users and groups up by their names, on any thread (getpwnam_r(3), getgrnam_r(3)).
import Glibc
package import SystemPackage

/// Asks what nsswitch.conf(5) says, which may take its time.
package nonisolated enum NamedAccounts {
  /// Nil when there is no such user.
  package static func user(_ name: String) throws(Errno) -> (id: UInt32, group: UInt32)? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    try ask { text in getpwnam_r(name, &entry, &text, text.count, &found) }
    return found == nil ? nil : (entry.pw_uid, entry.pw_gid)
  }

  /// Nil when there is no such group.
  package static func group(_ name: String) throws(Errno) -> UInt32? {
    var entry = Glibc.group()
    var found: UnsafeMutablePointer<Glibc.group>?
    try ask { text in getgrnam_r(name, &entry, &text, text.count, &found) }
    return found == nil ? nil : entry.gr_gid
  }

  /// A group of thousands of members takes some hundred KiB.
  private static let longestEntry = 16 << 20

  private static func ask(_ question: (inout [CChar]) -> CInt) throws(Errno) {
    var text = [CChar](repeating: 0, count: 1 << 12)
    while true {
      switch question(&text) {
      case 0, ENOENT, ESRCH: return
      case ERANGE where text.count < longestEntry: text = [CChar](repeating: 0, count: text.count * 4)
      case let error: throw Errno(rawValue: error)
      }
    }
  }
}
