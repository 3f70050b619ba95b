// The lines of the agent protocol: how long they may be, and the protocol's error for one that is longer.
public import WireJSON

extension LineFramer {
  /// The longest line of the protocol in bytes, its newline not counted.
  public static let messageLimit = 1 << 20

  /// For the lines of the protocol.
  public static func ofMessages() -> LineFramer { LineFramer(limit: messageLimit) }

  /// The next complete line without its newline, or nil when more bytes are needed.
  /// - Throws: ``ProtocolError/lineTooLong(_:)``, at this and every later call.
  public mutating func nextMessage() throws(ProtocolError) -> [UInt8]? {
    do throws(LineTooLong) { return try next() } catch { throw .lineTooLong(error) }
  }
}
