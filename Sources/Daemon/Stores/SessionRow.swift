// A scene session as it is kept on disk.

/// One session of one app (SC1), in plain values that outlive the supervisor.
nonisolated struct SessionRow: Hashable, Codable, Sendable {
  var app: String
  /// `UISceneSession.persistentIdentifier`.
  var session: String
  /// `UISceneSession.Role`'s raw value.
  var role: String
  /// The configuration's name from Info.plist.
  var configuration: String?
  /// `stateRestorationActivity` (SC5) as JSON text.
  var activity: String?
  /// Greater than that of every session used before it.
  var used: Int64
  /// The user discarded it, and its app has yet to hear of that (SC3).
  var isDiscarded: Bool
}
