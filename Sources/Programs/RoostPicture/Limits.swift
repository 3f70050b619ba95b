// Ends the program in time and with words: a small document may ask for days of drawing, or for more memory than there is.
import Glibc

enum Limits {
  /// A screen takes tens of milliseconds; slow machines and those with much to do get a hundred times that.
  static let seconds: UInt32 = 10
  /// The libraries' code and the picture's 64 MiB several times, for groups and filters.
  static let memory: UInt64 = 1 << 30

  static func begin() {
    for number in [SIGALRM, SIGXCPU] {
      signal(number) { _ in Limits.end("roost-picture: the picture takes more than 10 s to draw\n") }
    }
    // Rust's allocator and glib abort where there is no more memory; glib does so by SIGTRAP.
    for number in [SIGABRT, SIGTRAP] {
      signal(number) { _ in Limits.end("roost-picture: the picture takes more than 1 GiB of memory to draw\n") }
    }
    endOnFullStack()
    // A signal that the program's parent has blocked stays so (execve(2)).
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    alarm(seconds)
  }

  /// Of all processors together: librsvg draws some things on several at once. At the hard limit, which the program has
  /// been given, the kernel ends it without words (setrlimit(2)).
  static func warnOfProcessorTime() {
    var limit = rlimit(rlim_cur: rlim_t(seconds), rlim_max: rlim_t(seconds) + 1)
    setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
  }

  /// librsvg reads some of CSS by functions that call themselves; a handler needs another stack then (sigaltstack(2)).
  private static func endOnFullStack() {
    let size = 1 << 16
    var stack = stack_t(
      ss_sp: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16), ss_flags: 0, ss_size: size)
    var action = sigaction()
    action.sa_flags = SA_ONSTACK
    action.__sigaction_handler.sa_handler = { _ in
      Limits.end("roost-picture: librsvg has failed on the picture; it may be nested too deeply\n")
    }
    guard sigaltstack(&stack, nil) == 0 else { return }
    for number in [SIGSEGV, SIGBUS] { sigaction(number, &action, nil) }
  }

  /// Calls that a signal handler may make (signal-safety(7)).
  private static func end(_ words: StaticString) {
    _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
    _exit(EXIT_FAILURE)
  }
}
