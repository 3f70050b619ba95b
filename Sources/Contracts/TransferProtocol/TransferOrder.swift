// The daemon's one line to roost-transfer: what to fetch or to send, and how much of it.
import WireJSON

/// Everything that roost-transfer is to know. Its standard output is the part, descriptor 4 the file to send.
package struct TransferOrder: Hashable, Sendable, Codable {
  package var url: String
  package var method: String
  package var headers: [String: String]
  /// Whether descriptor 4 is there.
  package var sends: Bool
  /// The server's name for the version of which a part is here; nil: it begins anew.
  package var validator: String?
  /// All bytes of that version; nil: nobody knows any more, or the server has not said it.
  package var whole: Int64?
  /// How large the part may become, in bytes.
  package var room: Int64
  /// How long the server may be silent, in seconds.
  package var stall: Int

  package init(
    url: String, method: String, headers: [String: String], sends: Bool, validator: String?, whole: Int64?,
    room: Int64, stall: Int
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.sends = sends
    self.validator = validator
    self.whole = whole
    self.room = room
    self.stall = stall
  }

  /// The most bytes of a line: JSON writes a byte of the limits of LifecycleModel in six at most.
  package static let limit = 256 << 10

  /// With its newline.
  package var line: [UInt8] {
    ObjectWriter.line { line in
      line.put("url", url)
      line.put("method", method)
      line.put("headers", .object(headers.mapValues(JSON.string)))
      line.put("sends", .bool(sends))
      line.put("validator", ifPresent: validator)
      if let whole { line.put("whole", whole) }
      line.put("room", room)
      line.put("stall", stall)
    }
  }

  /// - Parameter line: without its newline.
  package init(line: [UInt8]) throws { self = try WireDecoder.decode(Self.self, from: line) }
}
