// The processor time that an app has used (BG8).
import Glibc
import SystemPackage
import Systemd

/// User and system time of all processes of an app, those that have ended included (proc(5), /proc/PID/stat: utime,
/// stime, cutime, cstime).
enum ProcessorTime {
  static func measure(_ root: ChildProcess, kernel: Kernel) throws(Errno) -> Duration {
    var tree = ProcessTree(root: root.pidfd, kernel: kernel)
    _ = try tree.findNew()
    var ticks: Int64 = 0
    for process in tree.processes {
      do {
        ticks += Self.ticks(in: try kernel.readFile("/proc/\(process.pid)/stat"))
      } catch where error.isProcessGone {
        continue
      }
    }
    return .microseconds(ticks * 1_000_000 / Int64(sysconf(CInt(_SC_CLK_TCK))))
  }

  /// The name is in parentheses and may hold any byte: what counts comes after the last of them.
  static func ticks(in stat: [UInt8]) -> Int64 {
    guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return 0 }
    let fields = stat[(end + 1)...].split(separator: UInt8(ascii: " "))
    // Fields 14 to 17; the first after the name is field 3.
    guard fields.count > 14 else { return 0 }
    return fields[11...14].reduce(0) { $0 + (Int64(digits: $1) ?? 0) }
  }
}

extension ChildProcess {
  /// Nanoseconds of processor time that all its threads have used; 0 when it is gone. One system call, since it is asked
  /// at every step of every app.
  var processorTime: Int64 {
    // CPUCLOCK_SCHED of the process (clock_getcpuclockid(3)).
    nanoseconds(of: (~pid << 3) | 2)
  }
}
