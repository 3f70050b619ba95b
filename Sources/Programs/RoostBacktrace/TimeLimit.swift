// Ends the program after a while: a process in uninterruptible sleep never stops, and its files may be anything.
import Glibc
import Reports

enum TimeLimit {
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
    // A signal that whoever started it has blocked stays so (execve(2)).
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    alarm(UInt32(Backtrace.timeLimit))
  }

  /// Whether there is still time for facts that are nice to have.
  static var allowsExtras: Bool { .now - begun < .seconds(1) }
}
