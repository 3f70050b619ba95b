// The replies that a client has not read yet, in the order in which they are sent.

/// A queue of whole replies. A reply that many clients are sent lies in memory once, and to add one moves none of those before:
/// thirty watchers that read nothing would hold up the loop for some milliseconds otherwise, at the same event.
struct WaitingReplies {
  /// Bytes that are sent at once, of replies that are shorter.
  private static let mostTogether = 65_536

  private var replies: [[UInt8]] = []
  /// Those before it have been sent.
  private var first = 0
  /// Bytes of the first that have been sent.
  private var sent = 0
  /// Bytes that have not been sent.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ reply: [UInt8]) {
    guard !reply.isEmpty else { return }
    replies.append(reply)
    count += reply.count
  }

  /// Hands as much as there is, in pieces, to `take`, until that takes less than it was given.
  ///
  /// - Parameter take: is given bytes and the place from which on they have not been sent; returns how many it took.
  mutating func handOver<Failure>(to take: ([UInt8], Int) throws(Failure) -> Int) throws(Failure) {
    while !isEmpty {
      let piece = piece()
      let taken = try take(piece.bytes, piece.start)
      remove(taken)
      if taken < piece.bytes.count - piece.start { return }
    }
  }

  /// The first reply, or several where they are short.
  private func piece() -> (bytes: [UInt8], start: Int) {
    let rest = replies[first].count - sent
    guard first + 1 < replies.count, rest + replies[first + 1].count <= Self.mostTogether else {
      return (replies[first], sent)
    }
    var bytes = Array(replies[first][sent...])
    for reply in replies[(first + 1)...] {
      guard bytes.count + reply.count <= Self.mostTogether else { break }
      bytes += reply
    }
    return (bytes, 0)
  }

  private mutating func remove(_ bytes: Int) {
    count -= bytes
    sent += bytes
    while first < replies.count, sent >= replies[first].count {
      sent -= replies[first].count
      replies[first] = []
      first += 1
    }
    guard first > replies.count / 2 else { return }
    replies.removeFirst(first)
    first = 0
  }
}
