// Ending an app at once: SIGKILL to every process of it.
import Glibc
import SystemPackage

@MainActor package enum Kill {
  /// A process that is killed while it forks leaves its child to the root, where the next walk finds it.
  private static let walks = 4

  /// Kills all processes of an app, by its cgroup where it has one: that reaches those too that have left its tree.
  package static func all(of root: ChildProcess, in cgroup: AppCgroup?, kernel: Kernel) {
    guard let cgroup, (try? cgroup.kill()) != nil else { return tree(root: root, kernel: kernel) }
    // It has moved itself elsewhere, as root can.
    try? root.signal(SIGKILL)
    try? kernel.releaseMemory(of: root.pidfd)
  }

  /// Kills all processes of an app. The root goes last: while it lives nothing can leave its tree.
  ///
  /// Never fails: the kernel refuses SIGKILL only for what is gone, and a process that could not be seen, for want of a
  /// descriptor, becomes the daemon's orphan when the root ends (`Orphans`). The root is still to be reaped.
  package static func tree(root: ChildProcess, kernel: Kernel) {
    // Stopped, the root starts nothing new while its tree is walked; SIGKILL ends stopped processes too (signal(7)).
    try? root.signal(SIGSTOP)
    var tree = ProcessTree(root: root.pidfd, kernel: kernel)
    for _ in 0..<walks {
      guard let found = try? tree.findNew({ try? kernel.send(SIGKILL, to: $0) }), !found.isEmpty else { break }
    }
    try? root.signal(SIGKILL)
    try? kernel.releaseMemory(of: root.pidfd)
  }
}
