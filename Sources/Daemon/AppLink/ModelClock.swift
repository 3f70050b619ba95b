// The clock that the model reads its instants from: the kernel's, or one that stands still.
package import LifecycleModel
import Linux
import Synchronization
import Systemd

nonisolated extension Instant {
  /// The clock as it is now.
  package static var now: Instant { ModelClock.now }
}

/// CLOCK_MONOTONIC, and the calendar beside it; or a clock that a test moves by command, of a daemon that was started with
/// `--virtual-time`. There is one in a process, as there is one of the kernel's, and every thread may read it.
package nonisolated enum ModelClock {
  /// Nanoseconds; zero while the kernel's clock counts.
  private static let standing = Atomic<UInt64>(0)
  /// The calendar's nanoseconds when the standing clock was at zero.
  private static let epoch = Atomic<Int64>(0)

  package static var now: Instant {
    let time = standing.load(ordering: .relaxed)
    return Instant(nanoseconds: time == 0 ? monotonicNow() : time)
  }

  /// The clock of apps, in nanoseconds since 1970, and this one when they were last written down; nil in a log that has none of
  /// them.
  static var heard: (apps: Int64, own: Instant)? {
    let own = heardOwn.load(ordering: .relaxed)
    return own == 0 ? nil : (heardApps.load(ordering: .relaxed), Instant(nanoseconds: own))
  }

  private static let heardApps = Atomic<Int64>(0)
  private static let heardOwn = Atomic<UInt64>(0)

  /// The messages that come next are from then; those of an earlier daemon from when that heard them.
  static func hear(apps: Int64, own: Instant) {
    heardApps.store(apps, ordering: .relaxed)
    heardOwn.store(own.nanoseconds, ordering: .relaxed)
  }

  static var isMovedByCommand: Bool { standing.load(ordering: .relaxed) != 0 }

  /// Nanoseconds since 1970, by the device's clock.
  package static var calendar: Int64 {
    let time = standing.load(ordering: .relaxed)
    return time == 0 ? calendarNow() : epoch.load(ordering: .relaxed) &+ Int64(clamping: time)
  }

  /// From the kernel's clock to the calendar, in nanoseconds; nil where the daemon did not run for a moment while it read them, however
  /// often it tried, and for a clock that is moved by command, of which the calendar never leaps away.
  package static var calendarOffset: Int64? {
    guard !isMovedByCommand else { return nil }
    for _ in 0..<10 {
      let before = monotonicNow()
      let calendar = calendarNow()
      if monotonicNow() - before < 1_000_000 { return calendar &- Int64(clamping: before) }
    }
    return nil
  }

  /// The same as the model has been told it last, so that its instants are dates by it; nil: it has not been told.
  static var modelOffset: Int64? {
    let offset = toldOffset.load(ordering: .relaxed)
    return offset == .min ? nil : offset
  }

  private static let toldOffset = Atomic<Int64>(.min)

  /// From now on the model's instants are dates by `offset`.
  package static func follow(calendar offset: Int64?) { toldOffset.store(offset ?? .min, ordering: .relaxed) }

  /// The last time that it may be moved to by command: the calendar says 2200 then. Beyond 2262 its nanoseconds would begin anew, and
  /// what is planned from then on has to fit as well.
  package static var end: Instant {
    let end: Int64 = 7_258_118_400_000_000_000
    let distance = end.subtractingReportingOverflow(epoch.load(ordering: .relaxed))
    return Instant(nanoseconds: distance.overflow ? 0 : UInt64(clamping: distance.partialValue))
  }

  /// From now on it is `time`, until this is called again; the calendar goes on from where it is.
  package static func stand(at time: Instant) {
    if standing.load(ordering: .relaxed) == 0 {
      epoch.store(calendarNow() - Int64(clamping: monotonicNow()), ordering: .relaxed)
    }
    standing.store(max(1, time.nanoseconds), ordering: .relaxed)
  }
}
