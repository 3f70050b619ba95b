// Ends a new process that another process of its user stops before it runs its program.
import CLinux
import Dispatch
import Glibc
import Synchronization

/// Until its execve(2) a new process has the daemon's memory, and the kernel keeps the loop waiting (clone(2), CLONE_VFORK). Once it has
/// its user, all others of that user may stop it (kill(2)): a program that does so without end held the loop for ever. A process that
/// is stopped is told by its state (proc_pid_stat(5)), and not by the time that it takes, which may be the disk's.
nonisolated final class LaunchGuard: Sendable {
  static let shared = LaunchGuard()

  /// Between two looks.
  private static let pause = DispatchTimeInterval.milliseconds(10)
  private let isUnderWay = Atomic(false)
  private let news = DispatchSemaphore(value: 0)
  /// Nobody signals it: to wait for it is to sleep.
  private let nothing = DispatchSemaphore(value: 0)

  /// Without a thread nobody is ended.
  private init() { _ = runThreadWithoutSignals { [self] in serve() } }

  /// Makes the call of ``roost_spawn``. Only the loop's thread does, for a process whose user others may have too.
  func call<Result>(_ spawn: () -> Result) -> Result {
    isUnderWay.store(true, ordering: .sequentiallyConsistent)
    news.signal()
    defer { isUnderWay.store(false, ordering: .sequentiallyConsistent) }
    return spawn()
  }

  private func serve() {
    while true {
      news.wait()
      while isUnderWay.load(ordering: .sequentiallyConsistent) {
        _ = nothing.wait(timeout: .now() + Self.pause)
        let child = roost_spawning()
        if child.pid > 0, isStopped(child.pid) { roost_end_spawning(child) }
      }
    }
  }

  /// T, and not t: the daemon itself may trace it (DB1).
  private func isStopped(_ pid: pid_t) -> Bool {
    let status = beginning(of: "/proc/\(pid)/stat")
    guard let name = status.lastIndex(of: UInt8(ascii: ")")) else { return false }
    return status[name...].dropFirst(2).first == UInt8(ascii: "T")
  }
}
