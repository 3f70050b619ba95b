// Strings as JSON writes them, added to a text that grows (RFC 8259, section 7).

extension [UInt8] {
  /// Most strings have nothing to spell out, and are copied as a whole.
  mutating func append(quoted string: String) {
    append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { utf8 in
      var rest = utf8[...]
      while let place = rest.firstIndex(where: \.isSpelledOut) {
        append(contentsOf: rest[..<place])
        append(spelling: rest[place])
        rest = rest[(place + 1)...]
      }
      append(contentsOf: rest)
    }
    append(UInt8(ascii: "\""))
  }

  mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  private mutating func append(spelling byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case UInt8(ascii: "\n"): append(UInt8(ascii: "n"))
    case _:
      append(text: byte < 0x10 ? "u000" : "u00")
      append(text: String(byte, radix: 16))
    }
  }
}

extension UInt8 {
  fileprivate var isSpelledOut: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
}
