// All processes of an app, however they are found: by walking down from its root, or as its cgroup lists them.
import Glibc
package import Linux
package import SystemPackage

/// The processes of one app, each held by its pidfd, so that a signal reaches what it is meant for and nothing else.
package protocol AppProcesses {
  var root: Pidfd { get }
  /// Those below the root that have been found so far, each behind its parent.
  var descendants: [Pidfd] { get }
  /// Whether the last look can have missed none, apart from those that were too many for it.
  var isComplete: Bool { get }
  /// Whether the last look has left some for the next one, because there were too many.
  var isCutShort: Bool { get }
  /// Returns those that no earlier call found; those that are gone have left ``descendants``.
  ///
  /// - Parameters:
  ///   - limit: so many at most, where all are in one list.
  ///   - seize: is called with each as soon as it is found: processes that fork and exit without end are gone when all
  ///     have been.
  /// - Throws: the error that stands in the way of seeing them all, such as `EMFILE`. That a process ends meanwhile is
  ///   normal.
  mutating func findNew(atMost limit: Int, _ seize: (Pidfd) -> Void) throws(Errno) -> [Pidfd]
}

/// More processes than an app has that is not a storm of them.
private nonisolated let crowd = 32
/// So many of a crowd are dealt with in one turn of the loop: each costs the daemon some system calls.
nonisolated let crowdPerTurn = 64

extension AppProcesses {
  package mutating func findNew(_ seize: (Pidfd) -> Void) throws(Errno) -> [Pidfd] {
    try findNew(atMost: .max, seize)
  }

  package mutating func findNew() throws(Errno) -> [Pidfd] { try findNew { _ in } }

  package var all: [Pidfd] { [root] + descendants }

  /// Whether there are as few as an app has as a rule, so that others do not notice a thaw.
  var areFew: Bool { descendants.count < MeasuringTime.few }

  /// SIGCONT to every known process and to those found now, whatever state they are in: a thaw is never gated on a
  /// check, and a process that cannot be continued or found is gone.
  ///
  /// Children go first: a shell that runs again before its job does would take the job for stopped (waitpid(2),
  /// WUNTRACED). Of a crowd each would take the processor from the daemon as it wakes, so the kernel wakes them all in one
  /// call, the last that came first.
  ///
  /// - Returns: those of a crowd that are left to continue one by one, the first of them last: as a rule the call to the
  ///   group has reached them.
  mutating func thaw(kernel: Kernel) -> [Pidfd] {
    let isCrowd = descendants.count > crowd
    if isCrowd { _ = try? kernel.sendToGroup(SIGCONT, of: root) }
    let known = all
    if !isCrowd { known.reversed().forEach { try? kernel.send(SIGCONT, to: $0) } }
    for process in (try? findNew()) ?? [] { try? kernel.send(SIGCONT, to: process) }
    return isCrowd ? known : []
  }
}
