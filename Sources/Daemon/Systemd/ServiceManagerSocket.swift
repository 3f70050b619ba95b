// The way to the service manager, whose socket is open to everybody: they may keep it full.
import Dispatch
import Glibc
import Linux
import Synchronization
import SystemPackage

/// Sends the words of sd_notify(3) in the order in which they come. While the socket takes nothing, a thread waits for it in the
/// place of the loop.
nonisolated final class ServiceManagerSocket: Sendable {
  static let shared = ServiceManagerSocket()

  private struct State: ~Copyable {
    var line = ManagerLine()
    var waiting: WaitingMessages
    /// Whether a thread sends, to which all that comes later is left.
    var isThreadSending = false
  }

  private let state: Mutex<State>
  private let queue = WorkQueue()
  /// The thread's.
  private let line = Mutex(ManagerLine())

  /// - Parameter most: descriptors that may wait: 1,365 apps have as many.
  init(most: Int = 4096) { state = Mutex(State(waiting: WaitingMessages(most: most))) }

  /// `NOTIFY_SOCKET`; nil where no service manager listens.
  private static var address: String? { getenv("NOTIFY_SOCKET").map { String(cString: $0) } }

  static func message(
    _ kind: ManagerMessage.Kind, _ text: String, with descriptor: CInt? = nil
  ) -> ManagerMessage? {
    address.map { ManagerMessage(kind: kind, address: $0, bytes: Array(text.utf8), descriptor: descriptor) }
  }

  /// Waits for nobody. Only the loop's thread does, so that the order is its order.
  ///
  /// - Parameter descriptor: the service manager gets a copy of it.
  /// - Returns: false when no service manager listens.
  /// - Throws: `ENOBUFS` when as many words wait as may. A descriptor that gets lost is told of by ``takeLoss()``.
  func tell(_ kind: ManagerMessage.Kind, _ text: String, with descriptor: CInt? = nil) throws(Errno) -> Bool {
    guard let message = Self.message(kind, text, with: descriptor) else { return false }
    let isFirst = try state.withLock { state throws(Errno) in
      if !state.isThreadSending {
        do throws(Errno) {
          try state.line.send(message, waits: false)
          return false
        } catch {
          guard error == .resourceTemporarilyUnavailable else { throw error }
        }
      }
      try state.waiting.add(message)
      defer { state.isThreadSending = true }
      return !state.isThreadSending
    }
    if isFirst { queue.async { [self] in sendWaiting() } }
    return true
  }

  /// The reason why descriptors were lost since everything had been sent, or since this was asked last.
  func takeLoss() -> Errno? { state.withLock { $0.waiting.takeLoss() } }

  /// Returns when all has been sent, or after that time; whether all has.
  @discardableResult
  func finish(within limit: DispatchTimeInterval) -> Bool {
    guard state.withLock({ $0.isThreadSending }) else { return true }
    let end = DispatchSemaphore(value: 0)
    queue.async { end.signal() }
    return end.wait(timeout: .now() + limit) == .success
  }

  private func sendWaiting() {
    while let message = next() {
      do throws(Errno) {
        try line.withLock { line throws(Errno) in try line.send(message, waits: true) }
      } catch {
        if case .keep(let name) = message.kind { state.withLock { $0.waiting.lose(name, error) } }
      }
      if let copy = message.descriptor { try? Sys.close(copy) }
    }
  }

  private func next() -> ManagerMessage? {
    state.withLock { state in
      let next = state.waiting.takeFirst()
      if next == nil {
        state.isThreadSending = false
        state.waiting.hasEnded()
      }
      return next
    }
  }
}
