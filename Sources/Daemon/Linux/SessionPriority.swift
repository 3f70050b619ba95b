// The share of the processors that the daemon's session has, where the kernel shares them among sessions.
import Glibc
import SystemPackage

package nonisolated enum SessionPriority {
  /// Gives the daemon's session the nice value that the service manager has given the daemon (Nice= of systemd.exec(5)).
  ///
  /// Where the kernel groups processes by sessions, a nice value counts among those of one session alone (sched(7), “The autogroup
  /// feature”), and every app has one of its own, or thousands: beside an app that makes a session for each of its children, others
  /// wait three times as long for the daemon without this.
  ///
  /// Only for the leader of a session, as systemd starts a service: nobody else is in it then.
  package static func raise() {
    let nice = getpriority(__priority_which_t(0), 0)
    guard nice < 0, getsid(0) == getpid() else { return }
    // Not there in every kernel, and another's to give.
    guard let file = try? Sys.open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC) else { return }
    defer { try? Sys.close(file) }
    _ = try? Sys.write(file, Array(String(nice).utf8))
  }
}
