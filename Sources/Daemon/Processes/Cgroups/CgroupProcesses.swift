// All processes of an app as its cgroup lists them: also those that a walk down from its root would miss.
import Glibc
import Linux
import SystemPackage

/// The processes of an app's cgroup and of those that the app has made in it. One file is read for all of them, however
/// many threads they have.
struct CgroupProcesses: AppProcesses {
  let root: Pidfd
  private(set) var descendants: [Pidfd] = []
  /// A fork that is in flight is in the list once its parent has stopped.
  let isComplete = true
  private(set) var isCutShort = false
  private let cgroup: AppCgroup
  private let kernel: Kernel

  init(root: Pidfd, cgroup: AppCgroup, kernel: Kernel) {
    self.root = root
    self.cgroup = cgroup
    self.kernel = kernel
  }

  /// - Throws: `ESRCH` when the root is not in the cgroup: it has ended, or has moved itself elsewhere, as root can,
  ///   and the list is not the app's any more.
  mutating func findNew(atMost limit: Int, _ seize: (Pidfd) -> Void) throws(Errno) -> [Pidfd] {
    let listed = try cgroup.processes()
    guard listed.contains(root.pid) else { throw .noSuchProcess }
    // A pid that is listed now and answers for its pidfd afterwards has meant the same process all along.
    descendants = try kernel.dropGone(descendants)
    let known = Set(all.map(\.pid))
    let unknown = listed.filter { !known.contains($0) }
    isCutShort = unknown.count > limit
    if unknown.isEmpty { return [] }
    let found = try cgroup.hold(unknown.prefix(limit))
    found.forEach(seize)
    descendants += found
    return found
  }
}
