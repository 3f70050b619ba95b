// Slows down guesses of the passcode: after five that are wrong each costs a wait, as on iOS (DP2).

/// Counts the wrong passcodes that were given since the last right one.
///
/// A guess counts when it begins, so that no number of guesses at once, and no end of the daemon, gives more of them.
public struct PasscodeAttempts: Hashable, Sendable {
  public private(set) var failures: Int
  /// By the monotonic clock: no change of the calendar shortens the wait.
  private var lastFailure: Instant

  /// - Parameter now: the wait begins anew with the daemon, which does not know how long it was gone.
  public init(failures: Int, now: Instant) {
    self.failures = failures
    lastFailure = now
  }

  /// Counts a guess, which may be made when the result is nil; otherwise it is too early for one by so much.
  public mutating func begin(at now: Instant) -> Duration? {
    let end = lastFailure + Self.wait(after: failures)
    guard now >= end else { return end.since(now) }
    failures += 1
    lastFailure = now
    return nil
  }

  /// The guess was right.
  public mutating func succeed() { failures = 0 }

  /// The numbers of Apple's *iOS Security* guide, “Delays between passcode attempts”.
  private static func wait(after failures: Int) -> Duration {
    switch failures {
    case ...4: .zero
    case 5: .seconds(60)
    case 6: .seconds(5 * 60)
    case 7, 8: .seconds(15 * 60)
    case _: .seconds(60 * 60)
    }
  }
}
