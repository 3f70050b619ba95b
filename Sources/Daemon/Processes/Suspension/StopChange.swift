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

/// All stops and continues since the last call, of `child` or when that is nil of all, ours included; exits stay unreaped.
///
/// The kernel keeps one report a child, the latest. Only children are reported: an app's other processes report to
/// their own parents.
package func stopChanges(of child: pid_t? = nil, kernel: Kernel) -> [StopChange] {
  var changes: [StopChange] = []
  // ECHILD: no child at all. Each report is handed out once, so this ends.
  while let change = try? kernel.nextStopChange(of: child) { changes.append(change) }
  return changes
}
