// Ends the program after a while: a process in uninterruptible sleep never stops, and its files may be anything.
import Glibc

enum TimeLimit {
  /// Seconds until it gives up.
  private static let seconds: UInt32 = 5
  private static let begun = ContinuousClock.now

  static func begin() {
    _ = begun
    signal(SIGALRM) { _ in
      let words: StaticString =
        "roost-backtrace: unable to stop and read the process in 5 s; it may be waiting in the kernel\n"
      _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
      // The kernel lets go of what we trace (ptrace(2)).
      _exit(EXIT_FAILURE)
    }
    alarm(seconds)
  }

  /// Whether there is still time for facts that are nice to have.
  static var allowsExtras: Bool { .now - begun < .seconds(1) }
}
