// The messages on their way to a page. A page that does not read them is given up before they fill the memory.
import Dispatch
import Synchronization

final class Outbox: Sendable {
  /// Bytes of all that waits: some pictures of the largest kind.
  static let mostBytes = 4 << 20
  /// Messages that wait.
  static let mostMessages = 1000

  private struct Waiting {
    var messages: [[UInt8]] = []
    var bytes = 0
    var isFinished = false
    var isOver = false
  }

  private let waiting = Mutex(Waiting())
  private let more = DispatchSemaphore(value: 0)
  private let over = DispatchSemaphore(value: 0)

  /// False when there is no room. Once it is over, messages are thrown away.
  func put(_ message: [UInt8]) -> Bool {
    waiting.withLock { waiting in
      if waiting.isOver || waiting.isFinished { return true }
      guard waiting.messages.count < Self.mostMessages, waiting.bytes + message.count <= Self.mostBytes else {
        return false
      }
      waiting.messages.append(message)
      waiting.bytes += message.count
      more.signal()
      return true
    }
  }

  /// Waits for the next message; nil when there is none any more.
  func take() -> [UInt8]? {
    more.wait()
    return waiting.withLock { waiting in
      guard !waiting.isOver, !waiting.messages.isEmpty else { return nil }
      let message = waiting.messages.removeFirst()
      waiting.bytes -= message.count
      return message
    }
  }

  /// Nothing more is put in; what waits still goes.
  func finish() {
    waiting.withLock { $0.isFinished = true }
    more.signal()
  }

  /// Until all has gone.
  func waitUntilOver(milliseconds: Int) {
    _ = over.wait(timeout: .now() + .milliseconds(milliseconds))
  }

  func end() {
    waiting.withLock {
      $0.isOver = true
      $0.messages = []
    }
    more.signal()
    over.signal()
  }
}
