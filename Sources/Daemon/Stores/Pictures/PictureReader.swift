// Reads pictures that clients ask for, one after another.
import Linux
import Synchronization
import Systemd

/// The next is read when the loop has been told of the one before: however many clients ask, one picture lies between them.
nonisolated final class PictureReader: Sendable {
  /// The first is under way.
  private let waiting = Mutex<[@Sendable () -> Void]>([])
  private let queue = WorkQueue()
  private let deliver: Deliver

  init(deliver: @escaping Deliver) { self.deliver = deliver }

  /// - Parameter work: reads one. It is called on the reader's thread.
  func tell<Answer: Sendable>(_ told: AnswerOnLoop<Answer>, _ work: @escaping @Sendable () -> Answer) {
    let reading: @Sendable () -> Void = { [self] in
      told.tell(work()) { [self] say in
        deliver { [self] in
          say()
          goOn()
        }
      }
    }
    let isFirst = waiting.withLock { waiting in
      waiting.append(reading)
      return waiting.count == 1
    }
    if isFirst { queue.async(reading) }
  }

  private func goOn() {
    let next = waiting.withLock { waiting in
      waiting.removeFirst()
      return waiting.first
    }
    if let next { queue.async(next) }
  }
}
