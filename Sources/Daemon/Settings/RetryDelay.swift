// Doubles the pause before something that fails is tried again, up to a longest.

/// The pause after a failure. One that had worked for long has not been broken from the start, and begins anew.
package nonisolated struct RetryDelay: Equatable, Sendable {
  private let first: Duration
  private let longest: Duration
  private var next: Duration

  package init(first: Duration = .seconds(1), longest: Duration = .seconds(60)) {
    self.first = first
    self.longest = longest
    next = first
  }

  /// - Parameter lasted: how long the attempt has lasted that failed now.
  package mutating func afterFailure(lasted: Duration) -> Duration {
    if lasted > longest { next = first }
    defer { next = min(next * 2, longest) }
    return next
  }
}
