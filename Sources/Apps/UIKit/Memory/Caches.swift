// The caches that the system owns in an app, and drops when the app leaves the screen or memory is short (BG3).

internal import CPlatform
import Synchronization

/// Images that were read from files, caches that said so, and purgeable data that nobody uses. Views have no backing
/// store to drop: their look is drawn when a picture is taken.
@MainActor enum Caches {
  static func drop() {
    UIImage.dropCaches()
    for owner in registered.withLock({ Array($0.values) }) { owner.drop() }
    // free(3) keeps small pieces for the next malloc(3); the device is to have them.
    malloc_trim(0)
  }

  private struct Owner: @unchecked Sendable {
    // @unchecked: those that register may be used from any thread, and this is called on the main thread alone.
    let drop: () -> Void
  }
  private nonisolated static let registered = Mutex<[ObjectIdentifier: Owner]>([:])

  /// - Parameter drop: drops what `owner` has.
  nonisolated static func register(_ owner: AnyObject, drop: @escaping () -> Void) {
    let entry = Owner(drop: drop)
    registered.withLock { $0[ObjectIdentifier(owner)] = entry }
  }

  nonisolated static func unregister(_ owner: AnyObject) {
    registered.withLock { $0[ObjectIdentifier(owner)] = nil }
  }

  nonisolated static func isRegistered(_ owner: AnyObject) -> Bool {
    registered.withLock { $0[ObjectIdentifier(owner)] != nil }
  }
}
