// The part of the app that hears of its background transfers, which UIKit does not know of (BX10, BX12).

public import AgentProtocol
import Synchronization

public enum TransferListener {
  public struct Calls: Sendable {
    let progressed: @Sendable (TransferStatus) -> Void
    let woken: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - progressed: hears how far a transfer is, on the main thread.
    ///   - woken: hears of a session all transfers of which have ended, once the app's delegate has; false where there is
    ///     no such session yet.
    public init(
      progressed: @escaping @Sendable (TransferStatus) -> Void, woken: @escaping @Sendable (String) -> Bool
    ) {
      self.progressed = progressed
      self.woken = woken
    }
  }

  private struct State: Sendable {
    var calls: Calls?
    /// Sessions that the app was woken for and has not made yet.
    var waiting: Set<String> = []
  }

  private static let state = Mutex(State())

  public static func listen(_ calls: Calls) { state.withLock { $0.calls = calls } }

  /// The app makes a session. Whether it was woken for it before.
  public static func begin(session: String) -> Bool { state.withLock { $0.waiting.remove(session) } != nil }

  // MARK: UIKit's part

  /// False where nobody listens.
  public static func progress(_ status: TransferStatus) -> Bool {
    guard let calls = state.withLock({ $0.calls }) else { return false }
    calls.progressed(status)
    return true
  }

  public static func wake(session: String) {
    let calls = state.withLock { $0.calls }
    if calls?.woken(session) != true { state.withLock { _ = $0.waiting.insert(session) } }
  }
}
