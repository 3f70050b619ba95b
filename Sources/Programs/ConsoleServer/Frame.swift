// The frames of a WebSocket: those of a page are read with bounds, those for it are written (RFC 6455, section 5).

/// A frame that a page has sent.
package enum Frame: Hashable, Sendable {
  case text(String)
  case ping([UInt8])
  case pong
  case close

  /// The longest message of a page in bytes: an input event and what is around it.
  package static let longest = 80 << 10

  /// The reason why a connection is ended, as section 7.4.1 numbers them.
  package enum Problem: UInt16, Error, Hashable, Sendable {
    case protocolError = 1002
    case unsupported = 1003
    case notUTF8 = 1007
    /// It asks more often than it may.
    case policy = 1008
    case tooLong = 1009
  }

  /// Takes one whole frame from the beginning of `bytes`; nil while there is none. The length is judged before there is
  /// room made for what it announces.
  package static func take(from bytes: inout [UInt8]) throws(Problem) -> Frame? {
    guard bytes.count >= 2 else { return nil }
    // No extension was agreed on, so that the reserved bits are 0; pages do not cut up messages as short as these.
    guard bytes[0] & 0x70 == 0, bytes[1] & 0x80 != 0 else { throw .protocolError }
    let code = bytes[0] & 0x0f
    guard bytes[0] & 0x80 != 0, code != 0 else { throw .unsupported }
    let short = Int(bytes[1] & 0x7f)
    guard code < 8 || short < 126 else { throw .protocolError }
    let extra = short < 126 ? 0 : short == 126 ? 2 : 8
    let start = 2 + extra + 4
    guard bytes.count >= 2 + extra else { return nil }
    let length = extra == 0 ? UInt64(short) : bytes[2..<(2 + extra)].reduce(0) { $0 << 8 | UInt64($1) }
    guard length <= longest else { throw .tooLong }
    let end = start + Int(length)
    guard bytes.count >= end else { return nil }
    let mask = bytes[(start - 4)..<start]
    let payload = bytes[start..<end].enumerated().map { $1 ^ mask[start - 4 + $0 % 4] }
    bytes.removeFirst(end)
    switch code {
    case 1:
      guard let text = String(validating: payload, as: UTF8.self) else { throw .notUTF8 }
      return .text(text)
    case 8: return .close
    case 9: return .ping(payload)
    case 10: return .pong
    default: throw .unsupported
    }
  }

  // MARK: For the page

  static func text(_ text: String) -> [UInt8] { frame(1, Array(text.utf8)) }
  static func pong(_ payload: [UInt8]) -> [UInt8] { frame(10, payload) }
  static func close(_ problem: Problem) -> [UInt8] {
    frame(8, [UInt8(problem.rawValue >> 8), UInt8(problem.rawValue & 0xff)])
  }

  private static func frame(_ code: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var bytes = [0x80 | code]
    if payload.count < 126 {
      bytes.append(UInt8(payload.count))
    } else if payload.count <= Int(UInt16.max) {
      bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    } else {
      bytes.append(127)
      for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(payload.count >> shift & 0xff)) }
    }
    return bytes + payload
  }
}
