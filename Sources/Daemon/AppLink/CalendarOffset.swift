// The calendar's distance from the model's clock, as it is at one moment: an app may have thousands of dates.
package import LifecycleModel
import Linux

/// Turns instants into dates without reading a clock for each.
package nonisolated struct CalendarOffset {
  /// Nanoseconds.
  private let offset: Double

  /// Of the device's calendar.
  package static var now: CalendarOffset { CalendarOffset(from: .now, to: ModelClock.calendar) }

  /// - Parameter calendar: nanoseconds since 1970 at `instant`.
  init(from instant: Instant, to calendar: Int64) { offset = Double(calendar) - Double(instant.nanoseconds) }

  package func secondsSince1970(_ instant: Instant) -> Double { (Double(instant.nanoseconds) + offset) / 1e9 }
}
