// Tells which children were stopped or continued, by roostd or by another process (BG9).
package import Glibc
import SystemPackage

/// A child of the daemon has stopped, or runs again.
package nonisolated struct StopChange: Equatable {
  package enum Change: Equatable {
    case stopped, continued
  }

  package var pid: pid_t
  package var change: Change
}

/// The last stop or continue of a child since it was asked about, ours included; its exit stays unreaped.
///
/// The kernel keeps one report a child, the latest. Only children are reported: an app's other processes report to
/// their own parents.
package func stopChange(of child: pid_t, kernel: Kernel) -> StopChange? {
  // ECHILD: it is no child any more.
  try? kernel.nextStopChange(of: child)
}

/// The same of all children. Each report is handed out once, but one that is stopped and continued without end has another at each
/// call, and hides the others from waitid(2), which names the first that has any. At its second `children` are asked one by one.
package func stopChanges(kernel: Kernel, among children: some Collection<pid_t> = EmptyCollection()) -> [StopChange] {
  var changes: [StopChange] = []
  var changed: Set<pid_t> = []
  while let change = try? kernel.nextStopChange() {
    changes.append(change)
    guard changed.insert(change.pid).inserted else {
      return changes + children.filter { !changed.contains($0) }.compactMap { stopChange(of: $0, kernel: kernel) }
    }
  }
  return changes
}
