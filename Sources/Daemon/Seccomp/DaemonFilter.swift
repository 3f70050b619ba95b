// The part of the apps' filter that the daemon puts on itself, once and not at each launch.
import Linux
import Synchronization
import SystemPackage

/// The kernel compiles a filter for each process that asks for one: 429 instructions take it 0.1 ms. A process begins with the
/// filters of the thread that makes it (seccomp(2)), and of what no app needs the daemon needs little.
package nonisolated enum DaemonFilter {
  /// The calls that an app's own filter is to deny.
  package static var leftToApps: [Denial] { isOn.load(ordering: .relaxed) ? Denial.own : Denial.all }
  private static let isOn = Atomic(false)

  /// For the calling thread, which is the one that starts processes, for those that it makes, and for a program that takes the
  /// daemon's place by execve(2). Without `CAP_SYS_ADMIN` all stays as it is, and each launch has the kernel compile the whole.
  package static func putOn() {
    do throws(Errno) {
      if try !Sys.isRefused(option: mark) {
        // Nobody makes the call for its own sake: its answer tells a later program of this process which denials there are.
        let denials = Denial.common + [Denial("prctl", .int(0, mark), answer: .notSupported)]
        try Sys.filterCalls(SystemCallFilter.make(denying: denials).instructions)
      }
      isOn.store(true, ordering: .relaxed)
    } catch {
      // Each launch does it.
    }
  }

  /// No option of prctl(2), and another where the denials are others (FNV-1a of their descriptions).
  private static let mark: UInt32 = {
    let hash = Denial.common.description.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return hash | 0x8000_0000
  }()
}
