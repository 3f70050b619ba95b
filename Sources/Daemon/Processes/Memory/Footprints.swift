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
  private var heirs: [pid_t: pid_t] = [:]
  /// Whether there was time for all of them.
  package private(set) var isWhole = true

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
    var footprints = Footprints()
    for process in found.all {
      let status = try footprints.status(of: process.pid, before, kernel)
      footprints.add(process.pid, before, status)
    }
    for pid in before.each.keys where footprints.each[pid] == nil && !strays(pid) {
      guard let status = try footprints.status(of: pid, before, kernel), status.parent == getpid() else { continue }
      footprints.add(pid, before, status)
    }
    return footprints
  }

  /// The same of an app that was killed. A crowd holds what it held until there is time to walk its tree, and one whose
  /// tree is too large for that until it has ended.
  @MainActor package static func measure(
    leftOf before: Footprints, _ root: ChildProcess, strays: (pid_t) -> Bool, in time: MeasuringTime, kernel: Kernel
  ) throws(Errno) -> Footprints {
    if before.each.count <= MeasuringTime.few {
      return try measure(root, before: before, strays: strays, kernel: kernel)
    }
    if before.each.count > MeasuringTime.mostToWalk { return before }
    return try time.crowds.spend { isLeft throws(Errno) in
      isLeft() ? try measure(root, before: before, strays: strays, kernel: kernel) : before
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
      let status = try footprints.status(of: pid, before ?? Footprints(), kernel)
      footprints.add(pid, Footprints(), status)
    }
    footprints.begin = begin
    footprints.isWhole = listed.isCurrent && left.isEmpty
    for pid in left {
      footprints.each[pid] = before?.each[pid]
      footprints.heirs[pid] = before?.heirs[pid]
    }
    return footprints
  }

  /// Looks at one more process.
  @MainActor mutating func measure(_ process: Pidfd, kernel: Kernel) throws(Errno) {
    let status = try status(of: process.pid, Footprints(), kernel)
    add(process.pid, Footprints(), status)
  }

  /// By the thread that told `before` of one whose first has ended, if that still lives.
  @MainActor private mutating func status(
    of pid: pid_t, _ before: Footprints, _ kernel: Kernel
  ) throws(Errno) -> MemoryStatus? {
    do {
      if let heir = before.heirs[pid],
        let text = try? kernel.readStart(of: "/proc/\(pid)/task/\(heir)/status", atLeast: 1)
      {
        let status = MemoryStatus(text)
        if status.stage == .living {
          heirs[pid] = heir
          return status
        }
      }
      // The kernel hands out the whole of it at once (single_open(), seq_file.rst).
      let status = MemoryStatus(try kernel.readStart(of: "/proc/\(pid)/status", atLeast: 1))
      guard status.threads > 1, let heir = kernel.livingThread(of: pid) else { return status }
      heirs[pid] = heir
      return MemoryStatus(try kernel.readStart(of: "/proc/\(pid)/task/\(heir)/status", atLeast: 1))
    } catch let error where error.isProcessGone {
      return nil
    }
  }

  private mutating func add(_ pid: pid_t, _ before: Footprints, _ status: MemoryStatus?) {
    switch status?.stage {
    case nil, .gone: break
    case .living: each[pid] = status?.footprint
    case .leaving: each[pid] = before.each[pid]
    }
  }

  package mutating func merge(_ others: Footprints) { each.merge(others.each) { $1 } }
}
