// Ends a private daemon whose test has ended without doing so: nobody else would, after a SIGKILL.
import Foundation

/// A shell beside the daemon, which waits for the end of a socket whose other end this process alone has. The kernel closes
/// that whatever ends the process. A signal of the parent's death (prctl(2), PR_SET_PDEATHSIG) comes with the end of a thread.
final class Guardian: Sendable {
  /// Signals of a terminal come to all of its group: the daemon ends by some, and takes others for something else.
  private static let script = """
    trap '' INT HUP TERM QUIT
    daemon=
    while read -r line; do daemon=$line; done
    if [ -n "$daemon" ]; then
      kill -TERM "$daemon" 2>/dev/null
      tries=0
      while kill -0 "$daemon" 2>/dev/null && [ $tries -lt \(Int(patience * 10) + 10) ]; do
        [ $tries -ne \(Int(patience * 10)) ] || kill -KILL "$daemon" 2>/dev/null
        sleep 0.1
        tries=$((tries + 1))
      done
    fi
    rm -rf "$@"
    """

  /// By then a daemon has ended its apps: its own deadlines are shorter.
  private static let patience = 30.0

  private let shell: Program
  private let ours: Int32

  /// - Parameter directories: they are removed with the daemon, or where none has been started.
  init(of directories: [String]) throws {
    var ends: [Int32] = [-1, -1]
    // SOCK_STREAM | SOCK_CLOEXEC (socket(2)), which Swift's Glibc has as an enumeration. No program that another thread
    // starts at this moment may have it as well.
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | 0o2000000, 0, &ends) == 0 else {
      throw TestingError.notStarted(program: Self.path, why: String(cString: strerror(errno)))
    }
    defer { close(ends[0]) }
    do {
      shell = try Program(
        Self.path, ["-c", Self.script, "sh"] + directories, input: ends[0], output: "/dev/null", errors: "/dev/null")
    } catch {
      close(ends[1])
      throw error
    }
    ours = ends[1]
  }

  private static let path = "/bin/sh"

  deinit { close(ours) }

  /// From now on it is this daemon that ends with the test; none where that is nil.
  func watch(_ daemon: Program?) {
    let line = Array(((daemon.map { "\($0.pid)" } ?? "") + "\n").utf8)
    _ = send(ours, line, line.count, Int32(MSG_NOSIGNAL))
  }

  /// Ends the daemon by `signal`, and by SIGKILL where it does not end by that.
  func end(_ daemon: Program, by signal: Int32 = SIGTERM) {
    daemon.signal(signal)
    if !daemon.ends(within: Self.patience) { daemon.signal(SIGKILL) }
    // Before the daemon is reaped: then its pid may be another's.
    watch(nil)
    daemon.wait()
  }

  /// There is nothing left that has to be taken away.
  func dismiss() {
    shell.signal(SIGKILL)
    shell.wait()
  }
}
