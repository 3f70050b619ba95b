// Carries work from other threads back to the loop.
import Synchronization

/// Runs a piece of work on the loop's thread, from any thread.
package typealias Deliver = @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

/// Work that other threads hand to the loop; it is done in the order it came, on the loop's thread. Of much that comes at one moment
/// some milliseconds are done, and then the loop is everybody else's for as long.
@MainActor package final class Mailbox {
  private let pile: Pile
  private let wake: WakeSource

  package init(_ loop: EventLoop) throws(SystemCallError) {
    let pile = try Pile(loop)
    self.pile = pile
    wake = try loop.wakeSource(priority: .reply) { pile.letterCame() }
  }

  /// Hands work in, from any thread.
  package var deliver: Deliver {
    let letters = pile.letters
    let waker = wake.waker
    return { letter in
      letters.put(letter)
      waker.wake()
    }
  }
}

/// The letters that have come, and those that were taken up and not opened.
private final class Pile {
  /// Nanoseconds.
  private static let patience: UInt64 = 5_000_000

  let letters = Letters()
  /// The first to be opened at the end.
  private var taken: [@MainActor @Sendable () -> Void] = []
  private var pause: TimerSource?

  init(_ loop: EventLoop) throws(SystemCallError) {
    pause = try loop.timer(priority: .request) { [unowned self] in open() }
  }

  func letterCame() {
    // In a pause those before it come first.
    if taken.isEmpty { open() }
  }

  private func open() {
    let began = monotonicNow()
    repeat {
      if taken.isEmpty { taken = letters.take().reversed() }
      guard let letter = taken.popLast() else { return }
      letter()
    } while monotonicNow() < began + Self.patience
    let end = monotonicNow()
    pause?.rearm(at: end + (end - began))
  }

  isolated deinit { pause?.close() }
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
