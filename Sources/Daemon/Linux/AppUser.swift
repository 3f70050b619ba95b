// The user that an app runs as when the daemon is root (`[apps] user`).
package import Glibc
package import SystemPackage

/// A user with all groups: one of passwd(5), or an app's own.
package nonisolated struct AppUser: Equatable, Sendable {
  package let name: String
  package let user: uid_t
  package let group: gid_t
  /// Supplementary groups.
  package var groups: [gid_t]

  /// The reason why apps cannot run as the user that the configuration names.
  package enum Problem: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case unreadable(String, Errno)
    /// Only root can give a process to somebody else.
    case notRoot(String)
    /// Another name of root's does not say that apps run as root.
    case isRoot(String)
    /// Of the range of apps' ids.
    case notMapped(String)
    case noneLeft(String)

    /// To be read after "unable to launch com.example.notes: ".
    package var description: String {
      switch self {
      case .unknown(let name):
        "no such user: \(name) ([apps] user of roostd.toml); create it with `useradd --system \(name)`"
      case .unreadable(let name, let errno): "unable to look up the user \(name): \(errno)"
      case .notRoot(let name):
        "unable to run apps as \(name) ([apps] user of roostd.toml): only a daemon that runs as root can"
      case .isRoot(let name):
        "\(name) is root ([apps] user of roostd.toml); to run apps as root, set user = \"root\""
      case .notMapped(let range):
        "this container has no users \(range) ([apps] users of roostd.toml; see /proc/self/uid_map); set users to a range "
          + "that it has, such as \"50000-59999\", or user = \"root\""
      case .noneLeft(let range):
        "every user id of \(range) ([apps] users of roostd.toml) has been given to an app or belongs to another user; "
          + "add ids to the range: apps keep theirs"
      }
    }
  }

  /// An app's own: its group has the same name and id, and there is no other group.
  package init(own name: String, id: UInt32) {
    self.name = name
    user = id
    group = id
    groups = []
  }

  /// root, with whatever groups the daemon has.
  package static let root = AppUser(own: "root", id: 0)

  /// Whether there is a user or a group of this id (passwd(5), group(5), and what nsswitch.conf(5) adds).
  package static func isKnown(_ id: UInt32) -> Bool {
    var user = passwd(), group = Glibc.group()
    var foundUser: UnsafeMutablePointer<passwd>?, foundGroup: UnsafeMutablePointer<Glibc.group>?
    var text = [CChar](repeating: 0, count: 1 << 16)
    // One that does not fit into the buffer is there; any other error is of a service that cannot tell.
    if getpwuid_r(id, &user, &text, text.count, &foundUser) == ERANGE || foundUser != nil { return true }
    return getgrgid_r(id, &group, &text, text.count, &foundGroup) == ERANGE || foundGroup != nil
  }

  /// Looks `name` up in passwd(5). Asks what nsswitch.conf(5) says, so seldom.
  package init(named name: String) throws(Problem) {
    guard geteuid() == 0 else { throw .notRoot(name) }
    let found: (id: uid_t, group: gid_t)?
    do throws(Errno) { found = try NamedAccounts.user(name) } catch { throw .unreadable(name, error) }
    guard let (user, group) = found else { throw .unknown(name) }
    guard user != 0 else { throw .isRoot(name) }
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
