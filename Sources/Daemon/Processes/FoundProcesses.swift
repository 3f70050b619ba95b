// All processes of an app, as its cgroup lists them or, where it has none or has left it, by walking down from its root.
package import Linux
package import SystemPackage

/// One list is read for an app of a thousand processes, where a walk reads a file for each of their threads.
@MainActor package struct FoundProcesses: AppProcesses {
  private var members: any AppProcesses
  private let kernel: Kernel

  /// - Parameter cgroup: the one that has all of the app, and nothing else, in it; without, its tree is walked.
  package init(root: Pidfd, in cgroup: AppCgroup?, kernel: Kernel) {
    members =
      if let cgroup {
        CgroupProcesses(root: root, cgroup: cgroup, kernel: kernel)
      } else {
        ProcessTree(root: root, kernel: kernel)
      }
    self.kernel = kernel
  }

  package var root: Pidfd { members.root }
  package var descendants: [Pidfd] { members.descendants }
  package var isComplete: Bool { members.isComplete }
  package var isCutShort: Bool { members.isCutShort }

  /// A list of the cgroup that cannot be had, or lacks the root, leaves the tree to walk.
  package mutating func findNew(atMost limit: Int, _ seize: (Pidfd) -> Void) throws(Errno) -> [Pidfd] {
    do {
      return try members.findNew(atMost: limit, seize)
    } catch _ where members is CgroupProcesses {
      members = ProcessTree(root: members.root, descendants: members.descendants, kernel: kernel)
      return try members.findNew(atMost: limit, seize)
    }
  }
}
