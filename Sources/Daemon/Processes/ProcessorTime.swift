// The processor time that an app has used (BG8).
import Glibc
import Linux
package import SystemPackage
import Systemd

/// User and system time of all processes of an app, those that have ended included (proc(5), /proc/PID/stat: utime,
/// stime, cutime, cstime), as of the last look at each.
@MainActor package struct ProcessorTime {
  private var ticks: [pid_t: UInt64] = [:]
  /// Where the next look at a crowd begins, behind those that this one had time for.
  private var begin = 0

  package init() {}

  package var sum: Duration {
    .microseconds(ticks.values.reduce(0, +) * 1_000_000 / UInt64(sysconf(CInt(_SC_CLK_TCK))))
  }

  /// Looks at the root, and at as many others as there is time for, in turn.
  package mutating func measure(
    _ listed: ListedProcesses, in time: MeasuringTime, kernel: Kernel
  ) throws(Errno) {
    var now: [pid_t: UInt64] = [:]
    let left = try time.look(at: listed, from: &begin) { pid throws(Errno) in
      do throws(Errno) {
        now[pid] = try ProcessStatus(pid: pid, kernel: kernel).processorTicks
      } catch let error where error.isProcessGone {
        return
      }
    }
    for pid in left { now[pid] = ticks[pid] }
    ticks = now
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
