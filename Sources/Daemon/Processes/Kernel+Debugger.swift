// The process that traces another: its debugger.
import Glibc
package import LifecycleModel
import Linux
import SystemPackage

extension Kernel {
  /// Nil where nobody traces it, or only a helper of the daemon, or one of the app's own processes: an app must not stop
  /// the clocks of its own deadlines.
  package func debugger(of process: ChildProcess) -> Debugger? {
    guard let tracer = tracer(of: process.pid), isOutside(tracer, of: process.pid),
      let name = try? readFile("/proc/\(tracer)/comm")
    else { return nil }
    let line = name.prefix { $0 != UInt8(ascii: "\n") }
    return Debugger(pid: tracer, name: String(decoding: line, as: UTF8.self))
  }

  /// Whether a process is neither the daemon, nor one below it, nor one of the app `root`. Of one whose ancestors do not
  /// come to an end that is not certain: a debugger that was started from a shell in a terminal has ten of them or so, and
  /// an app may hide behind hundreds.
  private func isOutside(_ pid: pid_t, of root: pid_t) -> Bool {
    var next = pid
    for _ in 0..<64 {
      if next == getpid() || next == root { return false }
      if next <= 1 { return true }
      guard let parent = try? ProcessStatus(pid: next, kernel: self).parent else { return false }
      next = parent
    }
    return false
  }

  /// TracerPid of /proc/PID/status (proc_pid_status(5)).
  private func tracer(of pid: pid_t) -> pid_t? {
    // It is in the first kilobyte, which the kernel gives in one read (single_open()).
    guard let text = try? readStart(of: "/proc/\(pid)/status", atLeast: 1) else { return nil }
    let line = text.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: Array("TracerPid:".utf8)) }
    guard let number = line?.split(separator: UInt8(ascii: "\t")).last.flatMap({ pid_t(digits: $0) }), number > 0
    else { return nil }
    return number
  }
}
