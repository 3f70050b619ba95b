// Requests for background work, kept across restarts of the daemon and the machine (BX4), on a thread of its own.
import Systemd

/// What apps have submitted to `BGTaskScheduler` and what has not run yet.
nonisolated final class TaskStore: Sendable {
  private let thread: StoreThread<TaskFile>

  /// - Parameters:
  ///   - directory: the state directory, which is there; the requests are in `tasks.sqlite` in it.
  ///   - deliver: how results and notes get back to the loop's thread.
  ///   - note: told, on the loop's thread, when durability is lost, when it is back, and when a broken file was put aside.
  init(directory: String, deliver: @escaping Deliver, note: @escaping @MainActor @Sendable (String) -> Void) {
    let file = TaskFile(directory: directory) { text in deliver { note(text) } }
    thread = StoreThread("roostd.tasks", file, deliver: deliver)
  }

  /// Keeps a request, in place of the app's older one of that identifier.
  func keep(_ row: TaskRow) { thread.put(.keep(row), then: nil) }

  /// The request has run, or is cancelled.
  func drop(app: String, identifier: String) { thread.put(.drop(app: app, identifier: identifier), then: nil) }

  /// Every request, with what was kept before this call.
  func all(then: @escaping @MainActor @Sendable ([TaskRow]) -> Void) { thread.ask({ $0.all() }, then: then) }

  /// Says on the loop's thread when every change until now is on disk or known not to get there.
  func whenWritten(_ then: @escaping @MainActor @Sendable () -> Void) { thread.ask({ _ in }, then: { _ in then() }) }

  /// Waits until everything is on disk or known not to get there. For the daemon's orderly end only.
  func flush() { thread.flush() }
}
