// The watchdog of a program that answers one (sd_watchdog_enabled(3)): it stands still while its program does.
import LifecycleModel
import Systemd

/// Fires when no answer has come for so long, counted from its last answer or from when the program last went on.
final class ServiceWatchdog {
  private let limit: UInt64
  private var timer: TimerSource?
  private var isPaused = true
  private var due: UInt64 = 0

  init(_ limit: Duration, loop: EventLoop, fired: @escaping () -> Void) throws(SystemCallError) {
    self.limit = UInt64(clamping: limit.wholeNanoseconds)
    timer = try loop.timer(fired)
  }

  func answered() {
    guard !isPaused else { return }
    due = monotonicNow() + limit
    timer?.rearm(at: due)
  }

  var isLate: Bool { !isPaused && monotonicNow() >= due }

  func pause() {
    isPaused = true
    timer?.disarm()
  }

  func resume() {
    isPaused = false
    answered()
  }

  func close() {
    isPaused = true
    timer?.close()
    timer = nil
  }
}
