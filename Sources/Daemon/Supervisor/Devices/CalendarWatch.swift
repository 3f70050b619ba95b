// Leaps of the calendar: somebody sets it, or the machine has slept, which the model's clock does not count.
import Linux
import SystemPackage
import Systemd

/// The kernel cancels the timer at each (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET), also when the machine wakes up.
final class CalendarWatch {
  private let timer: CInt
  private let source: IOSource

  /// - Parameter leapt: called before any app is heard that has spoken since.
  init(on loop: EventLoop, leapt: @escaping () -> Void) throws(SystemCallError) {
    let timer: CInt
    do {
      timer = try makeClockSetTimer()
    } catch {
      throw SystemCallError(action: "make a timer that the kernel cancels when the calendar leaps", errno: error)
    }
    self.timer = timer
    source = try loop.watch(timer, for: .readable, priority: .exit) { _ in
      var expirations = [UInt8](repeating: 0, count: MemoryLayout<UInt64>.size)
      // It is in the error that the kernel tells of it; the timer stays armed, and is cancelled again the next time.
      _ = try? Sys.read(timer, into: &expirations)
      leapt()
    }
  }

  isolated deinit {
    source.close()
    try? Sys.close(timer)
  }
}
