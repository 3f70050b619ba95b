// The bytes that all clients, or all apps, together have not read, and their bound.

/// A client that reads nothing of its replies costs the daemon memory: a picture may have megabytes, and there may be hundreds
/// of clients. The lines that apps have not read are written into each new log besides.
@MainActor package final class UnreadBytes {
  /// Bytes. Beyond it a peer is let go: of those that leave at least ``share`` of the most, the one that began first.
  private let limit: Int
  private let share: Double
  private var peers: [(connection: ObjectIdentifier, bytes: Int, letGo: () -> Void)] = []
  private var total = 0

  /// - Parameter share: less than one where one that reads may have more to read at the moment than one that does not.
  package init(limit: Int, share: Double) { (self.limit, self.share) = (limit, share) }

  /// - Parameter letGo: ends the peer's connection, after this call or in it.
  package func leaves(_ bytes: Int, _ connection: ObjectIdentifier, letGo: @escaping () -> Void) {
    let place = peers.firstIndex { $0.connection == connection }
    total += bytes - (place.map { peers[$0].bytes } ?? 0)
    switch (place, bytes) {
    case (let place?, 0): peers.remove(at: place)
    case (let place?, _): peers[place].bytes = bytes
    case (nil, 0): break
    case (nil, _): peers.append((connection, bytes, letGo))
    }
    // Each that is let go leaves nothing, and so comes here again.
    guard total > limit, let most = peers.map(\.bytes).max() else { return }
    peers.first { Double($0.bytes) >= share * Double(most) }?.letGo()
  }
}
