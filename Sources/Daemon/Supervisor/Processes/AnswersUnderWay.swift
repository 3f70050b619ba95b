// Counts the answers that a thread is preparing for each app, so that one that never stops asking waits in nobody's way.
import AgentProtocol
import LifecycleModel

/// The questions of one kind that are under way, by who asked.
@MainActor final class AnswersUnderWay {
  /// The number of questions of one process that may be under way.
  let limit: Int
  private var counts: [ProcessSerial: Int] = [:]

  init(limit: Int) { self.limit = limit }

  /// Whether one more question of `serial` may be asked, which is then under way.
  func begin(_ serial: ProcessSerial) -> Bool {
    guard counts[serial, default: 0] < limit else { return false }
    counts[serial, default: 0] += 1
    return true
  }

  /// A question of `serial` has been answered, or has nobody to answer.
  func end(_ serial: ProcessSerial) {
    guard let count = counts[serial] else { return }
    counts[serial] = count > 1 ? count - 1 : nil
  }

  /// The answer to one question too many.
  var refusal: Reply.Outcome {
    .error(
      code: "TooMany",
      message: "an app may have \(limit) requests of this kind under way; ask again when one of them is answered")
  }
}
