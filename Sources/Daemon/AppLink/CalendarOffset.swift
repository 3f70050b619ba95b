// The calendar's distance from the model's clock, as it is at one moment: an app may have thousands of dates.
package import LifecycleModel
import Linux

/// Turns instants into dates, and dates into instants, without reading a clock for each.
package nonisolated struct CalendarOffset {
  /// Nanoseconds of both clocks at one moment.
  private let instant: Double
  private let calendar: Double

  /// Of the device's calendar, as the model has been told it.
  package static var now: CalendarOffset {
    if !ModelClock.isMovedByCommand, let offset = ModelClock.modelOffset { return CalendarOffset(nanoseconds: offset) }
    return CalendarOffset(from: .now, to: ModelClock.calendar)
  }

  /// - Parameter nanoseconds: from the model's clock to the calendar.
  package init(nanoseconds: Int64) { self.init(from: Instant(nanoseconds: 0), to: nanoseconds) }

  /// - Parameter calendar: nanoseconds since 1970 at `instant`.
  init(from instant: Instant, to calendar: Int64) {
    self.instant = Double(instant.nanoseconds)
    self.calendar = Double(calendar)
  }

  package func secondsSince1970(_ instant: Instant) -> Double {
    (Double(instant.nanoseconds) + (calendar - self.instant)) / 1e9
  }

  package func secondsSince1970(_ date: ClockDate) -> Double {
    (Double(date.nanoseconds) + (calendar - instant)) / 1e9
  }

  /// As `Instant(secondsSince1970:)` has it at that moment: a time that is past, or beyond all bounds, becomes the nearest that
  /// can be said.
  package func instant(secondsSince1970 seconds: Double) -> Instant { Instant(date(secondsSince1970: seconds)) }

  /// The same of one that stays the date that it is when it is past.
  package func date(secondsSince1970 seconds: Double) -> ClockDate {
    ClockDate(nearest: instant + (seconds - calendar / 1e9) * 1e9)
  }
}

nonisolated extension ClockDate {
  /// Beyond all bounds, the nearest that can be said; for no number the start of the clock.
  init(nearest nanoseconds: Double) {
    self.init(nanoseconds: nanoseconds.isNaN ? 0 : Int64(min(max(nanoseconds, -9e18), 9e18)))
  }
}
