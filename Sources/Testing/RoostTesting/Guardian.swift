// Ends a private daemon whose test has ended without doing so: nobody else would, after a SIGKILL.
import Foundation

/// A shell beside the daemon, which waits for the end of a socket whose other end this process alone has. The kernel closes
/// that whatever ends the process. A signal of the parent's death (prctl(2), PR_SET_PDEATHSIG) comes with the end of a thread.
final class Guardian: Sendable {
  /// Signals of a terminal come to all of its group: the daemon ends by some, and takes others for something else.
  private static let script = """
    trap '' INT HUP TERM QUIT
    read -r _
    kill -TERM "$1" 2>/dev/null
    tries=0
    while kill -0 "$1" 2>/dev/null && [ $tries -lt 300 ]; do
      sleep 0.1
      tries=$((tries + 1))
    done
    shift
    rm -rf "$@"
    """

  private let shell: Program
  private let end: Int32

  /// - Parameter directories: go with the daemon.
  init(of daemon: Program, in directories: [String]) throws {
    var ends: [Int32] = [-1, -1]
    // SOCK_STREAM | SOCK_CLOEXEC (socket(2)), which Swift's Glibc has as an enumeration. No program that another thread
    // starts at this moment may have it as well.
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | 0o2000000, 0, &ends) == 0 else {
      throw TestingError.notStarted(program: daemon.path, why: String(cString: strerror(errno)))
    }
    end = ends[1]
    defer { close(ends[0]) }
    shell = try Program(
      "/bin/sh", ["-c", Self.script, "sh", "\(daemon.pid)"] + directories, input: ends[0], output: "/dev/null",
      errors: "/dev/null")
  }

  deinit { close(end) }

  /// Before the daemon is reaped: then its pid may be another's.
  func dismiss() {
    shell.signal(SIGKILL)
    shell.wait()
  }
}
