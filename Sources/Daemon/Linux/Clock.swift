// The kernel's clocks.
import Glibc
package import SystemPackage

/// Nanoseconds since 1970 by the machine's calendar clock, CLOCK_REALTIME (clock_gettime(2)).
package nonisolated func calendarNow() -> Int64 { Sys.time(of: CLOCK_REALTIME) }

/// Blocks the calling thread (nanosleep(2)): for a thread that has nothing else to do.
package nonisolated func pause(for duration: Duration) {
  let (seconds, attoseconds) = duration.components
  var rest = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  withUnsafeMutablePointer(to: &rest) { while nanosleep($0, $0) < 0, errno == EINTR {} }
}

/// A timerfd(2) that only a change of the calendar clock ends: a read then fails with `ECANCELED`
/// (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET). The caller closes it.
package nonisolated func makeClockSetTimer() throws(Errno) -> CInt { try Sys.clockSetTimer() }
