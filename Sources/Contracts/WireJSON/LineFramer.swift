// Cuts a stream of bytes into lines, whatever pieces it arrives in.

/// Collects bytes and gives back the complete lines among them.
///
/// After ``append(_:)`` call ``next()`` until it returns nil; the bytes kept between reads are then never more than the
/// limit, whatever the other end sends.
public struct LineFramer: Sendable {
  /// The longest line in bytes, its newline not counted.
  private let limit: Int
  private var buffer: [UInt8] = []
  /// The place where the line begins that has not been given out.
  private var start = 0
  /// Up to here no newline was found: a long line in many pieces is searched once, not once a piece.
  private var searched = 0

  public init(limit: Int) { self.limit = limit }

  /// Whether a line has begun and not ended: an end of file then cuts it off.
  public var isMidLine: Bool { start < buffer.count }

  /// The line that has begun and not ended.
  public var unfinished: ArraySlice<UInt8> { buffer[start...] }

  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
  }

  /// The next complete line without its newline, or nil when more bytes are needed.
  /// - Throws: at this and every later call.
  public mutating func next() throws(LineTooLong) -> [UInt8]? {
    guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      if buffer.count > limit { throw LineTooLong(limit: limit) }
      return nil
    }
    if end - start > limit { throw LineTooLong(limit: limit) }
    defer {
      start = end + 1
      searched = start
    }
    return Array(buffer[start..<end])
  }
}

/// The other end wrote a line of more than `limit` bytes. Its description completes "it sent ...".
public struct LineTooLong: Error, Hashable, CustomStringConvertible {
  public let limit: Int

  public var description: String { "a line longer than \(limit) bytes" }
}
