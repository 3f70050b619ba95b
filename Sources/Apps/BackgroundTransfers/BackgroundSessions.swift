// The background sessions of this process, and the way of roostd's news to them.

import AgentProtocol
import FoundationNetworking
import OrdinarySessions
import RoostAgent
import Synchronization

enum BackgroundSessions {
  private struct Entry: Sendable {
    let session: BackgroundSession
    /// `finishTasksAndInvalidate` was called: it goes with its last task.
    var isFinishing = false
  }

  private static let all = Mutex<[String: Entry]>([:])

  /// Nil for a session in the foreground.
  static func of(_ session: URLSession) -> BackgroundSession? {
    guard let identifier = session.configuration.identifier else { return nil }
    let known = all.withLock { $0[identifier]?.session }
    return known?.session === session ? known : begin(session, identifier)
  }

  /// Takes the transfers over that earlier processes of the app have begun.
  @discardableResult
  static func begin(_ session: URLSession, _ identifier: String) -> BackgroundSession {
    let background = BackgroundSession(session, identifier: identifier)
    let earlier = all.withLock { $0.updateValue(Entry(session: background), forKey: identifier) }
    if earlier != nil { complain("A background URLSession with identifier \(identifier) already exists!") }
    TransferListener.listen(
      TransferListener.Calls(
        progressed: { status in all.withLock { $0[status.session]?.session }?.hear(status) },
        woken: { identifier in
          guard let session = all.withLock({ $0[identifier]?.session }) else { return false }
          session.learn(isWoken: true)
          return true
        }))
    background.learn(isWoken: TransferListener.begin(session: identifier))
    return background
  }

  static func cancelAll(_ session: BackgroundSession) {
    for task in session.tasks { task.cancel() }
    finish(session)
  }

  static func finish(_ session: BackgroundSession) {
    all.withLock { $0[session.identifier]?.isFinishing = true }
    forgetIfDone(session)
  }

  static func forgetIfDone(_ session: BackgroundSession) {
    let isDone = all.withLock { all in
      guard let entry = all[session.identifier], entry.session === session, entry.isFinishing, session.tasks.isEmpty
      else { return false }
      all[session.identifier] = nil
      return true
    }
    if isDone { session.session.ordinaryFinishTasksAndInvalidate() }
  }
}
