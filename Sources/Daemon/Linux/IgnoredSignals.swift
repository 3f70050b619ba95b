// The signals that this process ignores, which programs that it starts would ignore as well (execve(2)).
import CLinux
import Glibc

package nonisolated enum IgnoredSignals {
  /// From now on they are caught, and nothing is done: execve(2) and `CLONE_CLEAR_SIGHAND` then reset them, where a
  /// SIGHUP ignored by nohup(1) would be kept, and a SIGCHLD that is ignored would leave no child to wait for. A write to
  /// a pipe without a reader is an error (`EPIPE`) this way too, and one beyond RLIMIT_FSIZE as a full disk is (`EFBIG`).
  package static func beCaught() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // Fails for no signal that there is.
    _ = roost_catch_ignored_signals()
  }
}
