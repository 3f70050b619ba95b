// The end of an app that the kernel owes since the app was killed.
import Systemd

/// SIGKILL ends a process that waits in the kernel only when that wait is over: for a FUSE server that does not answer, say
/// (`fuse_flush()`), or a disk that is gone. It runs no code of its own any more, so after this time it counts as ended,
/// and its process is left to the ``Orphanage``: nobody who waits for the end, or launches the app again, waits for ever.
final class OverdueEnd {
  /// Nanoseconds from SIGKILL.
  static let patience: UInt64 = 10_000_000_000

  private(set) var isOver = false
  private var timer: TimerSource?

  /// - Parameter then: is called when it is over.
  init(after patience: UInt64, on loop: EventLoop, then: @escaping () -> Void) throws(SystemCallError) {
    timer = try loop.timer(priority: .exit) { [unowned self] in
      isOver = true
      then()
    }
    timer?.rearm(at: monotonicNow() + patience)
  }

  func close() { timer?.close() }
}
