// Cuts a stream of bytes into lines, whatever pieces it arrives in.

/// Collects bytes and gives back the complete lines among them.
///
/// After ``append(_:)`` call ``next()`` until it returns nil; the bytes kept between reads are then never more than the
/// limit, whatever the other end sends.
public struct LineFramer: Sendable {
  /// The longest line of the protocol in bytes, its newline not counted.
  public static let limit = 1 << 20

  private var buffer: [UInt8] = []
  /// The place where the line begins that has not been given out.
  private var start = 0
  /// Up to here no newline was found: a long line in many pieces is searched once, not once a piece.
  private var searched = 0

  public init() {}

  /// Whether a line has begun and not ended: an end of file then cuts it off.
  public var isMidLine: Bool { start < buffer.count }

  /// The line that has begun and not ended.
  public var unfinished: ArraySlice<UInt8> { buffer[start...] }

  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
  }

  /// The next complete line without its newline, or nil when more bytes are needed.
  /// - Throws: ``ProtocolError/lineTooLong(limit:)``, at this and every later call.
  public mutating func next() throws(ProtocolError) -> [UInt8]? {
    guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      if buffer.count > Self.limit { throw .lineTooLong(limit: Self.limit) }
      return nil
    }
    if end - start > Self.limit { throw .lineTooLong(limit: Self.limit) }
    defer {
      start = end + 1
      searched = start
    }
    return Array(buffer[start..<end])
  }
}
