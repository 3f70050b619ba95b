// Tells from /proc, which shows each of its threads, if an app runs.
package import Glibc
import Linux
import SystemPackage

/// The kernel's view of all threads of an app.
package enum ThreadActivity: Equatable {
  case stopped
  /// This process has a thread that may run.
  case running(pid_t)
}

extension AppProcesses {
  /// The kernel's own view of every thread of every known process; nil when the root has ended.
  ///
  /// A thread that waits inside the kernel (state D) runs on when its wait is over, unless it has to stop first.
  ///
  /// - Parameter waitingCounts: whether one that has to stop then counts as running until it does.
  func activity(waitingCounts: Bool, kernel: Kernel) throws(Errno) -> ThreadActivity? {
    for process in all {
      switch try activity(of: process, waitingCounts: waitingCounts, kernel: kernel) {
      case nil: return nil
      case .running(let pid): return .running(pid)
      case .stopped: continue
      }
    }
    return .stopped
  }

  /// The same of one process; nil when it is the root, and has ended.
  func activity(of process: Pidfd, waitingCounts: Bool, kernel: Kernel) throws(Errno) -> ThreadActivity? {
    guard let threads = try threadStates(of: process, kernel) else { return .stopped }
    if threads.isEmpty && process === root { return nil }
    if threads.contains(where: { $0.state == .running }) { return .running(process.pid) }
    let waiting = threads.filter { $0.state == .uninterruptible }
    if waitingCounts, !waiting.isEmpty { return .running(process.pid) }
    // One stop signal stops all threads of a process: where one has taken it, the others must (signal(7)).
    if threads.contains(where: { $0.state == .stopped }) { return .stopped }
    for thread in waiting where try !thread.mustStop(in: process, kernel) { return .running(process.pid) }
    return .stopped
  }

  /// Whether every process of the app is stopped, the ones that are found only now as well (BG9). False as well when
  /// nothing of it is left.
  package func areStopped(kernel: Kernel) -> Bool {
    var now = self
    guard (try? now.findNew()) != nil else { return false }
    return (try? now.activity(waitingCounts: false, kernel: kernel)) == .stopped
  }

  /// The threads of a process that live, but none after one that runs; nil where all are known to be stopped without a
  /// look at each.
  ///
  /// The thread that takes a SIGSTOP wakes the others one after the other, so that the last ones stop last
  /// (do_signal_stop() in the kernel's signal.c); of two hundred the files take milliseconds.
  private func threadStates(of process: Pidfd, _ kernel: Kernel) throws(Errno) -> [ThreadState]? {
    var threads: [ThreadState] = []
    do {
      let first = try ProcessStatus(pid: process.pid, kernel: kernel)
      // The line of a process of one thread is that thread's; while it is stopped it starts no other.
      if first.threads == 1, first.state != .dead {
        return first.state == .stopped ? nil : [ThreadState(thread: process.pid, state: first.state)]
      }
      if first.threads > 1, process === root, kernel.hasStopped(child: process) == true { return nil }
      for thread in try kernel.numbers(in: "/proc/\(process.pid)/task").reversed() {
        do {
          let state = try ProcessStatus(pid: process.pid, thread: thread, kernel: kernel).state
          if state != .dead { threads.append(ThreadState(thread: thread, state: state)) }
          if state == .running { break }
        } catch let error where error.isProcessGone {
          continue
        }
      }
    } catch let error where error.isProcessGone {
      return []
    }
    return threads
  }
}

private struct ThreadState {
  let thread: pid_t
  let state: ProcessStatus.State

  /// Whether it has stopped meanwhile, or takes a SIGSTOP that waits for it before it runs a line of its own.
  @MainActor func mustStop(in process: Pidfd, _ kernel: Kernel) throws(Errno) -> Bool {
    do {
      let now = try PendingStop(pid: process.pid, thread: thread, kernel: kernel)
      return switch now.state {
      case .stopped, .traced, .dead: true
      case .uninterruptible: now.isPending
      case .running: false
      }
    } catch let error where error.isProcessGone {
      return true
    }
  }
}
