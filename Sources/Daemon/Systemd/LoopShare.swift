// The time of the loop that one kind of work has before everybody else.

/// Some milliseconds at once, and half of the loop after that: work that finds none left goes on in turn with others.
@MainActor package final class LoopShare {
  /// Nanoseconds.
  private let atOnce: UInt64
  /// CLOCK_MONOTONIC in nanoseconds.
  private let now: () -> UInt64
  /// When nothing is owed any more.
  private var free: UInt64 = 0

  package init(atOnce: UInt64, now: @escaping () -> UInt64 = monotonicNow) {
    self.atOnce = atOnce
    self.now = now
  }

  package var isLeft: Bool { now() + atOnce >= free }

  package func spend<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
    let began = now()
    defer {
      let end = now()
      // Work goes on when none is left, and owes no more for that than its last piece.
      free = min(max(free, began) + 2 * (end - began), end + (end - began) + atOnce)
    }
    return try work()
  }
}
