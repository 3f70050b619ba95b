// The kernel's clocks.
import CLinux
import Glibc
package import SystemPackage

/// Nanoseconds since 1970 by the machine's calendar clock, CLOCK_REALTIME (clock_gettime(2)).
package nonisolated func calendarNow() -> Int64 { roost_clock(CLOCK_REALTIME) }

/// A timerfd(2) that only a change of the calendar clock ends: a read then fails with `ECANCELED`
/// (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET). The caller closes it.
package nonisolated func makeClockSetTimer() throws(Errno) -> CInt {
  var timer: CInt = -1
  let error = roost_clock_set_timer(&timer)
  guard error == 0 else { throw Errno(rawValue: error) }
  return timer
}
