// Work for the loop from other threads, which arrives when the test says so.
import Synchronization

final class Letters: Sendable {
  private let waiting = Mutex<[@MainActor @Sendable () -> Void]>([])

  var all: [@MainActor @Sendable () -> Void] { waiting.withLock { $0 } }
  var isEmpty: Bool { all.isEmpty }
  func put(_ letter: @escaping @MainActor @Sendable () -> Void) { waiting.withLock { $0.append(letter) } }

  func take() -> [@MainActor @Sendable () -> Void] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
