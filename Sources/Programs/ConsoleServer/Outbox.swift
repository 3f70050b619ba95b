// The messages on their way to a page. A page that does not read them is given up before they fill the memory.
import Dispatch
import Synchronization

final class Outbox: Sendable {
  /// Bytes of all that waits, large messages aside, which have as many together.
  static let mostBytes = 4 << 20
  /// Bytes of a message beyond which it is a large one: those that an app fills have to leave room for the others.
  static let large = 1 << 20
  /// Messages that wait.
  static let mostMessages = 1000

  private struct Waiting {
    var messages: [[UInt8]] = []
    /// Of those that are not large.
    var bytes = 0
    var largeBytes = 0
    var isFinished = false
    var isOver = false
  }

  private let waiting = Mutex(Waiting())
  private let more = DispatchSemaphore(value: 0)
  private let over = DispatchSemaphore(value: 0)

  enum Verdict {
    case taken
    /// It has too many bytes, with the other large ones that wait, however fast the page reads.
    case tooLarge
    /// The page reads too slowly for what it is sent.
    case full
  }

  /// Once it is over, messages are thrown away.
  func put(_ message: [UInt8]) -> Verdict {
    waiting.withLock { waiting in
      if waiting.isOver || waiting.isFinished { return .taken }
      guard waiting.messages.count < Self.mostMessages else { return .full }
      if message.count > Self.large {
        guard waiting.largeBytes + message.count <= Self.mostBytes else { return .tooLarge }
        waiting.largeBytes += message.count
      } else {
        guard waiting.bytes + message.count <= Self.mostBytes else { return .full }
        waiting.bytes += message.count
      }
      waiting.messages.append(message)
      more.signal()
      return .taken
    }
  }

  /// Waits for the next message; nil when there is none any more.
  func take() -> [UInt8]? {
    more.wait()
    return waiting.withLock { waiting in
      guard !waiting.isOver, !waiting.messages.isEmpty else { return nil }
      let message = waiting.messages.removeFirst()
      if message.count > Self.large { waiting.largeBytes -= message.count } else { waiting.bytes -= message.count }
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
