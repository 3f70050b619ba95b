// One run of roost-backtrace: its output, its end, and its deadline.
import Glibc
import LifecycleModel
import Linux
import Processes
import Reports
import SystemPackage
import Systemd

/// A helper process from its start until it has been reaped.
final class Look {
  enum Step {
    /// It has ended, having printed this.
    case ended(ExitStatus, [UInt8])
    /// It took too long and is being killed.
    case late
    /// The helper that was late has ended.
    case endedLate
  }

  let child: ChildProcess
  private let output: CInt
  private let report: (Step) -> Void
  private var bytes: [UInt8] = []
  private var isLate = false
  private var outputWatch: IOSource?
  private var exitWatch: IOSource?
  private var deadline: TimerSource?

  /// Takes over `output`, the end to read from, which does not block.
  init(
    _ child: ChildProcess, output: CInt, loop: EventLoop, limit: Duration, report: @escaping (Step) -> Void
  ) throws(SystemCallError) {
    self.child = child
    self.output = output
    self.report = report
    outputWatch = try loop.watch(output, for: .readable, priority: .reply) { [unowned self] _ in drain() }
    exitWatch = try loop.watch(child.pidfd.descriptor, for: .readable, priority: .reply) { [unowned self] _ in end() }
    let timer = try loop.timer { [unowned self] in expire() }
    timer.rearm(at: monotonicNow() + limit.wholeNanoseconds)
    deadline = timer
  }

  isolated deinit { try? Sys.close(output) }

  /// At most as much as a helper may print; one that prints more is ended.
  private func drain() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // EAGAIN means that there is nothing more for now.
      guard let count = try? Sys.read(output, into: &buffer) else { return }
      // The end, which stays readable.
      guard count > 0 else {
        outputWatch?.close()
        return
      }
      guard bytes.count + count <= Backtrace.outputLimit else {
        outputWatch?.close()
        try? child.signal(SIGKILL)
        return
      }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  private func expire() {
    // An answer that is already there counts as in time.
    guard exitWatch?.isEnabled == true, !isLate else { return }
    isLate = true
    try? child.signal(SIGKILL)
    report(.late)
  }

  private func end() {
    drain()
    let status: ExitStatus
    do {
      guard let end = try child.end() else { return }
      status = end.status
    } catch {
      status = .exited(code: EXIT_FAILURE)
    }
    for source in [outputWatch, exitWatch, deadline] as [EventSource?] { source?.close() }
    report(isLate ? .endedLate : .ended(status, bytes))
  }
}
