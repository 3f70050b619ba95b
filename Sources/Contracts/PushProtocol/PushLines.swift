// Cuts what comes over the socket between daemon and roost-push into lines, and keeps no more than one of them.

package struct PushLines: Sendable {
  /// The longest line in bytes, without its newline.
  private let limit: Int
  private var buffer: [UInt8] = []

  package init(limit: Int) { self.limit = limit }

  /// The lines that `bytes` completes, without their newlines.
  package mutating func append(_ bytes: some Sequence<UInt8>) throws(PushLineError) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        guard buffer.count < limit else { throw .tooLong(limit: limit) }
        buffer.append(byte)
        continue
      }
      lines.append(buffer)
      buffer = []
    }
    return lines
  }
}
