// Ends the program in time and with words: a small document may ask for days of drawing, or for more memory than there is.
import Glibc

enum Limits {
  /// A screen takes tens of milliseconds; slow machines and those with much to do get a hundred times that.
  static let seconds: UInt32 = 10
  /// The libraries' code and the picture's 64 MiB several times, for groups and filters.
  static let memory: UInt64 = 1 << 30

  static func begin() {
    signal(SIGALRM) { _ in Limits.end("roost-picture: the picture takes more than 10 s to draw\n") }
    // Rust's allocator and glib abort where there is no more memory; glib does so by SIGTRAP.
    for number in [SIGABRT, SIGTRAP] {
      signal(number) { _ in Limits.end("roost-picture: the picture takes more than 1 GiB of memory to draw\n") }
    }
    // A signal that the program's parent has blocked stays so (execve(2)).
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    alarm(seconds)
  }

  /// Calls that a signal handler may make (signal-safety(7)).
  private static func end(_ words: StaticString) {
    _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
    _exit(EXIT_FAILURE)
  }
}
