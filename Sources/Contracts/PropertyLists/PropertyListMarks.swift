// The combining marks in a property list: a thousand in a row keep a reader busy for seconds.
import StreamSafeText

/// The combining marks of a property list's texts.
public enum PropertyListMarks {
  /// The most references of XML (`&#x301;`), parts of a text (`<![CDATA[`), or escapes of the older format (`\U0301`), that are not looked
  /// into: a list has some line breaks of them, and as many marks cost nothing.
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
    return String.isStreamSafe(String(decoding: bytes, as: UTF8.self).unicodeScalars)
      && escapes(in: bytes) <= mostEscapes
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
        || first == UInt8(ascii: "\\") && (second == UInt8(ascii: "U") || second == UInt8(ascii: "u"))
    }
  }
}
