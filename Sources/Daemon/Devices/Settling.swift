// Waits until a burst of events is over, so that one of them stands for all.
import LifecycleModel
import Systemd

/// Calls `body` a moment after a burst began, so that a thing that comes and goes at once is not seen at all.
final class Settling {
  private let timer: TimerSource
  private let delay: Duration

  init(_ delay: Duration, on loop: EventLoop, _ body: @escaping () -> Void) throws(SystemCallError) {
    self.delay = delay
    timer = try loop.timer(priority: .request, body)
  }

  func begin() {
    if !timer.isEnabled { timer.rearm(at: monotonicNow() + delay.wholeNanoseconds) }
  }
}
