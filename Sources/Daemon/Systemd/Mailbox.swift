// Carries work from other threads back to the loop.
import Synchronization

/// Runs a piece of work on the loop's thread, from any thread.
package typealias Deliver = @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

/// Work that other threads hand to the loop; it is done in the order it came, on the loop's thread.
@MainActor package final class Mailbox {
  private nonisolated let letters = Letters()
  private let wake: WakeSource

  package init(_ loop: EventLoop) throws(SystemCallError) {
    let letters = letters
    wake = try loop.wakeSource(priority: .reply) {
      for letter in letters.take() { letter() }
    }
  }

  /// Hands work in, from any thread.
  package var deliver: Deliver {
    let letters = letters
    let waker = wake.waker
    return { letter in
      letters.put(letter)
      waker.wake()
    }
  }
}

private nonisolated final class Letters: Sendable {
  private let waiting = Mutex<[@MainActor @Sendable () -> Void]>([])

  func put(_ letter: @escaping @MainActor @Sendable () -> Void) { waiting.withLock { $0.append(letter) } }

  func take() -> [@MainActor @Sendable () -> Void] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
