// The user that a process runs as: /proc/PID/status.
package import Glibc
import Linux

extension Kernel {
  /// The real one. Its folder in /proc tells of another where the process may not be looked into (proc_pid(5)). Nil when it
  /// is gone.
  package func user(of pid: pid_t) -> uid_t? {
    guard let text = try? readFile("/proc/\(pid)/status") else { return nil }
    let line = text.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: Array("Uid:".utf8)) }
    let first = line?.split(separator: UInt8(ascii: "\t")).dropFirst().first
    return first.flatMap { uid_t(digits: $0) }
  }
}
