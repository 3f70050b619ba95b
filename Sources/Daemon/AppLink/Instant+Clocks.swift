// The model's time and the kernel's clocks.
import LifecycleModel
import Systemd

nonisolated extension Instant {
  /// The clock as it is now.
  static var now: Instant { Instant(nanoseconds: monotonicNow()) }

  /// The instant when the calendar will say `seconds`, unless it is set meanwhile; what is past, or beyond all bounds, is
  /// the nearest that can be said.
  init(secondsSince1970 seconds: Double) {
    let ahead = seconds - Double(calendarNow()) / 1e9
    let nanoseconds = Double(monotonicNow()) + ahead * 1e9
    self.init(nanoseconds: nanoseconds.isNaN || nanoseconds < 0 ? 0 : UInt64(min(nanoseconds, 9e18)))
  }

  var secondsSince1970: Double {
    (Double(calendarNow()) + Double(nanoseconds) - Double(monotonicNow())) / 1e9
  }
}
