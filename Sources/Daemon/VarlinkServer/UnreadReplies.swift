// The replies that all clients together have not read, and their bound.

/// A client that reads nothing of its replies costs the daemon memory: a picture may have megabytes, and there may be hundreds
/// of clients.
@MainActor package final class UnreadReplies {
  /// Bytes. Beyond it a client is let go: of those that leave at least half as much as the worst, the one that began first.
  private let limit: Int
  private var clients: [(connection: ObjectIdentifier, bytes: Int, letGo: () -> Void)] = []
  private var total = 0

  package init(limit: Int = 64 << 20) { self.limit = limit }

  /// - Parameter letGo: ends the client's connection, after this call or in it.
  func leaves(_ bytes: Int, _ connection: ObjectIdentifier, letGo: @escaping () -> Void) {
    let place = clients.firstIndex { $0.connection == connection }
    total += bytes - (place.map { clients[$0].bytes } ?? 0)
    switch (place, bytes) {
    case (let place?, 0): clients.remove(at: place)
    case (let place?, _): clients[place].bytes = bytes
    case (nil, 0): break
    case (nil, _): clients.append((connection, bytes, letGo))
    }
    // Each that is let go leaves nothing, and so comes here again.
    guard total > limit, let most = clients.map(\.bytes).max() else { return }
    clients.first { $0.bytes >= most / 2 }?.letGo()
  }
}
