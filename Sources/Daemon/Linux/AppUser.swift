// The user that apps run as when the daemon is root (`[apps] user`).
package import Glibc
package import SystemPackage

/// A user of passwd(5) with all groups.
package nonisolated struct AppUser: Equatable, Sendable {
  package let name: String
  package let user: uid_t
  package let group: gid_t
  /// Supplementary groups, as getgrouplist(3) finds them.
  package let groups: [gid_t]

  /// The reason why apps cannot run as the user that the configuration names.
  package enum Problem: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case unreadable(String, Errno)
    /// Only root can give a process to somebody else.
    case notRoot(String)

    /// To be read after "unable to launch com.example.notes: ".
    package var description: String {
      switch self {
      case .unknown(let name):
        "no such user: \(name) ([apps] user of roostd.toml); create it with `useradd --system \(name)`"
      case .unreadable(let name, let errno): "unable to look up the user \(name): \(errno)"
      case .notRoot(let name):
        "unable to run apps as \(name) ([apps] user of roostd.toml): only a daemon that runs as root can"
      }
    }
  }

  /// Looks `name` up in passwd(5). Asks what nsswitch.conf(5) says, so seldom.
  package init(named name: String) throws(Problem) {
    guard geteuid() == 0 else { throw .notRoot(name) }
    errno = 0
    // The daemon has one thread that asks.
    guard let entry = getpwnam(name) else {
      let missing = [0, ENOENT, ESRCH].contains(errno)
      throw missing ? .unknown(name) : .unreadable(name, Errno(rawValue: errno))
    }
    let user = entry.pointee.pw_uid, group = entry.pointee.pw_gid
    var count: CInt = 64
    var groups = [gid_t](repeating: 0, count: Int(count))
    while getgrouplist(name, group, &groups, &count) < 0 {
      groups = [gid_t](repeating: 0, count: max(Int(count), groups.count * 2))
      count = CInt(groups.count)
    }
    self.name = name
    self.user = user
    self.group = group
    self.groups = Array(groups.prefix(Int(count)))
  }
}
