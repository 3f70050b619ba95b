import Testing

@testable import LifecycleModel
// Guesses of the passcode: no timing gets more of them than the waits allow (DP2).
@testable import SimulatedDevice

@Suite struct PasscodeAttemptsTests {
  private func instant(_ seconds: UInt64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

  @Test("DP2 five guesses are free, then each waits longer; being told to wait is no guess, and a right one ends it")
  func waits() {
    var attempts = PasscodeAttempts(failures: 0, now: instant(0))
    for _ in 0..<5 { #expect(attempts.begin(at: instant(0)) == nil) }
    var now: UInt64 = 0
    for wait in [60, 300, 900, 900, 3600, 3600] as [UInt64] {
      #expect(attempts.begin(at: instant(now)) == .seconds(Int64(wait)))
      #expect(attempts.begin(at: instant(now + wait - 1)) == .seconds(1))
      now += wait
      #expect(attempts.begin(at: instant(now)) == nil)
    }
    #expect(attempts.failures == 11)
    attempts.succeed()
    for _ in 0..<5 { #expect(attempts.begin(at: instant(now)) == nil) }
  }

  @Test("DP2 however guesses are timed and the daemon is restarted, nine are had at first and then one an hour")
  func anyTiming() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var attempts = PasscodeAttempts(failures: 0, now: instant(0))
      var (now, guesses): (UInt64, Int) = (0, 0)
      for _ in 0..<400 {
        now += [0, 1, 59, 61, 299, 901, 3599, 3601].randomElement(using: &random) ?? 0
        if Int.random(in: 0..<20, using: &random) == 0 {
          attempts = PasscodeAttempts(failures: attempts.failures, now: instant(now))
        }
        if attempts.begin(at: instant(now)) == nil { guesses += 1 }
      }
      #expect(guesses <= 9 + Int(now / 3600), "seed \(seed)")
    }
  }
}
