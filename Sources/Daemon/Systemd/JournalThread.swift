// The daemon's messages on their way to the journal, on a thread: journald's socket is open to everybody, who may keep it full.
public import Dispatch
import Linux
import Synchronization

/// Writes message after message. While journald takes none, so many wait, and the rest is lost and counted: a daemon that waited with
/// them would serve nobody, and its watchdog would end it.
public nonisolated final class JournalThread: Sendable {
  public static let shared = JournalThread()

  public struct Message: Sendable {
    public let text: String
    public let priority: Journal.Priority
    public let fields: [(name: String, value: String)]

    public init(_ text: String, _ priority: Journal.Priority, _ fields: [(name: String, value: String)]) {
      (self.text, self.priority, self.fields) = (text, priority, fields)
    }

    fileprivate var size: Int { fields.reduce(text.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count } }
  }

  /// Bytes of messages that wait.
  static let most = 1 << 20

  private struct State {
    var waiting = 0
    var lost = 0
  }

  private let queue = WorkQueue()
  private let state = Mutex(State())
  private let put: @Sendable (Message) -> Void

  /// - Parameter put: may wait for as long as it likes.
  init(
    put: @escaping @Sendable (Message) -> Void = {
      try? Journal.send($0.text, priority: $0.priority, fields: $0.fields)
    }
  ) {
    self.put = put
  }

  /// Waits for nobody.
  public func write(_ message: Message) {
    let size = message.size
    let isTaken = state.withLock { state in
      guard state.waiting + size <= Self.most else {
        state.lost += 1
        return false
      }
      state.waiting += size
      return true
    }
    guard isTaken else { return }
    queue.async { [self] in
      put(message)
      let lost = state.withLock { state in
        state.waiting -= size
        defer { state.lost = 0 }
        return state.lost
      }
      guard lost > 0 else { return }
      put(Message("\(lost) messages are missing here: the journal took none for a while", .warning, message.fields))
    }
  }

  /// Returns when all has been written, or after that time.
  public func finish(within limit: DispatchTimeInterval = .seconds(1)) {
    let end = DispatchSemaphore(value: 0)
    queue.async { end.signal() }
    _ = end.wait(timeout: .now() + limit)
  }
}
