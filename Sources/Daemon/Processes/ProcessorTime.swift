// The processor time that an app has used (BG8).
import Glibc
import Linux
package import SystemPackage
import Systemd

/// User and system time of all processes of an app, those that have ended included (proc(5), /proc/PID/stat: utime,
/// stime, cutime, cstime).
@MainActor package enum ProcessorTime {
  package static func measure(
    _ root: ChildProcess, in cgroup: AppCgroup?, kernel: Kernel
  ) throws(Errno) -> Duration {
    var found = FoundProcesses(root: root.pidfd, in: cgroup, kernel: kernel)
    _ = try found.findNew()
    var ticks: UInt64 = 0
    for process in found.all {
      do {
        ticks += try ProcessStatus(pid: process.pid, kernel: kernel).processorTicks
      } catch let error where error.isProcessGone {
        continue
      }
    }
    return .microseconds(ticks * 1_000_000 / UInt64(sysconf(CInt(_SC_CLK_TCK))))
  }
}

extension ChildProcess {
  /// Nanoseconds of processor time that all its threads have used; 0 when it is gone. One system call, since it is asked
  /// at every step of every app.
  package var processorTime: Int64 {
    // CPUCLOCK_SCHED of the process (clock_getcpuclockid(3)).
    nanoseconds(of: (~pid << 3) | 2)
  }
}
