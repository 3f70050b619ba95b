// The combining marks in a property list: a thousand in a row keep a reader busy for seconds.
import StreamSafeText

/// The combining marks of a property list's texts.
public enum PropertyListMarks {
  /// The most references of XML (`&#x301;`), parts of a text (`<![CDATA[`), or escapes of JSON (`\u0301`), in which Xcode has its
  /// catalogues, that are not looked into: a list has some line breaks of them, and as many marks cost nothing.
  private static let mostEscapes = 200

  /// Whether a list of text has so few in a row that its texts can be compared.
  public static func areFew(in bytes: [UInt8]) -> Bool {
    // The marks of byte order: such a list has two bytes, or four, for each character.
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0]) {
      return areFew(in: bytes[...], isBigEndian: true)
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.dropFirst().first == 0 {
      return areFew(in: bytes[...], isBigEndian: false)
    }
    guard escapes(in: bytes) <= mostEscapes else { return false }
    // No mark begins with a smaller byte.
    guard bytes.contains(where: { $0 >= 0xCC }) else { return true }
    return String.isStreamSafe(String(decoding: withoutPartings(bytes), as: UTF8.self).unicodeScalars)
  }

  /// The same of a text of two bytes, or four, a character.
  static func areFew(in bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> Bool {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for place in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      let unit = isBigEndian ? first << 8 | second : second << 8 | first
      // Zeros are between those of four bytes.
      if unit != 0 { units.append(unit) }
    }
    return String.isStreamSafe(String(decoding: units, as: UTF16.self).unicodeScalars)
  }

  private static func escapes(in bytes: [UInt8]) -> Int {
    zip(bytes, bytes.dropFirst()).count { first, second in
      first == UInt8(ascii: "&") && second == UInt8(ascii: "#")
        || first == UInt8(ascii: "!") && second == UInt8(ascii: "[")
        || first == UInt8(ascii: "\\") && second == UInt8(ascii: "u")
    }
  }

  /// Without what parts a text in the file alone: in the text that is read, the marks on its two sides follow each other.
  private static func withoutPartings(_ bytes: [UInt8]) -> [UInt8] {
    var parts: [UInt8] = []
    parts.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let first = rest.first {
      let length = parting(at: rest)
      if length == 0 { parts.append(first) }
      rest = rest.dropFirst(max(length, 1))
    }
    return parts
  }

  /// The number of bytes at the beginning of `rest` that part a text; 0 where it goes on.
  private static func parting(at rest: ArraySlice<UInt8>) -> Int {
    switch rest.first {
    case UInt8(ascii: "<"): return rest.starts(with: "<![CDATA[".utf8) ? 9 : 0
    case UInt8(ascii: "]"): return rest.starts(with: "]]>".utf8) ? 3 : 0
    case UInt8(ascii: "&"):
      guard rest.starts(with: "&#".utf8) else { return 0 }
      let sign = rest.dropFirst(2).first == UInt8(ascii: "x") ? 3 : 2
      let digits = rest.dropFirst(sign).prefix(8).prefix(while: isHexDigit).count
      return sign + digits + (rest.dropFirst(sign + digits).first == UInt8(ascii: ";") ? 1 : 0)
    case UInt8(ascii: "\\"):
      guard rest.starts(with: "\\u".utf8) else { return 0 }
      return 2 + rest.dropFirst(2).prefix(4).prefix(while: isHexDigit).count
    default: return 0
    }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
