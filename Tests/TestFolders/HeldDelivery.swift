// A store's way to the test on which the store's thread waits: shows whom that thread still holds.
import Dispatch
import Synchronization

/// A thread that delivers a letter goes on when the test has opened the letter and let go of it.
public final class HeldDelivery: Sendable {
  private final class Asker: Sendable {}

  private let letters = Mutex<[@MainActor @Sendable () -> Void]>([])
  private let came = DispatchSemaphore(value: 0)
  private let isOpened = DispatchSemaphore(value: 0)

  public init() {}

  public func deliver(_ letter: @escaping @MainActor @Sendable () -> Void) {
    letters.withLock { $0.append(letter) }
    came.signal()
    isOpened.wait()
  }

  /// Returns when a thread waits with a letter.
  public func awaitLetter() { came.wait() }

  /// Opens the letter that has come, and lets its thread go on.
  @MainActor public func open() {
    letters.withLock { $0.removeFirst() }()
    isOpened.signal()
  }

  /// Whether nobody holds the one who asks once they have been told, though the thread has not gone on.
  ///
  /// - Parameter ask: asks for something that comes by ``deliver(_:)``, and calls what it is handed when it has come.
  @MainActor public func letsGo(_ ask: (_ told: @escaping @MainActor @Sendable () -> Void) -> Void) -> Bool {
    weak var asker: Asker?
    do {
      let one = Asker()
      asker = one
      ask { withExtendedLifetime(one) {} }
    }
    came.wait()
    defer { isOpened.signal() }
    letters.withLock { $0.removeFirst() }()
    return asker == nil
  }
}
