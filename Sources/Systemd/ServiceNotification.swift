// What the daemon tells systemd about itself, sd_notify(3).
import CSystemd

/// One line of the notification protocol.
public nonisolated enum ServiceNotification: Sendable {
  /// Start-up is finished: `READY=1`.
  case ready
  /// One line for `systemctl status`: `STATUS=`.
  case status(String)
  /// Shut-down has begun: `STOPPING=1`.
  case stopping

  var assignment: String {
    switch self {
    case .ready: "READY=1"
    // A line feed would begin another assignment.
    case .status(let text): "STATUS=" + text.split(whereSeparator: \.isNewline).joined(separator: " ")
    case .stopping: "STOPPING=1"
    }
  }
}

/// Tells the service manager; false when none listens, that is without `NOTIFY_SOCKET`.
@discardableResult
public func notifyServiceManager(_ notifications: ServiceNotification...) throws(SystemCallError) -> Bool {
  let message = notifications.map(\.assignment).joined(separator: "\n")
  return try check(sd_notify(0, message), "notify the service manager") > 0
}
