// The times for which the work of apps waits, and the apps that are looked at when something happens (BX4, BX9).

/// The next time of each app. When the work of one app changes, the model looks at that app, and at those whose time
/// has come. With a look at all, 40 apps that change their work without pause hold the daemon for seconds.
struct DueTimes: Hashable, Codable, Sendable {
  /// Nil: not known, as in the state of an earlier daemon; the next look is at all. An app that has come to rest may
  /// still be among them.
  private var times: [AppID: Instant]?

  /// Nil: the app waits for no time.
  subscript(app: AppID) -> Instant? {
    get { times?[app] }
    set { times?[app] = newValue }
  }

  func first(of waiting: Set<AppID>) -> Instant? { waiting.compactMap { times?[$0] }.min() }

  /// The apps to look at, in an order of their own.
  ///
  /// - Parameter changed: the apps whose own work has changed; nil: the device has, so that it may be the turn of any.
  mutating func beginLook(of waiting: Set<AppID>, changed: Set<AppID>?, at now: Instant) -> [AppID] {
    guard let changed, let known = times else {
      times = [:]
      return waiting.sorted()
    }
    return waiting.filter { app in changed.contains(app) || known[app].map { $0 <= now } ?? false }.sorted()
  }
}
