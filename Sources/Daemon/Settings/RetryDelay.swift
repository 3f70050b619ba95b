// Doubles the pause before something that fails is tried again, up to a minute.

/// The pause after a failure. One that had worked for long has not been broken from the start, and begins anew.
package nonisolated struct RetryDelay: Equatable, Sendable {
  package static let first = Duration.seconds(1)
  package static let longest = Duration.seconds(60)

  private var next = RetryDelay.first

  package init() {}

  /// - Parameter lasted: how long the attempt has lasted that failed now.
  package mutating func afterFailure(lasted: Duration) -> Duration {
    if lasted > Self.longest { next = Self.first }
    defer { next = min(next * 2, Self.longest) }
    return next
  }
}
