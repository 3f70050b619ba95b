// Orphans that are too many to hold each of them by a descriptor: ended a few hundred at once.
package import Glibc
package import SystemPackage

/// The processes of apps that have ended, in the order in which they are killed.
///
/// Of processes that fork and exit without end some are always gone before they are killed; looking again at once is faster than they
/// are, and each that is killed starts no other.
@MainActor package struct OrphanCrowd {
  private var pids: [pid_t] = []
  /// The first that is not killed yet.
  private var next = 0

  /// Nanoseconds of the loop for it at once.
  private static let piece: UInt64 = 5_000_000

  package enum State {
    case gone
    /// There are more, or others than there were.
    case changing
    /// All are the same as before they were killed: the kernel holds them, or somebody traces them, and killing them again does not
    /// end them.
    case staying
  }

  package init() {}

  /// Kills and reaps for a few milliseconds.
  ///
  /// - Parameter known: the daemon's children that are no orphans, and the orphans that are held.
  package mutating func end(except known: Set<pid_t>, kernel: Kernel) throws(Errno) -> State {
    let end = kernel.now() + Self.piece
    var first: [pid_t]?
    while true {
      if next == pids.count {
        let crowd = try ProcessTree.children(of: getpid(), kernel: kernel).filter { !known.contains($0) }
        let isSame = crowd == first ?? pids
        first = first ?? crowd
        (pids, next) = (crowd, 0)
        if crowd.isEmpty { return .gone }
        if kernel.now() >= end { return isSame ? .staying : .changing }
      }
      while next < pids.count {
        if kernel.now() >= end, next > 0 { return .changing }
        let pid = pids[next]
        next += 1
        if known.contains(pid) { continue }
        // Nobody else reaps it: until then the pid is its own.
        try? kernel.killChild(pid)
        try? kernel.reapChild(pid)
      }
    }
  }
}
