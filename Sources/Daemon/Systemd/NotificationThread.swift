// The daemon's status and its signs of life on their way to the service manager, on a thread.
import Linux
import Synchronization
import SystemPackage

/// Tells the service manager the words that it need not have at once: its socket is open to everybody, who may keep it full.
///
/// They go beside all that waits in ``ServiceManagerSocket``: systemd ends a daemon of which it hears too late.
public nonisolated final class NotificationThread: Sendable {
  public static let shared = NotificationThread()

  private let queue = WorkQueue()
  private let line = Mutex(ManagerLine())
  /// The last of each kind that has not been told.
  private let waiting = Mutex<(alive: Bool, status: String?)>((false, nil))

  /// Waits for nobody; while the service manager takes nothing, the last status and one sign of life wait.
  public func tell(_ status: Passing) {
    let isAwaited = waiting.withLock { waiting in
      defer {
        switch status {
        case .alive: waiting.alive = true
        case .status(let text): waiting.status = text
        }
      }
      return waiting.alive || waiting.status != nil
    }
    guard !isAwaited else { return }
    queue.async { [self] in
      let (isAlive, status) = waiting.withLock { waiting in
        defer { waiting = (false, nil) }
        return waiting
      }
      for notification in (isAlive ? [.alive] : []) + (status.map { [.status($0)] } ?? []) as [ServiceNotification] {
        guard let message = ServiceManagerSocket.message(.word, notification.assignment) else { return }
        line.withLock { try? $0.send(message, waits: true) }
      }
    }
  }

  /// What a later word of its kind takes the place of.
  public enum Passing: Sendable {
    case alive
    case status(String)
  }
}
