// Notifications that are planned or shown, kept across restarts of the daemon and the machine, on a thread of its own.
import Systemd

/// What apps want people to see.
nonisolated final class NotificationStore: Sendable {
  private let thread: StoreThread<NotificationFile>

  /// - Parameters:
  ///   - directory: the state directory, which is there; the notifications are in `notifications.sqlite` in it.
  ///   - deliver: how results and notes get back to the loop's thread.
  ///   - note: told, on the loop's thread, when durability is lost, when it is back, and when a broken file was put aside.
  init(directory: String, deliver: @escaping Deliver, note: @escaping @MainActor @Sendable (String) -> Void) {
    let file = NotificationFile(directory: directory) { text in deliver { note(text) } }
    thread = StoreThread("roostd.notifications", file, deliver: deliver)
  }

  /// Keeps an app's notifications, in place of those kept before.
  func keep(_ row: NotificationRow) { thread.put(row, then: nil) }

  /// Those of every app that has any, with what was kept before this call.
  func all(then: @escaping @MainActor @Sendable ([NotificationRow]) -> Void) { thread.ask({ $0.all() }, then: then) }

  /// Says on the loop's thread when every change until now is on disk or known not to get there.
  func whenWritten(_ then: @escaping @MainActor @Sendable () -> Void) { thread.ask({ _ in }, then: { _ in then() }) }

  /// Waits until everything is on disk or known not to get there. For the daemon's orderly end only.
  func flush() { thread.flush() }
}
