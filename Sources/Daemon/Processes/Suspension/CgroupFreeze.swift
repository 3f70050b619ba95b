// Suspending an app by its cgroup: the kernel stops all of it, and says when it has (BG4).
import Glibc
import SystemPackage
import Systemd

/// A cgroup that is frozen, or about to be. It never blocks: what has happened is told.
final class CgroupFreeze {
  enum Change {
    case frozen
    /// It was not frozen in time, and runs again.
    case failed
    /// Someone outside thawed it (BG9).
    case continued
  }

  /// Most freezes take a few microseconds; looking again at once for this long is cheaper than the loop.
  private static let patience: UInt64 = 200_000
  /// A thread that waits inside the kernel for good is never frozen, and SIGSTOP can do with it.
  private static let limit: UInt64 = 1_000_000_000

  private(set) var isFrozen = false
  private let cgroup: AppCgroup
  private let kernel: Kernel
  private let tell: (Change) -> Void
  private var events: CgroupEvents?
  private var timer: TimerSource?

  init(_ cgroup: AppCgroup, kernel: Kernel, tell: @escaping (Change) -> Void) {
    self.cgroup = cgroup
    self.kernel = kernel
    self.tell = tell
  }

  /// - Throws: when the cgroup cannot be frozen; it is not, then.
  func start(on loop: EventLoop) throws {
    events = try CgroupEvents(of: cgroup, on: loop) { [unowned self] in look() }
    let timer = try loop.timer(priority: .exit) { [unowned self] in giveUp() }
    self.timer = timer
    try cgroup.freeze()
    let began = kernel.now()
    timer.rearm(at: monotonicNow() + Self.limit)
    repeat {
      look()
      if isFrozen { return }
      kernel.yield()
    } while kernel.now() < began + Self.patience
  }

  private func look() {
    guard !isFrozen else {
      // A kill of a process in the cgroup briefly clears `frozen`; that is not a thaw.
      if !cgroup.isToFreeze { tell(.continued) }
      return
    }
    guard cgroup.isFrozen else { return }
    isFrozen = true
    timer?.disarm()
    tell(.frozen)
  }

  private func giveUp() {
    guard !isFrozen else { return }
    cancel()
    tell(.failed)
  }

  /// Thaws it, whatever state it is in, and tells nothing any more.
  func cancel() {
    timer?.close()
    events = nil
    try? cgroup.thaw()
  }

  /// Whether all of it is stopped still, asked of the kernel.
  var isStopped: Bool { cgroup.isFrozen }
}
