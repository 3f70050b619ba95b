// Finds what keeps an app's user from its bundle or its container, when the kernel has said no more than EACCES.
import Linux
import SystemPackage

/// A directory on the way to a file, or the file itself, that a user may not pass or run.
nonisolated struct ClosedWay: Equatable, CustomStringConvertible {
  let path: String
  let user: String

  /// By the permissions alone (path_resolution(7)); nil where they let the user pass, and something else does not, such
  /// as an access control list.
  static func find(to path: String, for user: AppUser) -> ClosedWay? {
    guard let real = realPath(path) else { return nil }
    var place = "/"
    for component in real.split(separator: "/") {
      guard mayPass(place, user) else { return ClosedWay(path: place, user: user.name) }
      place += (place == "/" ? "" : "/") + component
    }
    return mayPass(place, user) ? nil : ClosedWay(path: place, user: user.name)
  }

  /// Search permission of a directory, execute permission of a file: the same bit (inode(7)).
  private static func mayPass(_ path: String, _ user: AppUser) -> Bool {
    guard let status = try? FileStatus(of: path) else { return true }
    if status.user == user.user { return status.permissions & 0o100 != 0 }
    if status.group == user.group || user.groups.contains(status.group) { return status.permissions & 0o010 != 0 }
    return status.permissions & 0o001 != 0
  }

  var description: String {
    "\(path) is closed to \(user), the user that the app runs as; open it with `chmod o+x \(path)`, or, to run all apps "
      + "as root, set user = \"root\" in [apps] of roostd.toml"
  }
}
