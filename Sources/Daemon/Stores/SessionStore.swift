// Scene sessions, kept across restarts of the daemon and the machine (SC1, SC3), by a thread of its own.
import Systemd

/// The sessions of every app, with those whose discarding their app has yet to hear of.
nonisolated final class SessionStore: Sendable {
  private let thread: StoreThread<SessionFile>

  /// - Parameters:
  ///   - directory: the state directory, which is there; the sessions are in `sessions.sqlite` in it.
  ///   - deliver: how results and notes get back to the loop's thread.
  ///   - note: told, on the loop's thread, when durability is lost, when it is back, and when a broken file was put
  ///     aside.
  init(directory: String, deliver: @escaping Deliver, note: @escaping @MainActor @Sendable (String) -> Void) {
    let file = SessionFile(directory: directory) { text in deliver { note(text) } }
    thread = StoreThread("roostd.sessions", file, deliver: deliver)
  }

  /// Keeps a session as it is now, new or not; `then` says on the loop's thread where it is.
  func keep(_ row: SessionRow, then: (@MainActor @Sendable (Kept) -> Void)? = nil) {
    thread.put(.keep(row), then: then)
  }

  /// The session is gone, and its app is to hear of it at its next launch (SC3).
  func discarded(app: String, session: String) { thread.put(.discarded(app: app, session: session), then: nil) }

  /// The app has heard of everything that was discarded.
  func reported(app: String) { thread.put(.reported(app: app), then: nil) }

  /// Every session, the one used last at the end, with what was kept before this call.
  func all(then: @escaping @MainActor @Sendable ([SessionRow]) -> Void) { thread.ask({ $0.all() }, then: then) }

  /// Says on the loop's thread when every change until now is on disk or known not to get there.
  func whenWritten(_ then: @escaping @MainActor @Sendable () -> Void) { thread.ask({ _ in }, then: { _ in then() }) }

  /// Waits until everything is on disk or known not to get there. For the daemon's orderly end only.
  func flush() { thread.flush() }
}
