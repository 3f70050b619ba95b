// The bytes of messages that have come and have not been read, each message ended by a NUL byte.

/// A queue of messages as they came. To take one moves none of the others, but for now and then all that are left: a client may have
/// written tens of thousands ahead.
struct BytesAhead: Sendable {
  /// The room that is kept for the next message when all have been taken.
  private static let kept = 4096

  private var bytes: [UInt8] = []
  /// The place where the first message begins.
  private var start = 0
  /// The place behind the last message that has ended.
  private var end = 0
  /// The messages that have ended, with those that were taken.
  private(set) var messages: UInt64 = 0

  /// Bytes of the messages that have ended.
  var complete: Int { end - start }
  /// Bytes of the message that has begun and not ended.
  var unfinished: Int { bytes.count - end }

  /// - Parameter part: of one message, without its NUL.
  mutating func append(_ part: ArraySlice<UInt8>) { bytes.append(contentsOf: part) }

  mutating func finishMessage() {
    bytes.append(0)
    end = bytes.count
    messages += 1
  }

  /// The first message that has ended, without its NUL.
  mutating func takeMessage() -> [UInt8]? {
    guard start < end, let nul = bytes[start..<end].firstIndex(of: 0) else { return nil }
    let message = Array(bytes[start..<nul])
    start = nul + 1
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.count <= Self.kept)
      (start, end) = (0, 0)
    } else if start > bytes.count / 2 {
      bytes.removeFirst(start)
      end -= start
      start = 0
    }
    return message
  }

  mutating func dropUnfinished() { bytes.removeSubrange(end...) }

  mutating func dropAll() {
    bytes = []
    (start, end) = (0, 0)
  }
}
