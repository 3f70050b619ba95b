// A suspended app: its stopped processes, held until they are continued.
import Glibc
import Linux
import SystemPackage

/// All processes of a suspended app. It holds their pidfds, so that a thaw reaches each one it stopped.
final class FrozenTree {
  private var tree: ProcessTree
  private let kernel: Kernel

  init(_ tree: ProcessTree, kernel: Kernel) {
    self.tree = tree
    self.kernel = kernel
  }

  var processes: [Pidfd] { tree.processes }

  /// Whether all of it is still stopped, asked of the kernel (BG9). False as well when nothing of it is left.
  var isStopped: Bool {
    guard (try? tree.findNew())?.isEmpty == true else { return false }
    return (try? tree.activity(waitingCounts: false, kernel: kernel)) == .stopped
  }

  /// SIGCONT to all of it, whatever state it is in: a thaw is never gated on a check.
  func thaw() { tree.thaw(kernel: kernel) }
}

extension ProcessTree {
  enum Activity: Equatable {
    case stopped
    /// This process has a thread that may run.
    case running(pid_t)
  }

  /// The kernel's own view of every thread of every known process; nil when the root has ended.
  ///
  /// - Parameter waitingCounts: whether a thread that waits inside the kernel (state D) counts as running.
  func activity(waitingCounts: Bool, kernel: Kernel) throws(Errno) -> Activity? {
    for process in processes {
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

  private func threadStates(of process: Pidfd, _ kernel: Kernel) throws(Errno) -> [ProcessStatus.State] {
    var states: [ProcessStatus.State] = []
    do {
      for thread in try kernel.numbers(in: "/proc/\(process.pid)/task") {
        do {
          states.append(try ProcessStatus(pid: process.pid, thread: thread, kernel: kernel).state)
        } catch where error.isProcessGone {
          continue
        }
      }
    } catch where error.isProcessGone {
      return []
    }
    return states
  }

  /// SIGCONT to every known process and to those found now. What cannot be continued or found is gone.
  mutating func thaw(kernel: Kernel) {
    for process in processes { try? kernel.send(SIGCONT, to: process) }
    for process in (try? findNew()) ?? [] { try? kernel.send(SIGCONT, to: process) }
  }
}
