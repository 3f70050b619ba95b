// Processes that an ended app left running: they become children of the daemon, which ends them.
package import Glibc
package import SystemPackage
package import Systemd

/// An orphan that was killed, until it is reaped.
@MainActor package struct Orphan {
  package let child: ChildProcess
  private let watch: IOSource
  /// Whether it has ended, and cannot be reaped yet.
  package private(set) var isMuted = false
  /// The memory of it and of those below it, until the kernel has it back.
  package private(set) var footprints: Footprints

  /// - Parameters:
  ///   - watch: what tells of its end.
  ///   - before: what it held when its app was killed.
  package init(_ child: ChildProcess, watch: IOSource, before: Footprints, kernel: Kernel) {
    self.child = child
    self.watch = watch
    footprints = before.part(of: child.pid)
    if let now = try? Footprints.measure(leftOf: before, child, kernel: kernel) { footprints = now }
  }

  package mutating func mute() {
    isMuted = true
    watch.events = .hangup
  }

  package mutating func look(kernel: Kernel) {
    if let now = try? Footprints.measure(leftOf: footprints, child, kernel: kernel) { footprints = now }
  }
}

/// Processes whose app has ended. While an app's root lives it is the subreaper of its own, so a child of the daemon
/// that is no app's root is an orphan.
@MainActor package enum Orphans {
  /// Makes the daemon the one to whom orphans fall (prctl(2) PR_SET_CHILD_SUBREAPER). Once, at start.
  package static func becomeSubreaper(kernel: Kernel) throws(Errno) { try kernel.becomeSubreaper() }

  /// The orphans there are now, zombies included, but at most so many: kill each with `Kill.tree`, and reap it when its
  /// pidfd is readable.
  ///
  /// Only the daemon reaps its children, so that a pid listed here means the same process until it does so. Costs with
  /// the number of the daemon's children; an orphan's own children come to the daemon when it ends.
  ///
  /// - Parameter knownRoots: the children that are no orphans, and the orphans that are being ended already.
  package static func find(
    knownRoots: Set<pid_t>, atMost limit: Int = .max, kernel: Kernel
  ) throws(Errno) -> [ChildProcess] {
    let daemon = getpid()
    var orphans: [ChildProcess] = []
    for pid in try ProcessTree.children(of: daemon, kernel: kernel) where !knownRoots.contains(pid) {
      if orphans.count == limit { break }
      do {
        orphans.append(ChildProcess(try kernel.openPidfd(pid), kernel: kernel))
      } catch let error where error.isProcessGone {
        continue
      }
    }
    return orphans
  }
}
