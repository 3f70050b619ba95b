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
  private let cgroup: AppCgroup
  private let kernel: Kernel

  init(root: Pidfd, cgroup: AppCgroup, kernel: Kernel) {
    self.root = root
    self.cgroup = cgroup
    self.kernel = kernel
  }

  /// - Throws: `ESRCH` when the root is not in the cgroup: it has ended, or has moved itself elsewhere, as root can,
  ///   and the list is not the app's any more.
  mutating func findNew(_ seize: (Pidfd) -> Void) throws(Errno) -> [Pidfd] {
    let listed = try cgroup.processes()
    guard listed.contains(root.pid) else { throw .noSuchProcess }
    // A pid that is listed now and answers for its pidfd afterwards has meant the same process all along.
    descendants = try kernel.dropGone(descendants)
    let known = Set(all.map(\.pid))
    let unknown = listed.filter { !known.contains($0) }
    if unknown.isEmpty { return [] }
    var opened: [Pidfd] = []
    for pid in unknown {
      do {
        opened.append(try kernel.openPidfd(pid))
      } catch let error where error.isProcessGone {
        continue
      }
    }
    // Only a list that is younger than the pidfd says that it is one of the app's, if it is there at all (see above).
    let confirmed = Set(try cgroup.processes())
    let found = opened.filter { confirmed.contains($0.pid) }
    found.forEach(seize)
    descendants += found
    return found
  }
}
