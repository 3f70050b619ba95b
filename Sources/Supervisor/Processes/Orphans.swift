// What an ended app left running: its processes become children of the daemon, which ends them.
import Glibc
import SystemPackage

/// Processes whose app has ended. While an app's root lives it is the subreaper of its own, so a child of the daemon
/// that is no app's root is an orphan.
enum Orphans {
  /// Makes the daemon the one to whom orphans fall (prctl(2) PR_SET_CHILD_SUBREAPER). Once, at start.
  static func adopt(kernel: Kernel) throws(Errno) { try kernel.becomeSubreaper() }

  /// The orphans there are now, zombies included: kill each with `Kill.tree`, and reap it when its pidfd is readable.
  ///
  /// Only the daemon reaps its children, so that a pid listed here means the same process until it does so. Costs with
  /// the number of the daemon's children; an orphan's own children come to the daemon when it ends.
  ///
  /// - Parameter knownRoots: the children that are no orphans, and the orphans that are being ended already.
  static func find(knownRoots: Set<pid_t>, kernel: Kernel) throws(Errno) -> [ChildProcess] {
    let daemon = getpid()
    var orphans: [ChildProcess] = []
    for pid in try ProcessTree.children(of: daemon, kernel: kernel) where !knownRoots.contains(pid) {
      do {
        orphans.append(ChildProcess(try kernel.openPidfd(pid), kernel: kernel))
      } catch where error.isProcessGone {
        continue
      }
    }
    return orphans
  }
}
