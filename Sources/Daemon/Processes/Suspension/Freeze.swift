// Suspending an app: SIGSTOP to every process of it, until the kernel shows that none runs and none is new.
package import Glibc
import Linux
package import SystemPackage

/// One freeze on its way (BG4). It never blocks: `advance()` goes as far as it can at once, and says when to come back.
///
/// A fork that is in flight escapes SIGSTOP. So all are looked for once more after those that are known have stopped:
/// stopped processes do not fork, and a look that then finds nothing new has found everything.
struct Freeze {
  enum Step {
    /// Every process was seen stopped; they are held until they are thawed.
    case frozen
    /// Call `advance()` again after so many nanoseconds.
    case again(after: UInt64)
    /// Everything that was stopped runs again.
    case failed(FreezeFailure)
  }

  /// A stop lands in about 20 us; looking again at once for this long is cheaper than a timer, and holds up nobody.
  static let patience: UInt64 = 200_000
  /// From here on a process that waits inside the kernel is taken as it is: it runs no code, and stops before it would.
  /// A parent in vfork(2) whose child is stopped waits like that for good.
  static let uninterruptibleGrace: UInt64 = 20_000_000
  /// On a machine that is far too busy even a stop takes its time; past this something is wrong.
  nonisolated static let limit: UInt64 = 5_000_000_000
  private static let longestPause: UInt64 = 10_000_000

  private var members: any AppProcesses
  private let kernel: Kernel
  private var began: UInt64?
  private var pause: UInt64 = 100_000

  /// - Parameter cgroup: the one that has all of the app, and nothing else, in it; without, its tree is walked.
  init(root: ChildProcess, in cgroup: AppCgroup? = nil, kernel: Kernel) {
    members =
      if let cgroup {
        CgroupProcesses(root: root.pidfd, cgroup: cgroup, kernel: kernel)
      } else {
        ProcessTree(root: root.pidfd, kernel: kernel)
      }
    self.kernel = kernel
  }

  /// Those that have been found so far.
  var processes: [Pidfd] { members.all }

  /// Continues the freeze; after `.frozen` or `.failed` there is nothing left to do.
  mutating func advance() -> Step {
    do {
      return try advanceOrThrow()
    } catch {
      thaw()
      return .failed(error)
    }
  }

  /// Continues everything that has been stopped so far, and ends the freeze whether it was done or not. Never fails:
  /// a process that cannot be continued is gone.
  mutating func thaw() { members.thaw(kernel: kernel) }

  /// Takes an app for frozen that an earlier daemon has stopped.
  mutating func adopt() { _ = try? findNew() }

  /// Whether all of it is still stopped, asked of the kernel (BG9). False as well when nothing of it is left.
  var isStopped: Bool { members.areStopped(kernel: kernel) }

  private mutating func advanceOrThrow() throws(FreezeFailure) -> Step {
    let now = kernel.now()
    let began = self.began ?? now
    if self.began == nil {
      self.began = now
      // First: while it is stopped it starts nothing new.
      try stop([members.root])
      try stop(findNew())
    } else {
      // Someone outside may have continued one of them since.
      try stop(members.all)
    }
    // An app that grows as fast as it is stopped is the root's doing.
    var culprit = members.root.pid
    repeat {
      switch try activity(elapsed: kernel.now() - began) {
      case .stopped:
        let new = try findNew()
        if new.isEmpty { return .frozen }
        try stop(new)
      case .running(let pid):
        culprit = pid
        kernel.yield()
      }
    } while kernel.now() < now + Self.patience
    guard kernel.now() - began < Self.limit else { throw .timedOut(culprit) }
    defer { pause = min(pause * 2, Self.longestPause) }
    return .again(after: pause)
  }

  /// A list of the cgroup that cannot be had, or lacks the root, leaves the tree to walk.
  private mutating func findNew() throws(FreezeFailure) -> [Pidfd] {
    do throws(Errno) {
      do {
        return try members.findNew()
      } catch _ where members is CgroupProcesses {
        members = ProcessTree(root: members.root, descendants: members.descendants, kernel: kernel)
        return try members.findNew()
      }
    } catch {
      throw .unobservable(error)
    }
  }

  private func stop(_ processes: [Pidfd]) throws(FreezeFailure) {
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

  private func activity(elapsed: UInt64) throws(FreezeFailure) -> ThreadActivity {
    do {
      let activity = try members.activity(waitingCounts: elapsed < Self.uninterruptibleGrace, kernel: kernel)
      if let activity { return activity }
    } catch {
      throw .unobservable(error)
    }
    throw .ended
  }
}

/// The reason why an app could not be suspended. The processes that had been stopped until then run again.
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
