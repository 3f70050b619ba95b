// Suspending a program that knows nothing of us, by its cgroup's freezer alone: no process in it can notice (BG4).
import Glibc
package import Linux
import SystemPackage
package import Systemd

/// Freezes the cgroup of an app. A shell in it would see its jobs stop by SIGSTOP, and continue by SIGCONT also those
/// that its user had stopped; frozen, they sleep (state S), and nobody is told.
@MainActor package final class CgroupSuspension: Suspension {
  /// Most freezes take a few microseconds; looking again at once for this long is cheaper than the loop.
  private static let patience: UInt64 = 200_000
  /// A thread that waits inside the kernel for good is never frozen, and SIGSTOP can do with it.
  private static let limit: UInt64 = 1_000_000_000

  package private(set) var isDone = false
  package private(set) var isToThaw = false
  private var members: CgroupProcesses
  private let root: ChildProcess
  private let cgroup: AppCgroup
  private let loop: EventLoop
  private let kernel: Kernel
  private let tell: (SuspensionChange) -> Void
  private var events: CgroupEvents?
  private var timer: TimerSource?

  package init(
    of root: ChildProcess, by cgroup: AppCgroup, on loop: EventLoop, kernel: Kernel,
    tell: @escaping (SuspensionChange) -> Void
  ) {
    members = CgroupProcesses(root: root.pidfd, cgroup: cgroup, kernel: kernel)
    self.root = root
    self.cgroup = cgroup
    self.loop = loop
    self.kernel = kernel
    self.tell = tell
  }

  package var processes: [Pidfd] { members.all }

  package func start() {
    do {
      try watch()
      let timer = try loop.timer(priority: .exit) { [unowned self] in giveUp() }
      self.timer = timer
      try cgroup.freeze()
      timer.rearm(at: monotonicNow() + Self.limit)
    } catch {
      return giveUp()
    }
    let began = kernel.now()
    repeat {
      look()
      if isDone { return }
      kernel.yield()
    } while kernel.now() < began + Self.patience
  }

  private func watch() throws(SystemCallError) {
    events = try CgroupEvents(of: cgroup, on: loop) { [unowned self] in look() }
  }

  private func look() {
    guard !isDone else {
      // A process that is killed clears `frozen` for a moment, which is no thaw.
      tell(cgroup.isToFreeze ? .stirred : .continued)
      return
    }
    guard cgroup.isFrozen else { return }
    isDone = true
    timer?.disarm()
    _ = try? members.findNew()
    tell(.suspended)
  }

  private func giveUp() {
    guard !isDone else { return }
    end()
    finishThaw()
    tell(.failed(.notByCgroup))
  }

  package func adopt() {
    isDone = true
    _ = try? members.findNew()
    try? watch()
  }

  /// Frozen, it never looked stopped.
  package func stopAgain() {}

  package func thaw() {
    end()
    if members.areFew || loop.thaws.isFree {
      loop.thaws.perform { finishThaw() }
    } else {
      loop.thaws.take { [weak self] in self?.finishThaw() }
    }
  }

  private func end() {
    timer?.close()
    events = nil
    isToThaw = true
  }

  package func unseal() {
    events = nil
    try? cgroup.thaw()
  }

  /// The root is continued too, in case that someone outside has stopped it meanwhile. The stops of all others are the
  /// program's own: a job that its user has stopped stays so.
  package func finishThaw() {
    guard isToThaw else { return }
    isToThaw = false
    try? cgroup.thaw()
    try? root.signal(SIGCONT)
  }

  package var isInForce: Bool { cgroup.isToFreeze }
}
