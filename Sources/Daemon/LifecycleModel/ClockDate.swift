// A date by the model's clock, also one before that began: of the machine's last run, or of a sleep that the clock does not count.

/// Nanoseconds of the clock that ``Instant`` counts, negative before its start. Where the calendar leaps, or the machine starts
/// again, a date has another number and stays the same date.
public struct ClockDate: Hashable, Comparable, Codable, Sendable {
  /// Nanoseconds since the clock's start.
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public init(_ instant: Instant) { nanoseconds = Int64(clamping: instant.nanoseconds) }

  /// Up to revision 8 of the model it was an instant, which may be later than can be said here.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    if let nanoseconds = try? members.decode(Int64.self, forKey: .nanoseconds) {
      self.nanoseconds = nanoseconds
    } else {
      nanoseconds = Int64(clamping: try members.decode(UInt64.self, forKey: .nanoseconds))
    }
  }

  public static func < (left: ClockDate, right: ClockDate) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Saturates, as that of instants does.
  public static func + (date: ClockDate, duration: Duration) -> ClockDate {
    date.moved(by: Int64(clamping: duration.wholeNanoseconds))
  }

  /// The date so many nanoseconds later, or earlier where that is negative.
  func moved(by shift: Int64) -> ClockDate {
    let (moved, isBeyond) = nanoseconds.addingReportingOverflow(shift)
    return ClockDate(nanoseconds: isBeyond ? (shift < 0 ? .min : .max) : moved)
  }

  /// The time from `earlier` to this date; zero if this is not after it.
  func since(_ earlier: ClockDate) -> Duration {
    Duration(nanosecondsFrom: earlier.nanoseconds, to: nanoseconds)
  }
}

extension Instant {
  /// When the clock can ring for `date`: at its start for one before that.
  public init(_ date: ClockDate) { self.init(nanoseconds: UInt64(clamping: date.nanoseconds)) }
}
