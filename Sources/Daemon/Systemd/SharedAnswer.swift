// An answer that takes its time, such as a list read from many files: one is made for all who have asked before it was begun.
import Synchronization

/// Those who wait for it. Dozens of clients may ask at one moment.
package nonisolated final class SharedAnswer<Answer: Sendable>: Sendable {
  package typealias Then = AnswerOnLoop<Answer>.Then

  private let waiting = Mutex<[AnswerOnLoop<Answer>]>([])

  package init() {}

  /// Whether one has to be made for `then`, since nobody waits for one that has not begun.
  package func isFirst(_ then: @escaping Then) -> Bool {
    waiting.withLock { waiting in
      waiting.append(AnswerOnLoop(then))
      return waiting.count == 1
    }
  }

  /// Those who are to be told the answer whose making begins now: another is made for who asks from here on.
  package func begin() -> [AnswerOnLoop<Answer>] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
