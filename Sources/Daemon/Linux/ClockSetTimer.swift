// A timer that ends when the machine's clock is set.
import CLinux
import Glibc

/// Arms `timer`, a timerfd(2) of CLOCK_REALTIME, for the end of time: what it then tells is that it was cancelled
/// (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET). Zero, or -1 with errno.
package func armUntilClockIsSet(_ timer: CInt) -> CInt {
  var end = itimerspec(it_interval: timespec(), it_value: timespec(tv_sec: .max, tv_nsec: 0))
  return timerfd_settime(timer, CInt(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &end, nil)
}
