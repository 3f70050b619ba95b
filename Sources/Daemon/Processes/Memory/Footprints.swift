// The memory of all processes of an app, until the kernel has freed it (ME4).
package import Glibc
import Linux
package import SystemPackage

/// One look at the processes of an app, or of an orphan.
package nonisolated struct Footprints: Equatable {
  private(set) var each: [pid_t: Footprint] = [:]
  /// Bytes of the files in memory that they have open, whether they have them mapped or not (memfd_create(2)). No process
  /// shows them in its own figures unless it has.
  package var files: UInt64 = 0
  /// Where the next look at a crowd begins, behind those that this one had time for.
  private var begin = 0
  /// By which /proc tells of processes whose first thread has ended.
  private var heirs: [pid_t: Heir] = [:]
  /// Whether a walk of what a kill has left meets more than a few threads.
  private var hasManyThreads = false
  /// Whether there was time for all of them.
  package private(set) var isWhole = true

  private struct Heir: Equatable {
    /// Nil until one is found.
    var thread: pid_t?
    /// Where the search for another goes on (``Kernel/livingThread(of:threads:from:)``).
    var place = 0
  }

  package init(each: [pid_t: Footprint] = [:]) {
    self.each = each
  }

  package var sum: Footprint {
    var sum = each.values.reduce(Footprint(), +)
    sum.shared = max(sum.shared, files)
    return sum
  }

  /// Looks at all processes of an app. One that has ended, also as a zombie, holds nothing; of one that is on its way
  /// out what it held `before` counts, since a process lets go of a large memory only after it has stopped telling.
  ///
  /// - Parameter strays: whose part in `before` somebody else answers for by now. The others of it that have lost their
  ///   parents to the daemon still count.
  @MainActor package static func measure(
    _ root: ChildProcess, in cgroup: AppCgroup? = nil, before: Footprints = Footprints(),
    strays: (pid_t) -> Bool = { _ in true }, kernel: Kernel
  ) throws(Errno) -> Footprints {
    var found = FoundProcesses(root: root.pidfd, in: cgroup, kernel: kernel)
    _ = try found.findNew()
    return try measure(found.all, before: before, strays: strays, kernel: kernel)
  }

  @MainActor private static func measure(
    _ found: [Pidfd], before: Footprints, strays: (pid_t) -> Bool, kernel: Kernel
  ) throws(Errno) -> Footprints {
    var footprints = Footprints()
    for process in found {
      let (pid, last) = (process.pid, before.each[process.pid])
      let status = try footprints.status(of: pid, before.heirs[pid], holding: last, kernel)
      footprints.add(pid, last, status)
    }
    for (pid, last) in before.each where footprints.each[pid] == nil && !strays(pid) {
      let status = try footprints.status(of: pid, before.heirs[pid], holding: last, kernel)
      if let status, status.parent == getpid() { footprints.add(pid, last, status) }
    }
    return footprints
  }

  /// The same of all that a walk finds, without a cgroup; nil where that meets more threads.
  @MainActor private static func walk(
    _ root: ChildProcess, threads limit: Int, before: Footprints, strays: (pid_t) -> Bool, kernel: Kernel
  ) throws(Errno) -> Footprints? {
    var tree = ProcessTree(root: root.pidfd, kernel: kernel)
    _ = try tree.walk(threads: limit)
    guard !tree.isCutShort else { return nil }
    var footprints = try measure(tree.all, before: before, strays: strays, kernel: kernel)
    footprints.hasManyThreads = tree.threads > MeasuringTime.fewThreads
    return footprints
  }

  /// The same of an orphan that was killed. One of many threads holds what it held until few are left, which takes a moment.
  @MainActor static func measure(
    leftOf before: Footprints, _ orphan: ChildProcess, kernel: Kernel
  ) throws(Errno) -> Footprints? {
    try walk(orphan, threads: MeasuringTime.fewThreads, before: before, strays: { _ in true }, kernel: kernel)
  }

  /// The same of an app that was killed. A crowd, of processes or of threads, holds what it held until there is time to walk its
  /// tree, and one whose tree is too large for that until it has ended.
  @MainActor package static func measure(
    leftOf before: Footprints, _ root: ChildProcess, strays: (pid_t) -> Bool, in time: MeasuringTime, kernel: Kernel
  ) throws(Errno) -> Footprints {
    var held = before
    if before.each.count <= MeasuringTime.few, !before.hasManyThreads {
      let few = MeasuringTime.fewThreads
      if let now = try walk(root, threads: few, before: before, strays: strays, kernel: kernel) { return now }
      held.hasManyThreads = true
    }
    if before.each.count > MeasuringTime.mostToWalk { return before }
    return try time.crowds.spend { isLeft throws(Errno) in
      guard isLeft() else { return held }
      return try walk(root, threads: .max, before: before, strays: strays, kernel: kernel) ?? held
    }
  }

  /// Looks at the root, and at as many others as there is time for, in turn. Of the rest it says what the look `before`
  /// has said.
  @MainActor package static func measure(
    _ listed: ListedProcesses, before: Footprints?, in time: MeasuringTime, kernel: Kernel
  ) throws(Errno) -> Footprints {
    var footprints = Footprints()
    footprints.files = before?.files ?? 0
    var begin = before?.begin ?? 0
    let left = try time.look(at: listed, from: &begin) { pid throws(Errno) in
      let status = try footprints.status(of: pid, before?.heirs[pid], holding: before?.each[pid], kernel)
      footprints.add(pid, nil, status)
    }
    footprints.begin = begin
    footprints.isWhole = listed.isCurrent && left.isEmpty
    for pid in left {
      footprints.each[pid] = before?.each[pid]
      footprints.heirs[pid] = before?.heirs[pid]
    }
    return footprints
  }

  /// Looks at one more process. False where it is to be called again: the process has more threads, of which one may tell of it.
  @MainActor mutating func measure(_ process: Pidfd, kernel: Kernel) throws(Errno) -> Bool {
    let pid = process.pid
    let status = try status(of: pid, heirs[pid], holding: nil, kernel)
    add(pid, nil, status)
    guard let heir = heirs[pid] else { return true }
    return heir.thread != nil || heir.place == 0
  }

  /// By the thread that told of it last, if its first has ended and that one lives, or else by another. One of many threads of which
  /// none is found that lives has what it had `before`.
  @MainActor private mutating func status(
    of pid: pid_t, _ last: Heir?, holding before: Footprint?, _ kernel: Kernel
  ) throws(Errno) -> MemoryStatus? {
    // A search that has ended otherwise, or a process that is gone, is not one that goes on.
    heirs[pid] = nil
    do {
      if let last, let thread = last.thread,
        let text = try? kernel.readStart(of: "/proc/\(pid)/task/\(thread)/status", atLeast: 1)
      {
        let status = MemoryStatus(text)
        if status.stage == .living {
          heirs[pid] = last
          return status
        }
      }
      // The kernel hands out the whole of it at once (single_open(), seq_file.rst).
      var status = MemoryStatus(try kernel.readStart(of: "/proc/\(pid)/status", atLeast: 1))
      guard status.threads > 1 else { return status }
      var place = last?.place ?? 0
      let thread = kernel.livingThread(of: pid, threads: status.threads, from: &place)
      heirs[pid] = Heir(thread: thread, place: place)
      if let thread { return MemoryStatus(try kernel.readStart(of: "/proc/\(pid)/task/\(thread)/status", atLeast: 1)) }
      // Few are looked at all at once: none of them lives.
      if let before, status.threads > Kernel.threadsAtOnce { (status.footprint, status.stage) = (before, .living) }
      return status
    } catch let error where error.isProcessGone {
      return nil
    }
  }

  private mutating func add(_ pid: pid_t, _ before: Footprint?, _ status: MemoryStatus?) {
    switch status?.stage {
    case nil, .gone: break
    case .living: each[pid] = status?.footprint
    case .leaving: each[pid] = before
    }
  }

  /// That of one process.
  func part(of pid: pid_t) -> Footprints { Footprints(each: each.filter { $0.key == pid }) }

  package mutating func merge(_ others: Footprints) { each.merge(others.each) { $1 } }
}
