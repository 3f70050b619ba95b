// The thread by which /proc tells about a process whose first thread has ended.
package import Glibc
import Linux
import SystemPackage

extension Kernel {
  /// So many threads are looked at before others in the loop have their turns. Dead ones stay in the list for as long as somebody traces
  /// them and does not wait for them (ptrace(2)), and a process may have as many as it may have threads.
  static let threadsAtOnce = 16
  /// So many of these are the last of a longer list.
  private static let newest = 4

  /// A thread that lives, of a process whose first has ended; nil where that lives, or none is found that does.
  ///
  /// The kernel takes memory and open files from each thread that ends, and shows those of the first in /proc/PID: nothing
  /// of one that has ended, whatever the others have (exit_mm() and exit_files() in its exit.c). /proc/TID tells the same
  /// of any thread (proc(5)).
  ///
  /// - Parameter place: where in the list of the threads the search begins, at first 0. When none is found it is where the next
  ///   search goes on, and 0 again after the last thread.
  package func heir(ofFirstThread pid: pid_t, from place: inout Int) -> pid_t? {
    guard let first = try? ProcessStatus(pid: pid, kernel: self), first.state == .dead, !first.hasEnded else {
      place = 0
      return nil
    }
    return livingThread(of: pid, threads: first.threads, from: &place)
  }

  /// The same of a process that is known to be such a one, and to have so many threads. Few are all looked at.
  func livingThread(of pid: pid_t, threads: Int, from place: inout Int) -> pid_t? {
    guard let folder = try? Sys.open("/proc/\(pid)/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC) else {
      place = 0
      return nil
    }
    defer { try? Sys.close(folder) }
    if threads <= Self.threadsAtOnce {
      place = 0
      var begin = 0
      return firstLiving(of: pid, in: folder, from: &begin, atMost: Self.threadsAtOnce)
    }
    // A new thread is the last (copy_process() in the kernel's fork.c): where each makes the next one and ends, that lives.
    var begin = threads - Self.newest
    if let thread = firstLiving(of: pid, in: folder, from: &begin, atMost: Self.newest) { return thread }
    return firstLiving(of: pid, in: folder, from: &place, atMost: Self.threadsAtOnce - Self.newest)
  }

  /// - Parameter place: stays at the thread that is found, or is moved behind the last that was looked at.
  private func firstLiving(of pid: pid_t, in folder: CInt, from place: inout Int, atMost limit: Int) -> pid_t? {
    // Behind `.` and `..` (proc_task_readdir() in the kernel's fs/proc/base.c).
    Sys.seek(folder, to: place + 2)
    var left = limit
    while left > 0 {
      // The kernel makes an entry of each thread that it lists, so it is asked for a few at a time: as a rule the first
      // behind the one that has ended lives.
      var threads: [pid_t] = []
      try? Sys.forEachEntry(ofOpen: folder, bytes: 256) { name in
        if let thread = pid_t(digits: name) { threads.append(thread) }
      }
      if threads.isEmpty {
        place = 0
        return nil
      }
      for thread in threads.prefix(left) {
        if thread != pid, let status = try? ProcessStatus(pid: pid, thread: thread, kernel: self), status.state != .dead
        {
          return thread
        }
        place += 1
      }
      left -= threads.count
    }
    return nil
  }
}
