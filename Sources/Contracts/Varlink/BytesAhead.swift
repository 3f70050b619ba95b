// The bytes of messages that have come and have not been read, each message ended by a NUL byte.
import Glibc

/// A queue of messages as they came. To add bytes takes no look at each message in them, and to take a message moves none of the
/// others, but for now and then all that are left: a client may have written tens of thousands ahead, of no byte each.
struct BytesAhead: Sendable {
  /// The room that is kept for the next message when all have been taken.
  private static let kept = 4096

  private var bytes: [UInt8] = []
  /// The place where the first message begins.
  private var start = 0
  /// The place behind the last message that has ended.
  private var end = 0
  /// Bytes of all messages that have ended, with those that were taken.
  private(set) var ended: UInt64 = 0

  /// Bytes of the messages that have ended.
  var complete: Int { end - start }
  /// Bytes of the message that has begun and not ended.
  var unfinished: Int { bytes.count - end }

  /// - Parameter part: of any number of messages, each with its NUL.
  mutating func append(_ part: ArraySlice<UInt8>) {
    let before = bytes.count
    bytes.append(contentsOf: part)
    guard let nul = part.withUnsafeBytes(Self.lastNUL) else { return }
    let now = before + nul + 1
    ended += UInt64(now - end)
    end = now
  }

  /// Whether the first message that has ended has more bytes than `most`.
  func isFirstLonger(than most: Int) -> Bool { complete > most && firstNUL(within: most + 1) == nil }

  /// The first message that has ended, without its NUL.
  mutating func takeMessage() -> [UInt8]? {
    guard let nul = firstNUL(within: complete) else { return nil }
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

  /// The place of the NUL that ends the first message; nil where it is not among so many bytes.
  private func firstNUL(within most: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let nul = memchr(base + start, 0, min(most, end - start)) else { return nil }
      return base.distance(to: UnsafeRawPointer(nul))
    }
  }

  /// By pieces from the end: memrchr(3) is GNU's, and not in Swift's Glibc.
  private static func lastNUL(of bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let piece = 1024
    var rest = bytes.count
    while rest > 0 {
      let begin = max(0, rest - piece)
      if memchr(base + begin, 0, rest - begin) != nil { return bytes[begin..<rest].lastIndex(of: 0) }
      rest = begin
    }
    return nil
  }
}
