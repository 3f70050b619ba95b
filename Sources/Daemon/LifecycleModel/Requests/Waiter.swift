// A request that waits for an app, and how far the app has to come.

/// A request that is answered when an app has come to where it was sent.
struct Waiter: Hashable, Codable, Sendable {
  let request: RequestID
  let until: Milestone
  /// Nil: a daemon before did not note it.
  let since: Instant?
}

/// The goal of a waiter.
enum Milestone: Hashable, Codable, Sendable {
  /// It has settled; its end is a refusal.
  case settled
  /// It has settled, or is gone.
  case settledOrEnded
  case ended
}
