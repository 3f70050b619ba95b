// Answers that take their time, such as a list read from many files: one is made for all who have asked before it was begun.
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

/// The same of several questions.
package nonisolated final class SharedAnswers<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  private let waiting = Mutex<[Question: SharedAnswer<Answer>]>([:])

  package init() {}

  /// Whether an answer to `question` has to be made for `then`.
  package func isFirst(_ question: Question, _ then: @escaping SharedAnswer<Answer>.Then) -> Bool {
    waiting.withLock { waiting in
      let answer = waiting[question] ?? SharedAnswer()
      waiting[question] = answer
      return answer.isFirst(then)
    }
  }

  /// Those who are to be told the answer to `question` whose making begins now.
  package func begin(_ question: Question) -> [AnswerOnLoop<Answer>] {
    waiting.withLock { $0.removeValue(forKey: question)?.begin() ?? [] }
  }
}
