// The signals by which somebody ends or reloads the daemon, held until its loop hears them.
import Glibc

package nonisolated enum HeldSignals {
  /// They would end a daemon at once that has yet to read the state of its apps, and nobody would be left to end those. To be called by
  /// the first thread before there are others (pthread_sigmask(3)).
  package static func begin() { change(SIG_BLOCK) }

  /// Of a process that becomes no daemon.
  package static func end() { change(SIG_UNBLOCK) }

  private static func change(_ how: CInt) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(how, &signals, nil)
  }
}
