// Gives up, once and not at each launch, the capabilities that a program of root could get by execve(2) (capabilities(7)).
import Glibc
import Synchronization
import SystemPackage

/// A new process gives up the bounding set, by one call for each capability of the kernel: 41 calls, of which each makes new
/// credentials. The daemon has no use for the set either, so that its processes begin without it.
package nonisolated enum BoundingCapabilities {
  /// Whether a process that this thread starts has an empty set from the beginning.
  static var areGivenUp: Bool { state.load(ordering: .relaxed) }
  private static let state = Atomic(false)

  /// For the calling thread, which is the one that starts processes, and for those that it makes. All that the daemon itself may
  /// do becomes inheritable: a program of root that takes the daemon's place by execve(2) may do it again. Without `CAP_SETPCAP`
  /// all stays as it is, and each new process gives the set up.
  package static func giveUp() {
    guard geteuid() == 0 else { return }
    do throws(Errno) {
      try Sys.inheritCapabilities()
      try Sys.dropBoundingCapabilities()
      state.store(true, ordering: .relaxed)
    } catch {
      // Each launch does it.
    }
  }
}
