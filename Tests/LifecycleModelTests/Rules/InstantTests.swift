// Instants and durations at the ends of what they can say.
import LifecycleModel
import Testing

@Suite struct InstantTests {
  @Test("A duration beyond the nanoseconds of an instant is all of them, one by less than a second as well")
  func longDurations() {
    let most = Duration.seconds(18_446_744_073) + .nanoseconds(709_551_615)
    #expect(most.wholeNanoseconds == .max)
    #expect((most - .nanoseconds(1)).wholeNanoseconds == UInt64.max - 1)
    #expect((most + .nanoseconds(1)).wholeNanoseconds == .max)
    #expect(Duration.seconds(18_446_744_074).wholeNanoseconds == .max)
    #expect(Instant(nanoseconds: 1) + most + .nanoseconds(1) == Instant(nanoseconds: .max))
  }
}
