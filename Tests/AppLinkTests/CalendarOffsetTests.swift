// Dates as instants, by clocks that were read once.
import LifecycleModel
import Testing

@testable import AppLink

@Suite struct CalendarOffsetTests {
  /// The model's clock says 10 s at the calendar's 1000 s.
  private let calendar = CalendarOffset(from: Instant(nanoseconds: 10_000_000_000), to: 1_000_000_000_000)

  @Test(
    "A date is as far from now as its instant; one that is past, or makes no sense, is the nearest that can be said")
  func instants() {
    let dates: [Double] = [1001.5, 990, 989, -1e300, .nan, 1e300, .infinity]
    let nanoseconds = dates.map { calendar.instant(secondsSince1970: $0).nanoseconds }
    let end: UInt64 = 9_000_000_000_000_000_000
    #expect(nanoseconds == [11_500_000_000, 0, 0, 0, 0, end, end])
  }

  @Test("An instant is that of its date")
  func thereAndBack() {
    let instant = Instant(nanoseconds: 11_500_000_000)
    #expect(calendar.secondsSince1970(instant) == 1001.5)
    #expect(calendar.instant(secondsSince1970: calendar.secondsSince1970(instant)) == instant)
  }
}
