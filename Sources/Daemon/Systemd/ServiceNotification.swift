// The messages with which the daemon reports its state to systemd, sd_notify(3).
import Dispatch
import Linux

/// One line of the notification protocol.
public nonisolated enum ServiceNotification: Sendable {
  /// Start-up is finished: `READY=1`.
  case ready
  /// One line for `systemctl status`: `STATUS=`.
  case status(String)
  /// Shut-down has begun: `STOPPING=1`.
  case stopping
  /// The configuration is read again; `ready` says when that is done: `RELOADING=1` with the time.
  case reloading
  /// The daemon lives, and serves its deadlines: `WATCHDOG=1`.
  case alive
  /// The start or the stop may take so much longer, whatever the unit's timeout: `EXTEND_TIMEOUT_USEC=`.
  case extendTimeout(Duration)

  var assignment: String {
    switch self {
    case .ready: "READY=1"
    // A line feed would begin another assignment.
    case .status(let text): "STATUS=" + text.split(whereSeparator: \.isNewline).joined(separator: " ")
    case .stopping: "STOPPING=1"
    // systemd ignores RELOADING=1 of a Type=notify-reload service without MONOTONIC_USEC.
    case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(monotonicNow() / 1000)"
    case .alive: "WATCHDOG=1"
    case .extendTimeout(let duration):
      "EXTEND_TIMEOUT_USEC=\(Int64(duration / .microseconds(1)))"
    }
  }
}

/// Tells the service manager; false when none listens, that is without `NOTIFY_SOCKET`. Waits for nobody, and is for the loop's
/// thread alone.
@discardableResult
public nonisolated func notifyServiceManager(_ notifications: ServiceNotification...) throws(SystemCallError) -> Bool {
  let message = notifications.map(\.assignment).joined(separator: "\n")
  do {
    return try ServiceManagerSocket.shared.tell(.word, message)
  } catch {
    throw SystemCallError(action: "notify the service manager", errno: error)
  }
}

/// Waits until the service manager has been told everything, for a second at most: for the end of this program.
///
/// - Returns: whether it has.
@discardableResult
public nonisolated func finishNotifications() -> Bool { ServiceManagerSocket.shared.finish(within: .seconds(1)) }
