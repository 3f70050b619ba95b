// An answer that another thread makes: the loop tells it, and that thread keeps alive nothing of the loop's.
import Synchronization

/// Has the one who asks, until the loop tells them the answer.
///
/// A thread is often the last to let go of the closure that it ran, and so of all that the closure holds. Swift frees what belongs to the
/// main actor in dispatch's main queue then (SE-0371), which nobody serves here: it would stay in memory for good. A thread that has
/// this instead of the one who asks holds nothing any more once they are told.
///
/// To capture an object weakly in a closure inside the thread's own is not enough: the outer one holds it strongly for that.
package nonisolated final class AnswerOnLoop<Answer: Sendable>: Sendable {
  package typealias Then = @MainActor @Sendable (Answer) -> Void

  private struct Waiting {
    var then: Then?
    var answer: Answer?
  }

  private let waiting: Mutex<Waiting>

  package init(_ then: @escaping Then) { waiting = Mutex(Waiting(then: then)) }

  /// Has the loop tell the answer, from any thread, once.
  package func tell(_ answer: Answer, by deliver: Deliver) {
    waiting.withLock { $0.answer = answer }
    deliver { [self] in open() }
  }

  /// Tells the answer now.
  @MainActor package func callAsFunction(_ answer: Answer) { take().then?(answer) }

  @MainActor private func open() {
    let (then, answer) = take()
    if let then, let answer { then(answer) }
  }

  private func take() -> (then: Then?, answer: Answer?) {
    waiting.withLock { waiting in
      defer { waiting = Waiting() }
      return (waiting.then, waiting.answer)
    }
  }
}
