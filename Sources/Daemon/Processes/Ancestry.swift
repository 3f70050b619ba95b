// Finds the process of an app that another is below, by the parents that the kernel tells of.
package import Glibc

/// Of one turn of the loop: an app may have a thousand processes in a deep row, and all of them may have the daemon ask at one
/// moment whose they are. Each is looked at once.
package struct Ancestry {
  /// The files of /proc that were read.
  private(set) var looks = 0
  private var parents: [pid_t: pid_t] = [:]
  private let kernel: Kernel

  private static let deepest = 64
  /// Each takes some microseconds.
  private static let mostLooks = 64

  package init(kernel: Kernel) { self.kernel = kernel }

  /// Whether the rest is to wait for another turn.
  package var hasLookedEnough: Bool { looks >= Self.mostLooks }

  /// The first of the process and those above it that `isSought`.
  package mutating func first(from process: pid_t, where isSought: (pid_t) -> Bool) -> pid_t? {
    var pid = process
    for _ in 0..<Self.deepest where pid > 1 {
      if isSought(pid) { return pid }
      pid = parent(of: pid)
    }
    return nil
  }

  /// Zero, which is no process, where the kernel no longer tells.
  private mutating func parent(of pid: pid_t) -> pid_t {
    if let parent = parents[pid] { return parent }
    looks += 1
    let parent = (try? ProcessStatus(pid: pid, kernel: kernel))?.parent ?? 0
    parents[pid] = parent
    return parent
  }
}
