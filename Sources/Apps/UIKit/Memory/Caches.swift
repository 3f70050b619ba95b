// The caches that the system owns in an app, and drops when the app leaves the screen or memory is short (BG3).

internal import CPlatform
import Synchronization

/// Images that were read from files, the app's `NSCache`s, content that can be discarded, and purgeable data that nobody
/// uses. Views have no backing store to drop: their look is drawn when a picture is taken.
@MainActor enum Caches {
  static func drop() {
    UIImage.dropCaches()
    let living = registered.withLock { removeTheDead(among: &$0) }
    for one in living { one.drop?() }
    // free(3) keeps small pieces for the next malloc(3); the device is to have them.
    malloc_trim(0)
  }

  private struct Owner: @unchecked Sendable {
    // @unchecked: those that register may be used from any thread, and this is called on the main thread alone.
    weak var owner: AnyObject?
    /// Nil for one that keeps what it has.
    let drop: (() -> Void)?

    var living: Living? { owner.map { Living(owner: $0, drop: drop) } }
  }
  private struct Living: @unchecked Sendable {
    // @unchecked: as Owner; the reference is only held.
    let owner: AnyObject
    let drop: (() -> Void)?
  }
  private nonisolated static let registered = Mutex<[ObjectIdentifier: Owner]>([:])
  /// The dead are removed when there are twice as many entries as after the last time.
  private nonisolated static let sizeOfNextSweep = Mutex(64)

  /// - Parameter drop: drops what `owner` has.
  nonisolated static func register(_ owner: AnyObject, drop: @escaping () -> Void) {
    set(Owner(owner: owner, drop: drop), of: owner)
  }

  /// The owner keeps what it has.
  nonisolated static func keep(_ owner: AnyObject) { set(Owner(owner: owner, drop: nil), of: owner) }

  nonisolated static func unregister(_ owner: AnyObject) {
    registered.withLock { $0[ObjectIdentifier(owner)] = nil }
  }

  /// Whether the owner's content is dropped; nil when nobody has said so.
  nonisolated static func drops(_ owner: AnyObject) -> Bool? {
    registered.withLock { owners in
      // Another object may have had the same address.
      guard let entry = owners[ObjectIdentifier(owner)], entry.owner === owner else { return nil }
      return entry.drop != nil
    }
  }

  private nonisolated static func set(_ entry: Owner, of owner: AnyObject) {
    // The living are let go of when the lock is free.
    _ = registered.withLock { owners -> [Living] in
      owners[ObjectIdentifier(owner)] = entry
      return sizeOfNextSweep.withLock { size -> [Living] in
        guard owners.count >= size else { return [] }
        let living = removeTheDead(among: &owners)
        size = max(64, living.count * 2)
        return living
      }
    }
  }

  /// The others, which the caller holds until it has given the lock back: another thread may let go of one meanwhile, so
  /// that the last reference to it is the one that is taken here, and ``unregister(_:)`` of its deinit takes the lock too.
  private nonisolated static func removeTheDead(among owners: inout [ObjectIdentifier: Owner]) -> [Living] {
    let living = owners.compactMapValues(\.living)
    owners = owners.filter { living[$0.key] != nil }
    return Array(living.values)
  }
}
