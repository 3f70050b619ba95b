// The calls that all pages of a console have under way together.
import Dispatch

/// Each call has a connection to the daemon, which lets a user have 64: all pages could take these, and keep out the `roostctl` of the user
/// that the console belongs to.
final class CallRoom: Sendable {
  static let most = 24
  /// Seconds that a call waits for room: pages that are opened together ask for all icons at one moment.
  private static let patience = 2

  private let places = DispatchSemaphore(value: most)

  /// Takes a place, for which the thread waits; false when none became free.
  func enter() -> Bool { places.wait(timeout: .now() + .seconds(Self.patience)) == .success }

  func leave() { places.signal() }
}
