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
  /// - Parameter waitingCounts: whether a thread that waits inside the kernel (state D) counts as running.
  func activity(waitingCounts: Bool, kernel: Kernel) throws(Errno) -> ThreadActivity? {
    for process in all {
      var isAlive = false
      for state in try threadStates(of: process, kernel) {
        switch state {
        case .stopped: isAlive = true
        case .uninterruptible:
          isAlive = true
          if waitingCounts { return .running(process.pid) }
        case .running: return .running(process.pid)
        case .dead: break
        }
      }
      if !isAlive && process === root { return nil }
    }
    return .stopped
  }

  /// Whether every process of the app is stopped, the ones that are found only now as well (BG9). False as well when
  /// nothing of it is left.
  package func areStopped(kernel: Kernel) -> Bool {
    var now = self
    guard (try? now.findNew()) != nil else { return false }
    return (try? now.activity(waitingCounts: false, kernel: kernel)) == .stopped
  }

  private func threadStates(of process: Pidfd, _ kernel: Kernel) throws(Errno) -> [ProcessStatus.State] {
    var states: [ProcessStatus.State] = []
    do {
      for thread in try kernel.numbers(in: "/proc/\(process.pid)/task") {
        do {
          states.append(try ProcessStatus(pid: process.pid, thread: thread, kernel: kernel).state)
        } catch let error where error.isProcessGone {
          continue
        }
      }
    } catch let error where error.isProcessGone {
      return []
    }
    return states
  }
}
