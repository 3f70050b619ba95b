// Dates as instants, by clocks that were read once.
import Foundation
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

  @Test("A date that is past stays that date; one beyond all bounds is the nearest that can be said")
  func dates() {
    let dates: [Double] = [1001.5, 990, 989, 0, -1e300, .nan, 1e300]
    let nanoseconds = dates.map { calendar.date(secondsSince1970: $0).nanoseconds }
    let end: Int64 = 9_000_000_000_000_000_000
    #expect(nanoseconds == [11_500_000_000, 0, -1_000_000_000, -990_000_000_000, -end, 0, end])
    #expect(calendar.secondsSince1970(ClockDate(nanoseconds: -1_000_000_000)) == 989)
  }

  @Test("An instant that an earlier daemon has written is read as a date, as is a date of before the clock's start")
  func written() throws {
    let written: [(String, Int64)] = [
      ("5", 5), ("-5", -5), ("9223372036854775808", .max), ("18446744073709551615", .max),
    ]
    for (number, nanoseconds) in written {
      let date = try DefaultingDecoder.decode(ClockDate.self, from: Data("{\"nanoseconds\":\(number)}".utf8))
      #expect(date == ClockDate(nanoseconds: nanoseconds))
      let again = try DefaultingDecoder.decode(ClockDate.self, from: JSONEncoder().encode(date))
      #expect(again == date)
    }
  }

  @Test("An instant is that of its date")
  func thereAndBack() {
    let instant = Instant(nanoseconds: 11_500_000_000)
    #expect(calendar.secondsSince1970(instant) == 1001.5)
    #expect(calendar.instant(secondsSince1970: calendar.secondsSince1970(instant)) == instant)
  }
}
