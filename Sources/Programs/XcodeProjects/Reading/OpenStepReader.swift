// Property lists in the form of OpenStep, which Xcode writes its projects in: { key = value; }, ( a, b ), <0fbd77>.
import FoundationEssentials
import StreamSafeText

/// Reads each byte once. Bounded, since a project is somebody else's file.
package struct OpenStepReader {
  /// How deep braces and parentheses go; Xcode's own projects have 6.
  package static let deepest = 64

  /// A place where the text is not a property list.
  package struct Mistake: Error, Equatable {
    /// From 1.
    package let line: Int
    package let why: String
  }

  private let bytes: [UInt8]
  private var position = 0

  /// - Parameter bytes: UTF-8, with or without a byte order mark.
  package static func read(_ bytes: [UInt8]) throws(Mistake) -> PropertyListValue {
    var reader = OpenStepReader(bytes: bytes, position: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    let value = try reader.value(depth: 0)
    try reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.mistake("there is something after the end") }
    return value
  }

  private init(bytes: [UInt8], position: Int) {
    self.bytes = bytes
    self.position = position
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }
  private var following: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

  private func mistake(_ why: String) -> Mistake {
    Mistake(line: bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1, why: why)
  }

  /// White space and comments.
  private mutating func skipSpace() throws(Mistake) {
    while let byte {
      switch (byte, following) {
      case (0x09...0x0D, _), (0x20, _): position += 1
      case (UInt8(ascii: "/"), UInt8(ascii: "/")):
        while let byte = self.byte, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { position += 1 }
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        position += 2
        while self.byte != UInt8(ascii: "*") || following != UInt8(ascii: "/") {
          guard self.byte != nil else { throw mistake("a comment has no end") }
          position += 1
        }
        position += 2
      default: return
      }
    }
  }

  private mutating func take(_ expected: Unicode.Scalar, _ why: String) throws(Mistake) {
    try skipSpace()
    guard byte == UInt8(ascii: expected) else { throw mistake(why) }
    position += 1
  }

  private mutating func value(depth: Int) throws(Mistake) -> PropertyListValue {
    try skipSpace()
    guard depth < Self.deepest else { throw mistake("braces and parentheses go deeper than \(Self.deepest)") }
    switch byte {
    case UInt8(ascii: "{"): return .dictionary(try dictionary(depth: depth))
    case UInt8(ascii: "("): return .array(try array(depth: depth))
    case UInt8(ascii: "<"): return .data(try data())
    case nil: throw mistake("a value is missing at the end")
    default: return .string(try string())
    }
  }

  private mutating func dictionary(depth: Int) throws(Mistake) -> [String: PropertyListValue] {
    position += 1
    var keys: [String: PropertyListValue] = [:]
    while true {
      try skipSpace()
      if byte == UInt8(ascii: "}") { break }
      let key = try string()
      try take("=", "\"=\" is missing after the key \(key.prefix(64))")
      keys[key] = try value(depth: depth + 1)
      try take(";", "\";\" is missing after the value of \(key.prefix(64))")
    }
    position += 1
    return keys
  }

  private mutating func array(depth: Int) throws(Mistake) -> [PropertyListValue] {
    position += 1
    var items: [PropertyListValue] = []
    while true {
      try skipSpace()
      if byte == UInt8(ascii: ")") { break }
      items.append(try value(depth: depth + 1))
      try skipSpace()
      if byte == UInt8(ascii: ",") {
        position += 1
      } else if byte != UInt8(ascii: ")") {
        throw mistake("\",\" or \")\" is missing after an item")
      }
    }
    position += 1
    return items
  }

  private mutating func data() throws(Mistake) -> Data {
    position += 1
    var digits: [UInt8] = []
    while let byte, byte != UInt8(ascii: ">") {
      if let digit = Self.digit(byte) {
        digits.append(digit)
      } else if byte > 0x20 {
        throw mistake("data has something else than hexadecimal digits")
      }
      position += 1
    }
    guard byte != nil, digits.count.isMultiple(of: 2) else { throw mistake("data has no end, or an odd digit") }
    position += 1
    return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
  }

  private mutating func string() throws(Mistake) -> String {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try quoted() }
    let begin = position
    while let byte, !Self.endsWord(byte), byte != UInt8(ascii: "/") || following != UInt8(ascii: "*") { position += 1 }
    guard position > begin else { throw mistake("a string is missing") }
    return String(decoding: bytes[begin..<position], as: UTF8.self).streamSafe
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }

  private mutating func quoted() throws(Mistake) -> String {
    let quote = byte
    position += 1
    var text: [UInt8] = []
    while let byte, byte != quote {
      if byte == UInt8(ascii: "\\") {
        text += try escape()
      } else {
        text.append(byte)
        position += 1
      }
    }
    guard byte != nil else { throw mistake("a string has no end") }
    position += 1
    return String(decoding: text, as: UTF8.self).streamSafe
  }

  /// At a backslash.
  private mutating func escape() throws(Mistake) -> [UInt8] {
    position += 1
    guard let byte else { throw mistake("a string has no end") }
    if byte == UInt8(ascii: "U") { return try codeUnits() }
    if let digit = Self.octal(byte) {
      var value = UInt32(digit)
      position += 1
      for _ in 0..<2 {
        guard let next = self.byte, let digit = Self.octal(next) else { break }
        value = value << 3 | UInt32(digit)
        position += 1
      }
      return Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
    }
    position += 1
    switch byte {
    case UInt8(ascii: "a"): return [0x07]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "v"): return [0x0B]
    default: return [byte]
    }
  }

  /// `\Uxxxx` is a unit of UTF-16, of which two in a row may be one character.
  private mutating func codeUnits() throws(Mistake) -> [UInt8] {
    var units: [UInt16] = []
    repeat {
      position += 1
      var unit: UInt16 = 0
      for _ in 0..<4 {
        guard let byte, let digit = Self.digit(byte) else { throw mistake("\\U has fewer than four digits") }
        unit = unit << 4 | UInt16(digit)
        position += 1
      }
      units.append(unit)
      guard units.count == 1, UTF16.isLeadSurrogate(unit), byte == UInt8(ascii: "\\"), following == UInt8(ascii: "U")
      else { break }
      position += 1
    } while true
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func octal(_ byte: UInt8) -> UInt8? {
    (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) ? byte - UInt8(ascii: "0") : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
