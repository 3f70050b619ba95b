// The processes of an app as a look at its memory and processor time is told of them, while others wait for the loop.
package import Glibc
package import Linux
package import SystemPackage

/// The pids of an app's processes, the root's first.
package nonisolated struct ListedProcesses: Equatable {
  let pids: [pid_t]
  /// Whether they are of now. The root's pid names the root until the daemon has reaped it.
  let isCurrent: Bool

  package init(_ pids: [pid_t], isCurrent: Bool = true) {
    self.pids = pids
    self.isCurrent = isCurrent
  }
}

/// Finds the processes of an app that no cgroup lists. A walk reads a file for each of their threads, so that of an app
/// of many is made only when there is time for it; until then the last one holds. Only for measuring: who stops or ends
/// an app must find all of it (``ProcessTree``).
@MainActor package struct WalkedProcesses {
  private var pids: [pid_t] = []
  /// That the last walk has met.
  private var threads = 0

  package init() {}

  /// A walk that has begun goes to its end, however long it takes; the next ones wait for that.
  package mutating func list(
    below root: Pidfd, in time: MeasuringTime, kernel: Kernel
  ) throws(Errno) -> ListedProcesses {
    if threads <= MeasuringTime.fewThreads, try walk(root, threads: MeasuringTime.fewThreads, kernel) {
      return ListedProcesses(pids)
    }
    let isCurrent = try time.walks.spend { isLeft throws(Errno) in
      isLeft() ? try walk(root, threads: .max, kernel) : false
    }
    return ListedProcesses(pids.isEmpty ? [root.pid] : pids, isCurrent: isCurrent)
  }

  /// False when there were more threads.
  private mutating func walk(_ root: Pidfd, threads limit: Int, _ kernel: Kernel) throws(Errno) -> Bool {
    var tree = ProcessTree(root: root, kernel: kernel)
    _ = try tree.walk(threads: limit)
    threads = tree.threads
    guard !tree.isCutShort else { return false }
    pids = tree.all.map(\.pid)
    return true
  }
}
