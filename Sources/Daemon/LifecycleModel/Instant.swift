// A point on CLOCK_MONOTONIC, as a value: the model never reads a clock itself.

/// Nanoseconds of CLOCK_MONOTONIC (clock_gettime(2)); the supervisor reads the clock and hands the time in with every
/// input.
public struct Instant: Hashable, Comparable, Codable, Sendable {
  /// Nanoseconds since the clock's start.
  public var nanoseconds: UInt64

  public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The instant that lies `duration` later. Saturates, so that no configured limit can overflow it.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    let sum = instant.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return Instant(nanoseconds: sum.overflow ? .max : sum.partialValue)
  }

  /// The instant so many nanoseconds later, or earlier where that is negative. One before the clock's start becomes the start, and stays
  /// there: how long before it was, nobody knows any more.
  func moved(by shift: Int64) -> Instant {
    guard nanoseconds > 0 else { return self }
    let (moved, isBeyond) =
      shift < 0
      ? nanoseconds.subtractingReportingOverflow(shift.magnitude)
      : nanoseconds.addingReportingOverflow(shift.magnitude)
    guard isBeyond else { return Instant(nanoseconds: moved) }
    return Instant(nanoseconds: shift < 0 ? 0 : .max)
  }

  /// The time from `earlier` to this instant; zero if this is not after it.
  public func since(_ earlier: Instant) -> Duration {
    .nanoseconds(nanoseconds > earlier.nanoseconds ? Int64(clamping: nanoseconds - earlier.nanoseconds) : 0)
  }
}

extension Duration {
  /// So many seconds, as somebody else has written them down: a negative value or one that is no number is zero, and
  /// one beyond a century is a century, in which nothing here comes any more.
  public init(boundedSeconds seconds: Double) {
    self = seconds.isNaN ? .zero : .seconds(min(max(seconds, 0), 3_155_760_000))
  }

  /// The time from `earlier` to `later`, both nanoseconds that somebody else has written down; zero if `later` is not
  /// after `earlier`.
  public init(nanosecondsFrom earlier: Int64, to later: Int64) {
    let (difference, isOver) = later.subtractingReportingOverflow(earlier)
    self = later <= earlier ? .zero : .nanoseconds(isOver ? .max : difference)
  }

  /// This duration in nanoseconds; a negative one is zero, and one of more than 584 years the most that the type can say.
  public var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let whole = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !whole.overflow else { return .max }
    let sum = whole.partialValue.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return sum.overflow ? .max : sum.partialValue
  }
}
