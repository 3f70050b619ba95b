// The thread by which /proc tells about a process whose first thread has ended.
package import Glibc
import Linux
import SystemPackage

extension Kernel {
  /// A thread that lives, of a process whose first has ended; nil where that lives, or none does.
  ///
  /// The kernel takes memory and open files from each thread that ends, and shows those of the first in /proc/PID: nothing
  /// of one that has ended, whatever the others have (exit_mm() and exit_files() in its exit.c). /proc/TID tells the same
  /// of any thread (proc(5)).
  package func heir(ofFirstThread pid: pid_t) -> pid_t? {
    guard let first = try? ProcessStatus(pid: pid, kernel: self), first.state == .dead, !first.hasEnded,
      let threads = try? numbers(in: "/proc/\(pid)/task")
    else { return nil }
    return threads.first { thread in
      let status = try? ProcessStatus(pid: pid, thread: thread, kernel: self)
      return status.map { $0.state != .dead } ?? false
    }
  }
}
