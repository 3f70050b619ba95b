// The users that apps run as: `[apps] user` and `users` of roostd.toml(5).

/// Whom apps run as.
package nonisolated enum AppUserSetting: Equatable, Sendable {
  /// Each as a user of its own where the daemon is root, as the daemon's user elsewhere.
  case own
  /// All as this one.
  case shared(String)
  /// All as root, because somebody has written that out.
  case root

  package init(written: String) {
    self = written.isEmpty ? .own : written == "root" ? .root : .shared(written)
  }
}

/// The ids that apps' users are given from, such as `70000-99999`.
package nonisolated struct UserRange: Equatable, Sendable, CustomStringConvertible {
  package let ids: ClosedRange<UInt32>

  /// Neither systemd ("Users, Groups, UIDs and GIDs on systemd Systems") nor the subordinate ids of login.defs(5), which
  /// begin at 100000, nor adduser(8) gives any of these to somebody.
  package static let `default` = UserRange(70_000...99_999)

  init(_ ids: ClosedRange<UInt32>) { self.ids = ids }

  /// Nil where it is no range, or has ids that are no person's or program's: those of the system, that
  /// of roost-push, `nobody`, and -1 in 16 and in 32 bits.
  package init?(written: String) {
    let parts = written.split(separator: "-", omittingEmptySubsequences: false)
    let ends = parts.compactMap { UInt32($0) }
    guard parts.count == 2, ends.count == 2, "\(ends[0])-\(ends[1])" == written, ends[0] <= ends[1] else { return nil }
    let ids = ends[0]...ends[1]
    guard ids.lowerBound >= 1000, ids.upperBound <= 2_147_483_647 else { return nil }
    guard ![65_521, 65_534, 65_535].contains(where: ids.contains) else { return nil }
    self.ids = ids
  }

  package var description: String { "\(ids.lowerBound)-\(ids.upperBound)" }
}
