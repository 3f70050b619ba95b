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
    guard let first = try? ProcessStatus(pid: pid, kernel: self), first.state == .dead, !first.hasEnded else {
      return nil
    }
    return livingThread(of: pid)
  }

  /// The same of a process that is known to be such a one. The kernel makes an entry of each thread that it lists, so
  /// it is asked for a few at a time: as a rule the first behind the one that has ended lives.
  func livingThread(of pid: pid_t) -> pid_t? {
    guard let folder = try? Sys.open("/proc/\(pid)/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC) else { return nil }
    defer { try? Sys.close(folder) }
    while true {
      var isAtEnd = true
      var threads: [pid_t] = []
      try? Sys.forEachEntry(ofOpen: folder, bytes: 256) { name in
        isAtEnd = false
        if let thread = pid_t(digits: name), thread != pid { threads.append(thread) }
      }
      if isAtEnd { return nil }
      let living = threads.first { thread in
        let status = try? ProcessStatus(pid: pid, thread: thread, kernel: self)
        return status.map { $0.state != .dead } ?? false
      }
      if let living { return living }
    }
  }
}
