// The user that an app runs as, in words for people.
import Glibc

enum UserName {
  /// Its name, where nsswitch.conf(5) has one, and its id.
  static func text(_ user: Int64) -> String {
    if user == 0 {
      return "root, who can read every file and command this device; see user in [apps] of roostd.toml(5)"
    }
    guard let id = uid_t(exactly: user), let entry = getpwuid(id) else { return "\(user)" }
    return "\(String(cString: entry.pointee.pw_name)) (\(user))"
  }
}
