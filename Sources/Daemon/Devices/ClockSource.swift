// Changes of the system clock: the kernel cancels a timer for each, timerfd_create(2) with TFD_TIMER_CANCEL_ON_SET.
import Glibc
import LifecycleModel
import Linux
import SystemPackage
import Systemd

/// Reports by how much the clock was set, against the clock that nobody can set.
///
/// Waking up from sleep cancels the timer as well, and jumps nothing: CLOCK_BOOTTIME has counted the sleep too.
final class ClockSource {
  /// The kernel's part, which a test replaces: nothing else can be set without setting the machine's clock.
  struct Clocks {
    /// CLOCK_REALTIME and CLOCK_BOOTTIME, in nanoseconds.
    var now: () -> (real: Int64, boot: Int64)
    /// Reads the timer; true when it was cancelled.
    var wasSet: (_ timer: CInt) -> Bool

    static let machine = Clocks(
      now: { (nanoseconds(of: CLOCK_REALTIME), nanoseconds(of: CLOCK_BOOTTIME)) },
      wasSet: { timer in
        var expirations = [UInt8](repeating: 0, count: MemoryLayout<UInt64>.size)
        do throws(Errno) {
          _ = try Sys.read(timer, into: &expirations)
          return false
        } catch {
          // The timer stays armed, and is cancelled again the next time.
          return error == .canceled
        }
      })
  }

  private let timer: CInt
  private let clocks: Clocks
  private var offset: Int64
  private var source: IOSource?

  /// Takes `timer` over. Less than half a second is no change that an app could tell from drift.
  init(
    timer: CInt, clocks: Clocks = .machine, on loop: EventLoop, report: @escaping (DeviceSourceEvent) -> Void
  ) throws(SystemCallError) {
    self.timer = timer
    self.clocks = clocks
    let now = clocks.now()
    offset = now.real - now.boot
    source = try loop.watch(timer, for: .readable, priority: .request) { [unowned self] _ in
      guard clocks.wasSet(timer) else { return }
      let now = clocks.now()
      let jump = now.real - now.boot - offset
      offset += jump
      let seconds = (Double(jump) / 1e9).rounded()
      if seconds != 0 { report(.fact(.time(.jump(seconds: Int64(seconds))))) }
    }
  }

  isolated deinit {
    source?.close()
    try? Sys.close(timer)
  }

  /// A timer for the end of time.
  static func makeTimer() throws(SystemCallError) -> CInt {
    do {
      return try makeClockSetTimer()
    } catch {
      throw SystemCallError(action: "make a timer that the kernel cancels when the clock is set", errno: error)
    }
  }
}
