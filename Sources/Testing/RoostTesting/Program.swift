// A program that a test runs. Foundation's Process is no use here: it learns of an end by a socket that any program
// started at the same moment inherits, and then waits for that one too.
import Foundation
import Synchronization

/// A child process whose output goes to files. Its last reference kills it, and it is always reaped.
public final class Program: Sendable {
  public let path: String
  public let pid: Int32
  /// Set once it has been reaped: after that the pid may be another's.
  private let end = Mutex<Int32?>(nil)

  /// - Parameters:
  ///   - path: a name without a slash is looked for in `PATH` alone, and not in the folder that this process is in.
  ///   - input: an open descriptor that it reads from; nil: it reads nothing.
  ///   - output, errors: files that are appended to.
  ///   - environment: variables beside those of this process, or instead.
  /// - Throws: ``TestingError/notStarted(program:why:)``.
  public init(
    _ path: String, _ arguments: [String], input: Int32? = nil, output: String, errors: String,
    environment: [String: String] = [:]
  ) throws {
    self.path = path
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    // The caller may be a thread of Dispatch's, which block signals; a program would inherit that (posix_spawn(3)).
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var strings: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = ProcessInfo.processInfo.environment.merging(environment) { _, given in given }
    var assignments: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in strings + assignments { free(string) } }
    var child: pid_t = 0
    let error = posix_spawnp(&child, path, &actions, &attributes, &strings, &assignments)
    guard error == 0 else {
      throw TestingError.notStarted(
        program: path,
        why: String(cString: strerror(error))
          + "; install it or give its path, or in a checkout build it with `make build`")
    }
    pid = child
  }

  deinit {
    signal(SIGKILL)
    wait()
  }

  public func signal(_ number: Int32) {
    end.withLock { if $0 == nil { kill(pid, number) } }
  }

  /// Waits for its end: what it exited with, or 128 and the signal's number, as a shell says it.
  @discardableResult
  public func wait() -> Int32 { status(waiting: true) ?? 128 }

  /// Nil while it runs.
  public var exitStatus: Int32? { status(waiting: false) }

  /// Whether it ends within so many seconds. It is not reaped.
  func ends(within seconds: Double) -> Bool {
    let limit = Date(timeIntervalSinceNow: seconds)
    while !hasEnded {
      guard Date() < limit else { return false }
      usleep(1000)
    }
    return true
  }

  private var hasEnded: Bool {
    end.withLock { end in
      guard end == nil else { return true }
      var info = siginfo_t()
      guard waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return errno == ECHILD }
      // The kernel leaves it 0 where there is nothing to tell.
      return info.si_signo != 0
    }
  }

  private func status(waiting: Bool) -> Int32? {
    end.withLock { end in
      if let end { return end }
      var status: Int32 = 0
      var result: pid_t
      repeat { result = waitpid(pid, &status, waiting ? 0 : WNOHANG) } while result < 0 && errno == EINTR
      guard result != 0 else { return nil }
      let signal = status & 0x7f
      end = signal == 0 ? (status >> 8) & 0xff : 128 + signal
      return end
    }
  }
}
