// A PNG picture as a film takes it apart, and the chunks that a film consists of (PNG specification, 5.3).

struct PNGPicture {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The content of IHDR: width, height, and the format of the pixels.
  let header: [UInt8]
  /// The compressed pixels, of all its IDAT chunks.
  let pixels: [UInt8]

  var width: Int { Self.number(header[0..<4]) }
  var height: Int { Self.number(header[4..<8]) }

  /// Nil when the bytes are no whole PNG.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.signature) else { return nil }
    var rest = bytes.dropFirst(Self.signature.count)
    var header: [UInt8] = []
    var pixels: [UInt8] = []
    while rest.count >= 12 {
      let length = Self.number(rest.prefix(4))
      guard length <= rest.count - 12 else { return nil }
      let content = rest.dropFirst(8).prefix(length)
      switch String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self) {
      case "IHDR": header = Array(content)
      case "IDAT": pixels += content
      case "IEND":
        guard header.count == 13, !pixels.isEmpty else { return nil }
        (self.header, self.pixels) = (header, pixels)
        return
      default: break
      }
      rest = rest.dropFirst(12 + length)
    }
    return nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

enum PNGChunk {
  static func bytes(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + content
    return UInt32(content.count).bigEndianBytes + checked + checksum(checked).bigEndianBytes
  }

  /// The CRC of the PNG specification (annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }
}

extension FixedWidthInteger {
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian, Array.init) }
}
