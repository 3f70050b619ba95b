// The denials of an app besides its files: no capabilities, fewer system calls, limits of resources.
import Linux
package import Seccomp
import SystemPackage

package nonisolated struct Confinement: Sendable {
  /// Nil where the kernel has no filters.
  package let filter: SystemCallFilter?
  /// Of what the app's bundle does not ask for; nil where that is nothing.
  package let loggedFilter: SystemCallFilter?

  package init(filter: SystemCallFilter?, loggedFilter: SystemCallFilter? = nil) {
    self.filter = filter
    self.loggedFilter = loggedFilter
  }

  /// Limits that only raise what an app costs others, or that guard what the kernel keeps for a process outside of its
  /// memory (getrlimit(2)). That of core files is left as the daemon has it.
  private static let limits: [Spawn.Limit] = [
    // Enough for the pages that keep a secret out of swap, as GnuPG's do; memory that is locked cannot be pushed out.
    .init(.lockedMemory, 64 << 10),
    .init(.nice, 0),
    .init(.realTimePriority, 0),
    // Each of them, and each timer of timer_create(2), is kernel memory.
    .init(.pendingSignals, 1024),
    // The kernel's own default (mq_overview(7)).
    .init(.messageQueues, 819_200),
  ]

  /// The kernel counts the descriptors that are on their way in sockets by user, against the limit of the one who sends (unix(7),
  /// `ETOOMANYREFS`): an app is at its limit while the daemon, of the same user, may still send.
  private static let ofSharedUser = Spawn.Limit(.openFiles, OpenFiles.most / 4 * 3)

  /// - Parameter tasks: how many processes and threads its user may have; nil where others have the same user.
  func denied(tasks: Int?) -> Spawn.Denied {
    let limits = Self.limits + [tasks.map { Spawn.Limit(.processes, UInt64($0)) } ?? Self.ofSharedUser]
    return Spawn.Denied(
      limits: limits, filter: filter?.instructions ?? [], loggedFilter: loggedFilter?.instructions ?? [])
  }
}
