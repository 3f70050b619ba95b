// Puts the lists of exits together, the long ones on a thread of their own.
import ControlAPI
import Linux
import Stores
import Systemd
import Varlink

/// A thousand records, each with 3 KB of control characters and a date, take some 20 ms to write.
final class ExitLists {
  /// The records of a list that takes less time than to hand it to a thread and back.
  static let few = 32

  private let queue = WorkQueue()
  private let deliver: Deliver

  init(deliver: @escaping Deliver) { self.deliver = deliver }

  /// - Parameter rows: the newest first; in the list they are the last.
  func make(of rows: [ExitRow], then: @escaping @MainActor @Sendable (EncodedReply) -> Void) {
    guard rows.count > Self.few else { return then(Self.list(rows)) }
    let told = AnswerOnLoop(then)
    queue.async { [deliver] in told.tell(Self.list(rows), by: deliver) }
  }

  private nonisolated static func list(_ rows: [ExitRow]) -> EncodedReply {
    EncodedReply(AppsInterface.ListExits.Reply(exits: rows.reversed().map { ControlAPI.ExitRecord($0) }))
  }
}
