// Slows down guesses of the passcode: after five that are wrong each costs a wait, as on iOS.

/// How often a wrong passcode was given since the last right one.
///
/// A guess counts when it begins, so that no number of guesses at once, and no end of the daemon, gives more of them.
nonisolated struct PasscodeAttempts: Sendable {
  private(set) var failures: Int
  /// On CLOCK_MONOTONIC, in nanoseconds: no change of the wall clock shortens the wait.
  private var lastFailure: UInt64

  /// - Parameter now: the wait begins anew with the daemon, which does not know how long it was gone.
  init(failures: Int, now: UInt64) {
    self.failures = failures
    lastFailure = now
  }

  /// - Throws: ``KeyBagError/tooManyAttempts(seconds:)`` while it is too early for another guess.
  mutating func begin(at now: UInt64) throws(KeyBagError) {
    let end = lastFailure + Self.wait(after: failures) * 1_000_000_000
    guard now >= end else { throw .tooManyAttempts(seconds: Int((end - now).dividedRoundingUp(by: 1_000_000_000))) }
    failures += 1
    lastFailure = now
  }

  mutating func succeed() { failures = 0 }

  /// In seconds; the numbers of Apple's *Platform Security* guide, “Passcodes and passwords”.
  private static func wait(after failures: Int) -> UInt64 {
    switch failures {
    case ...4: 0
    case 5: 60
    case 6: 5 * 60
    case 7, 8: 15 * 60
    case _: 60 * 60
    }
  }
}

extension UInt64 {
  fileprivate nonisolated func dividedRoundingUp(by divisor: UInt64) -> UInt64 { (self + divisor - 1) / divisor }
}
