// The user that a process runs as: /proc/PID/status.
package import Glibc
import Linux

extension Kernel {
  /// The real one. Its folder in /proc tells of another where the process may not be looked into (proc_pid(5)). Nil when it
  /// is gone.
  package func user(of pid: pid_t) -> uid_t? {
    number("Uid:", of: pid)
  }

  /// Nil when it is gone. /proc/PID/stat tells it too, and makes its reader wait while the process is between two programs
  /// (execve(2)).
  package func parent(of pid: pid_t) -> pid_t? { number("PPid:", of: pid) }

  private func number<Number: FixedWidthInteger>(_ key: String, of pid: pid_t) -> Number? {
    guard let text = try? readFile("/proc/\(pid)/status") else { return nil }
    let line = text.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: Array(key.utf8)) }
    let first = line?.split(separator: UInt8(ascii: "\t")).dropFirst().first
    return first.flatMap { Number(digits: $0) }
  }
}
