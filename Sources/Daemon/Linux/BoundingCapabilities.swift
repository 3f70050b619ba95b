// Gives up the capabilities that a program of root could get by execve(2), once in place of at each launch (capabilities(7)).
import Glibc
import Synchronization
import SystemPackage

/// A new process gives up the bounding set, by one call for each capability of the kernel: 41 calls, of which each makes new
/// credentials. The daemon has no use for the set either, so that its processes begin without it.
package nonisolated enum BoundingCapabilities {
  /// Whether a process that this thread starts has an empty set from the beginning.
  static var areGivenUp: Bool { state.load(ordering: .relaxed) }
  private static let state = Atomic(false)

  /// For the calling thread, which is the one that starts processes, and for those that it makes. What the daemon itself may do becomes inheritable: by that alone root has it again in a program that takes the
  /// daemon's place. Without `CAP_SETPCAP` all stays as it is.
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
