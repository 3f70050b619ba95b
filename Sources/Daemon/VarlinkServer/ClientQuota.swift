// Bounds the clients that are served at a time: of each user, and of all.
package import Glibc

/// Counts the connections. A user who takes all of theirs, or all there are, does not keep root out.
package struct ClientQuota {
  /// The connections of one user.
  package static let ofUser = 64
  /// The connections of all users but root.
  package static let inAll = 256

  private var counts: [uid_t: Int] = [:]

  package init() {}

  /// Whether one more of `user` is served, which is then counted.
  package mutating func admit(_ user: uid_t) -> Bool {
    let others = counts.reduce(0) { $0 + ($1.key == 0 ? 0 : $1.value) }
    guard counts[user, default: 0] < Self.ofUser, user == 0 || others < Self.inAll else { return false }
    counts[user, default: 0] += 1
    return true
  }

  /// The reason why one of `user` is not served, and the cure.
  package static func refusal(of user: uid_t) -> String {
    "a client of user \(user) is turned away: a user may have \(ofUser) connections to the control socket, and all "
      + "together \(inAll); end some of those programs"
  }

  /// One of `user` has gone.
  package mutating func leave(_ user: uid_t) {
    guard let count = counts[user] else { return }
    counts[user] = count > 1 ? count - 1 : nil
  }
}
