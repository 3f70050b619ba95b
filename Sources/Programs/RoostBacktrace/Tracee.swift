// Holding a thread still while it is looked at, and letting go of it as it was found.
import CElfutils
import Glibc

/// The reason why no backtrace can be had.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The main thread of a process in a tracing stop.
///
/// PTRACE_SEIZE sends no signal, unlike PTRACE_ATTACH: a running process runs on afterwards, a stopped one stays
/// stopped without ever being woken, and neither its parent nor itself hears of it. When we end early the kernel lets
/// go in the same way.
struct Tracee: ~Copyable {
  let pid: pid_t
  /// A signal that arrived just then, to be delivered when we let go.
  private let signal: CInt

  init(_ pid: pid_t) throws(Failure) {
    self.pid = pid
    guard roost_ptrace(PTRACE_SEIZE, pid, 0) == 0 else { throw Self.refusal(pid, errno) }
    guard roost_ptrace(PTRACE_INTERRUPT, pid, 0) == 0 else { throw Self.refusal(pid, errno) }
    var status: CInt = 0
    // __WALL
    while waitpid(pid, &status, 0x4000_0000) < 0 {
      guard errno == EINTR else { throw Failure("unable to stop process \(pid): \(String(cString: strerror(errno)))") }
    }
    // WIFSTOPPED
    guard status & 0xff == 0x7f else { throw Failure("process \(pid) ended before its stack was read") }
    // PTRACE_EVENT_STOP in the upper half is our own interruption, or the stop it was in (ptrace(2), "group-stop").
    signal = status >> 16 == 0 ? (status >> 8) & 0xff : 0
  }

  deinit { _ = roost_ptrace(PTRACE_DETACH, pid, UInt(signal)) }

  private static func refusal(_ pid: pid_t, _ error: CInt) -> Failure {
    switch error {
    case ESRCH: Failure("no such process: \(pid)")
    case EPERM where field("State", of: pid).contains("Z"):
      Failure("process \(pid) has ended, or its main thread has")
    case EPERM where field("TracerPid", of: pid).contains { "1"..."9" ~= $0 }:
      Failure("another program is tracing process \(pid); end that program first")
    case EPERM:
      Failure(
        "no permission to trace process \(pid); run as root or as its user, see ptrace(2) and "
          + "/proc/sys/kernel/yama/ptrace_scope")
    default: Failure("unable to trace process \(pid): \(String(cString: strerror(error)))")
    }
  }

  /// A line of /proc/PID/status (proc(5)); empty when there is none.
  private static func field(_ name: String, of pid: pid_t) -> String {
    guard let file = fopen("/proc/\(pid)/status", "r") else { return "" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, CInt(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      if text.hasPrefix(name + ":") { return String(text.dropFirst(name.count + 1)) }
    }
    return ""
  }
}
