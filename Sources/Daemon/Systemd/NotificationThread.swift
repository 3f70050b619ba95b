// The daemon's status and its signs of life on their way to the service manager, on a thread.
import Linux
import Synchronization

/// Tells the service manager the words that it need not have at once: its socket is open to everybody, who may keep it full.
public nonisolated final class NotificationThread: Sendable {
  public static let shared = NotificationThread()

  private let queue = WorkQueue()
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
        try? ServiceManagerSocket.shared.tellAndWait(notification.assignment)
      }
    }
  }

  /// What a later word of its kind takes the place of.
  public enum Passing: Sendable {
    case alive
    case status(String)
  }
}
