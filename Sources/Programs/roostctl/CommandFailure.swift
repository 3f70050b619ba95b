// The failures of a command, and the exit status of each (roostctl(1), EXIT STATUS).
import ControlAPI
import Glibc
import Varlink

enum CommandFailure: Error, CustomStringConvertible {
  /// The daemon refused, or the thing cannot be done: 1.
  case refused(String)
  /// The passcode is wrong, or is needed: 1.
  case passcode(String)
  /// No daemon answers: 3.
  case noDaemon(String)

  init(_ failure: ControlFailure, socket: String) {
    switch failure {
    case .refused(.passcodeRefused(let message)): self = .passcode(message)
    case .refused(let error): self = .refused(error.description)
    case .rejected(.permissionDenied):
      self = .refused("\(socket) does not let you in; ask as root, or join the group roostd.toml(5) names")
    case .rejected(let error): self = .refused("\(error); check that roostctl and roostd have the same version")
    case .noAnswer(.unreachable(_, let errno)) where errno == EACCES:
      self = .refused("\(socket) does not let you in; ask as root, or join the group roostd.toml(5) names")
    case .noAnswer(.unreachable(_, let errno)):
      self = .noDaemon(
        """
        no daemon answers at \(socket): \(String(cString: strerror(errno))); start it with `\(Self.start)` \
        or name its socket with --socket
        """)
    case .noAnswer(let error): self = .noDaemon("\(error); `\(Self.look)` says more")
    }
  }

  var status: Int32 {
    switch self {
    case .refused, .passcode: 1
    case .noDaemon: 3
    }
  }

  var description: String {
    switch self {
    case .refused(let message), .passcode(let message), .noDaemon(let message): message
    }
  }

  private static var start: String { geteuid() == 0 ? "systemctl start roostd" : "roostd" }
  private static var look: String { geteuid() == 0 ? "journalctl -u roostd" : "journalctl --user -t roostd" }
}
