// A file that this process makes when it crashes, for the next one to find.
import CLinux

/// Tells a crash, which a process makes itself, from SIGKILL, which others send.
package nonisolated enum CrashMark {
  /// From now on SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT and SIGSYS make an empty file before they end this
  /// process. SIGABRT is also systemd's, for a service that does not answer its watchdog (systemd.service(5)).
  ///
  /// - Parameter path: at most 4,095 bytes (`PATH_MAX`); a longer one is not marked.
  package static func leave(at path: String) { roost_mark_crashes(path) }

  /// They end this process as before.
  package static func leaveNone() { roost_mark_crashes(nil) }
}
