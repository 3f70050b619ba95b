// All processes of an app, found by walking down from its root process.
package import Glibc
package import Linux
package import SystemPackage

/// The processes of one app. Orphans inside it stay in it, since its root is a subreaper (prctl(2)).
///
/// The cost of a walk depends on the app's own processes and threads only: /proc/PID/task/TID/children (proc(5)).
@MainActor package struct ProcessTree: AppProcesses {
  package let root: Pidfd
  package private(set) var descendants: [Pidfd]
  /// A process that ended while it was looked for may have left a child to the root behind the walk's back.
  package private(set) var isComplete = false
  package private(set) var isCutShort = false
  /// Threads that the last walk has met.
  private(set) var threads = 0
  /// Those that the last walk has listed and found dead.
  private var dead: Set<pid_t> = []
  private let kernel: Kernel

  /// - Parameter descendants: those that have been found already, in whatever way.
  package init(root: Pidfd, descendants: [Pidfd] = [], kernel: Kernel) {
    self.root = root
    self.descendants = descendants
    self.kernel = kernel
  }

  /// Walks the tree from its root.
  ///
  /// It has no limit here: a walk that is cut short would have to begin again at the root.
  package mutating func findNew(atMost _: Int, _ seize: (Pidfd) -> Void) throws(Errno) -> [Pidfd] {
    try walk(threads: .max, seize)
  }

  /// The same, but a walk that would meet more than so many threads is cut short: only for a look that can do without.
  mutating func walk(threads limit: Int, _ seize: (Pidfd) -> Void = { _ in }) throws(Errno) -> [Pidfd] {
    var left = limit
    defer {
      threads = limit - left
      isCutShort = left < 0
    }
    descendants = try kernel.dropGone(descendants)
    let known = Dictionary(descendants.map { ($0.pid, $0) }) { $1 }
    var found: [Pidfd] = []
    var visited: Set<pid_t> = [root.pid]
    var unvisited = [root]
    var census: Census?
    var ended: Set<pid_t> = []
    isComplete = false
    while let parent = unvisited.popLast() {
      let children = try children(of: parent.pid, &census, &left)
      // Each has a thread at least, and to take hold of one costs as much as to list it.
      if children.count > left { left = -1 }
      if left < 0 { return found }
      for pid in children where visited.insert(pid).inserted {
        if let known = known[pid] {
          unvisited.append(known)
        } else if let new = try pin(pid, below: parent) {
          // Also if the walk fails further on: a thaw has to reach it.
          descendants.append(new)
          seize(new)
          found.append(new)
          unvisited.append(new)
        } else {
          ended.insert(pid)
        }
      }
    }
    isComplete = ended.isSubset(of: dead)
    dead = ended
    return found
  }

  /// Takes hold of a process by the pid that /proc listed below `parent`; nil when it is gone, or no longer its child.
  ///
  /// Both pids may have been reused since they were read. A pidfd that still answers after the status was read proves
  /// that its pid meant the same process all along.
  private func pin(_ pid: pid_t, below parent: Pidfd) throws(Errno) -> Pidfd? {
    do {
      let process = try kernel.openPidfd(pid)
      let status = try ProcessStatus(pid: pid, kernel: kernel)
      if status.hasEnded { return nil }
      // Its parent may have ended and left it to the root.
      guard status.parent == parent.pid || status.parent == root.pid else { return nil }
      let ancestor = status.parent == parent.pid ? parent : root
      if try kernel.isGone(process) { return nil }
      return try kernel.isGone(ancestor) ? nil : process
    } catch let error where error.isProcessGone {
      return nil
    }
  }

  private func children(
    of pid: pid_t, _ census: inout Census?, _ left: inout Int
  ) throws(Errno) -> [pid_t] {
    if let children = try childrenOfThreads(of: pid, &left, kernel: kernel) { return children }
    let everyone: Census
    if let census {
      everyone = census
    } else {
      everyone = try Census(kernel: kernel)
      // It takes as long as a walk of so many.
      left -= everyone.size
    }
    census = everyone
    return everyone.children[pid] ?? []
  }

  /// The children of one process, zombies included.
  package static func children(of pid: pid_t, kernel: Kernel) throws(Errno) -> [pid_t] {
    var left = Int.max
    if let children = try childrenOfThreads(of: pid, &left, kernel: kernel) { return children }
    return try Census(kernel: kernel).children[pid] ?? []
  }
}

/// The children of every thread of a process: each is listed with the thread that forked it. Nil when this kernel has
/// no such lists, that is without CONFIG_PROC_CHILDREN.
///
/// - Parameter left: the threads that the walk may still meet; below 0, and none is asked, when there are more.
private func childrenOfThreads(of pid: pid_t, _ left: inout Int, kernel: Kernel) throws(Errno) -> [pid_t]? {
  var children: [pid_t] = []
  do {
    let threads = try kernel.numbers(in: "/proc/\(pid)/task")
    left -= threads.count
    if left < 0 { return [] }
    for thread in threads {
      do {
        let list = try kernel.readFile("/proc/\(pid)/task/\(thread)/children")
        children += list.split(separator: UInt8(ascii: " ")).compactMap { pid_t(digits: $0) }
      } catch let error where error.isProcessGone {
        // A thread that has ended has left its children to another one. A list that is missing while its thread is
        // there is missing for all.
        if try isAlive(thread, of: pid, kernel: kernel) { return nil }
      }
    }
  } catch let error where error.isProcessGone {
    return []
  }
  return children
}

private func isAlive(_ thread: pid_t, of pid: pid_t, kernel: Kernel) throws(Errno) -> Bool {
  do {
    return try ProcessStatus(pid: pid, thread: thread, kernel: kernel).state != .dead
  } catch let error where error.isProcessGone {
    return false
  }
}

/// Every process of the machine by its parent, for kernels without the lists of children.
private struct Census {
  private(set) var children: [pid_t: [pid_t]] = [:]
  private(set) var size = 0

  init(kernel: Kernel) throws(Errno) {
    let pids = try kernel.numbers(in: "/proc")
    size = pids.count
    for pid in pids {
      do {
        children[try ProcessStatus(pid: pid, kernel: kernel).parent, default: []].append(pid)
      } catch let error where error.isProcessGone {
        continue
      }
    }
  }
}

extension Kernel {
  /// Those of `processes` that have not been reaped. A pid of the others may name another process by now.
  func dropGone(_ processes: [Pidfd]) throws(Errno) -> [Pidfd] {
    if processes.isEmpty { return [] }
    var left: [Pidfd] = []
    for (process, hasEnded) in zip(processes, haveEnded(processes)) {
      if hasEnded, try isGone(process) { continue }
      left.append(process)
    }
    return left
  }

  /// Whether a process has been reaped, so that its pid may name another one by now. A zombie is still there.
  func isGone(_ process: Pidfd) throws(Errno) -> Bool {
    do {
      try send(0, to: process)
      return false
    } catch let error where error.isProcessGone {
      return true
    }
  }
}
