// The commands that attach a debugger to an app that is stopped before main.
import Glibc

enum DebuggerLine {
  /// Each goes on to main's first line. The debugger has taken note of the app's SIGSTOP, and must not hand it on.
  static func all(for pid: Int64) -> [String] {
    let sudo = mayTrace(pid) ? "" : "sudo "
    return [
      "\(sudo)gdb -p \(pid) -ex 'handle SIGSTOP nostop noprint nopass' -ex 'break main' -ex continue",
      "\(sudo)lldb -p \(pid) -o 'process handle SIGSTOP -s false -p false -n false' -o 'breakpoint set -n main' -o continue",
    ]
  }

  /// A user traces no process of another (ptrace(2), “Ptrace access mode checking”).
  private static func mayTrace(_ pid: Int64) -> Bool {
    var status = stat()
    guard geteuid() != 0, stat("/proc/\(pid)", &status) == 0 else { return true }
    return status.st_uid == geteuid()
  }
}
