// Suspending an app: SIGSTOP to every process of it, until the kernel shows that none runs and none is new.
package import Glibc
import Linux
package import SystemPackage

/// One freeze on its way (BG4). It never blocks: `advance()` goes as far as it can at once, and says when to come back.
///
/// A fork that is in flight escapes SIGSTOP. So all are looked for once more after those that are known have stopped:
/// stopped processes do not fork, and a look that then finds nothing new, and nobody who has just ended, has found
/// everything.
struct Freeze {
  enum Step {
    /// Every process was seen stopped; they are held until they are thawed.
    case frozen
    /// Call `advance()` again after so many nanoseconds; after 0 others have had their turn of the loop.
    case again(after: UInt64)
    /// Everything that was stopped runs again; where there is a cgroup for it, not what is late: its owner may hold it back.
    case failed(FreezeFailure)
  }

  /// A stop lands in about 20 us; looking again at once for this long is cheaper than a timer, and holds up nobody.
  static let patience: UInt64 = 200_000
  /// From here on a process that waits inside the kernel is taken as it is: it runs no code, and stops before it would.
  /// A parent in vfork(2) whose child is stopped waits like that for good.
  static let uninterruptibleGrace: UInt64 = 20_000_000
  /// From here on an app with a cgroup is frozen by it, to be stopped then. Processes that continue each other withstand any
  /// number of stops, and the freezer does not ask them. Frozen, none continues another; each has a stop pending, and takes
  /// that as it leaves the freezer's trap, before it runs a line.
  static let unfrozenGrace: UInt64 = 100_000_000
  /// On a machine that is far too busy even a stop takes its time; past this something is wrong.
  nonisolated static let limit: UInt64 = 5_000_000_000
  private static let longestPause: UInt64 = 10_000_000
  /// An app of a thousand processes takes the loop for so long at a time; everybody else has their turn in between.
  private static let turn: UInt64 = 2_000_000
  /// For a tree that grows while it is stopped: the more often it is looked at, the more of it is caught.
  private static let pauseWhileGrowing: UInt64 = 1_000_000

  private var members: FoundProcesses {
    // A look that finds new ones drops those that have ended: the place in the list before may be past the end of this one.
    didSet {
      stoppedInARow = 0
      if next >= members.all.count { next = 0 }
    }
  }
  private let cgroup: AppCgroup?
  private let kernel: Kernel
  private var began: UInt64?
  /// Whether all that there were at first have been found.
  private var hasFoundFirst = false
  private var isGroupStopped = false
  private var pause: UInt64 = 100_000
  /// The place of the one to be looked at next. While it runs, no other is looked at.
  private var next = 0
  /// The processes that have been seen stopped since something was last seen to run.
  private var stoppedInARow = 0
  /// When the cgroup is to be frozen next.
  private var freezesAt: UInt64 = 0
  private var isCgroupFrozen = false

  /// - Parameter cgroup: the one that has all of the app, and nothing else, in it; without, its tree is walked.
  init(root: ChildProcess, in cgroup: AppCgroup? = nil, kernel: Kernel) {
    members = FoundProcesses(root: root.pidfd, in: cgroup, kernel: kernel)
    self.cgroup = cgroup
    self.kernel = kernel
  }

  /// Those that have been found so far.
  var processes: [Pidfd] { members.all }

  var hasFewProcesses: Bool { members.areFew }

  /// Continues the freeze; after `.frozen` or `.failed` there is nothing left to do.
  mutating func advance() -> Step {
    do {
      return try advanceOrThrow()
    } catch {
      if cgroup == nil || !error.isLateness { thaw() }
      return .failed(error)
    }
  }

  /// Continues everything that has been stopped so far, and ends the freeze whether it was done or not. Never fails:
  /// a process that cannot be continued is gone.
  mutating func thaw() {
    for process in beginThaw().reversed() { try? kernel.send(SIGCONT, to: process) }
  }

  /// The same, but for the processes of a crowd that are left to the caller, from the last to the first. They are no
  /// longer held here.
  mutating func beginThaw() -> [Pidfd] {
    let left = members.thaw(kernel: kernel)
    members = FoundProcesses(root: members.root, in: cgroup, kernel: kernel)
    return left
  }

  /// Takes an app for frozen that an earlier daemon has stopped.
  mutating func adopt() { _ = try? members.findNew() }

  /// Whether all of it is still stopped, asked of the kernel (BG9). False as well when nothing of it is left.
  var isStopped: Bool { members.areStopped(kernel: kernel) }

  private mutating func advanceOrThrow() throws(FreezeFailure) -> Step {
    let now = kernel.now()
    let began = self.began ?? now
    let isFirstTurn = self.began == nil
    if isFirstTurn {
      self.began = now
      // First: while it is stopped it starts nothing new. A thousand processes that are signalled one by one would
      // each take the processor from the daemon as they wake to stop.
      isGroupStopped = try stopGroup()
    }
    if !hasFoundFirst {
      try findFirst()
      guard hasFoundFirst else { return .again(after: 0) }
    }
    if let cgroup, isCgroupFrozen {
      if cgroup.isFrozen {
        try stopFrozen(by: cgroup)
      } else if !cgroup.isToFreeze {
        // Its owner has thawed it, or somebody outside.
        isCgroupFrozen = false
      } else if kernel.now() - began < Self.limit {
        return againLater()
      }
    }
    // An app that grows as fast as it is stopped is the root's doing.
    var culprit = members.root.pid
    var isGrowing = false
    var hasStoppedOne = false
    repeat {
      switch try activity(elapsed: kernel.now() - began, until: now + Self.turn, isFirstTurn: isFirstTurn) {
      case nil: return .again(after: 0)
      case .stopped:
        let new = try findNew(seize)
        if new.isEmpty, members.isComplete { return .frozen }
        isGrowing = true
        try stop(new)
      case .running(let pid):
        culprit = pid
        if !isFirstTurn { try stopAgain(&hasStoppedOne) }
        kernel.yield()
      }
    } while kernel.now() < now + Self.patience
    guard kernel.now() - began < Self.limit else { throw .timedOut(culprit) }
    if let cgroup, !isCgroupFrozen, kernel.now() >= max(freezesAt, began + Self.unfrozenGrace) {
      isCgroupFrozen = (try? cgroup.freeze()) != nil
    }
    return againLater(isGrowing: isGrowing)
  }

  private mutating func againLater(isGrowing: Bool = false) -> Step {
    defer { pause = min(pause * 2, isGrowing ? Self.pauseWhileGrowing : Self.longestPause) }
    return .again(after: pause)
  }

  /// No process runs, so none starts another: all can be found, and each gets a stop that nobody takes back.
  private mutating func stopFrozen(by cgroup: AppCgroup) throws(FreezeFailure) {
    while case let new = try findNew(seize), !new.isEmpty || members.isCutShort {}
    try stop(members.all)
    try? cgroup.thaw()
    isCgroupFrozen = false
    pause = 100_000
    freezesAt = kernel.now() + Self.unfrozenGrace
  }

  /// Someone has continued the one that is looked at since it was stopped: somebody outside, for which one signal in a
  /// look will do, or processes that continue each other. Whichever of those still runs continues the rest, so all are
  /// stopped at once, as fast as can be, until none was left to do that; of a crowd as many as a turn may take.
  private func stopAgain(_ hasStoppedOne: inout Bool) throws(FreezeFailure) {
    if !hasStoppedOne {
      try stop([members.all[next]])
    } else if members.all.count > 1 {
      if isGroupStopped { _ = try stopGroup() }
      try stop((members.all[next...] + members.all[..<next]).prefix(crowdPerTurn))
    }
    hasStoppedOne = true
  }

  /// Those that the call to the group has not reached are stopped one by one.
  private mutating func findFirst() throws(FreezeFailure) {
    let (root, kernel, isGroupStopped) = (members.root, kernel, isGroupStopped)
    var others: [Pidfd] = []
    _ = try findNew { process in
      if isGroupStopped, kernel.isInGroup(process, of: root) { return }
      try? kernel.send(SIGSTOP, to: process)
      others.append(process)
    }
    hasFoundFirst = !members.isCutShort
    try stop(others)
  }

  /// - Parameter seize: is called with each at once.
  private mutating func findNew(_ seize: (Pidfd) -> Void) throws(FreezeFailure) -> [Pidfd] {
    do {
      return try members.findNew(atMost: crowdPerTurn, seize)
    } catch {
      throw .unobservable(error)
    }
  }

  /// At once; whether it was refused is asked when all have been found.
  private func seize(_ process: Pidfd) { try? kernel.send(SIGSTOP, to: process) }

  private func stop(_ processes: some Sequence<Pidfd>) throws(FreezeFailure) {
    for process in processes {
      do {
        try kernel.send(SIGSTOP, to: process)
      } catch let error where error.isProcessGone {
        if process === members.root { throw .ended }
      } catch {
        throw .refused(process.pid, error)
      }
    }
  }

  /// The root, and every process that is in its group; false where the root alone is stopped.
  private func stopGroup() throws(FreezeFailure) -> Bool {
    do {
      return try kernel.sendToGroup(SIGSTOP, of: members.root)
    } catch let error where error.isProcessGone {
      throw .ended
    } catch {
      throw .refused(members.root.pid, error)
    }
  }

  /// Looks at one after the other, until all have been seen stopped and none to run in between; nil when `end` comes
  /// before that. A process that still runs may have continued one that was seen stopped before.
  private mutating func activity(
    elapsed: UInt64, until end: UInt64, isFirstTurn: Bool
  ) throws(FreezeFailure) -> ThreadActivity? {
    let processes = members.all
    let isEarly = elapsed < Self.uninterruptibleGrace
    while stoppedInARow < processes.count {
      let activity: ThreadActivity?
      if isFirstTurn, processes[next] === members.root, let hasStopped = kernel.hasStopped(child: members.root) {
        // A look into /proc takes a lock that the threads need to stop (do_task_stat() in the kernel's fs/proc/array.c).
        activity = hasStopped ? .stopped : .running(members.root.pid)
      } else {
        activity = try look(at: processes[next], isEarly: isEarly)
      }
      switch activity {
      case nil: throw .ended
      case .running(let pid):
        stoppedInARow = 0
        return .running(pid)
      case .stopped:
        stoppedInARow += 1
        next = (next + 1) % processes.count
      }
      if kernel.now() >= end, stoppedInARow < processes.count { return nil }
    }
    (next, stoppedInARow) = (0, 0)
    return .stopped
  }

  private func look(at process: Pidfd, isEarly: Bool) throws(FreezeFailure) -> ThreadActivity? {
    do {
      return try members.activity(of: process, waitingCounts: isEarly, kernel: kernel)
    } catch {
      throw .unobservable(error)
    }
  }
}

/// The reason why an app could not be suspended. The processes that had been stopped until then run again, but for those of
/// an app with a cgroup that was not stopped in time (``SignalSuspension``).
package nonisolated enum FreezeFailure: Error, Equatable, CustomStringConvertible {
  /// Its root process has ended, or is about to.
  case ended
  case refused(pid_t, Errno)
  /// /proc could not be read, or no descriptor was left to hold a process by.
  case unobservable(Errno)
  /// This process still ran after `Freeze.limit`.
  case timedOut(pid_t)
  /// Its cgroup could not be frozen, or was not in time; SIGSTOP can do with what hinders that.
  case notByCgroup

  fileprivate var isLateness: Bool {
    switch self {
    case .timedOut: true
    case .ended, .refused, .unobservable, .notByCgroup: false
    }
  }

  package var description: String {
    switch self {
    case .ended: "it has ended"
    case .refused(let pid, let errno): "unable to stop pid \(pid): \(errno)"
    case .unobservable(let errno): "unable to see its processes in /proc: \(errno)"
    case .notByCgroup: "its cgroup did not freeze"
    case .timedOut(let pid):
      "pid \(pid) still runs \(Freeze.limit / 1_000_000_000) s after SIGSTOP; see /proc/\(pid)/stack"
    }
  }
}
