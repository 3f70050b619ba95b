// The user that a process runs as, and its parent: /proc/PID/status.
package import Glibc
import Linux

extension Kernel {
  /// The real one. Its folder in /proc tells of another where the process may not be looked into (proc_pid(5)). Nil when it
  /// is gone.
  package func user(of pid: pid_t) -> uid_t? { status(of: pid).flatMap { number("Uid:", in: $0) } }

  /// The same and the parent, by one look; nil when it is gone. /proc/PID/stat tells of parents too, and makes its reader
  /// wait while the process is between two programs (execve(2)).
  func parentAndUser(of pid: pid_t) -> (parent: pid_t, user: uid_t)? {
    guard let status = status(of: pid), let parent: pid_t = number("PPid:", in: status),
      let user: uid_t = number("Uid:", in: status)
    else { return nil }
    return (parent, user)
  }

  private func status(of pid: pid_t) -> [UInt8]? { try? readFile("/proc/\(pid)/status") }

  private func number<Number: FixedWidthInteger>(_ key: String, in status: [UInt8]) -> Number? {
    let line = status.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: key.utf8) }
    let first = line?.split(separator: UInt8(ascii: "\t")).dropFirst().first
    return first.flatMap { Number(digits: $0) }
  }
}
