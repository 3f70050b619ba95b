// A guard against property lists in XML that have too many values, go too deep, or have texts that take long to compare.

/// Of text nothing but XML is read. Foundation takes all else for the older format, `{ a = (b, c); }`, and looks through what it has
/// read once more for each level that has no end: 500 parentheses before 260 kB of line breaks took 3 s.
enum XMLPropertyList {
  static func check(_ bytes: [UInt8]) throws(PropertyListProblem) {
    guard isXML(bytes) else { throw .format }
    // UTF-16 and UTF-32 spell what is counted here in another way.
    guard !bytes.contains(0) else { throw .zeros }
    var (values, containers, beyondASCII) = (0, 0, 0)
    var isAfterBracket = false
    for byte in bytes {
      switch byte {
      // <array>, <dict>, <plist>.
      case UInt8(ascii: "a"), UInt8(ascii: "d"), UInt8(ascii: "p"):
        if isAfterBracket { (values, containers) = (values + 1, containers + 1) }
      case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"): break
      case 0x80...: beyondASCII += 1
      default: values += isAfterBracket ? 1 : 0
      }
      isAfterBracket = byte == UInt8(ascii: "<")
    }
    guard values <= PropertyListBounds.mostValues else { throw .values }
    guard containers <= PropertyListBounds.mostContainers else { throw .containers }
    guard beyondASCII <= PropertyListBounds.mostBytesBeyondASCII else { throw .bytesBeyondASCII }
    guard XMLDepth.isBounded(in: bytes) else { throw .depth }
    guard PropertyListMarks.areFew(in: bytes) else { throw .marks }
  }

  /// As Foundation tells it: by the first byte behind a mark of byte order and white space.
  private static func isXML(_ bytes: [UInt8]) -> Bool {
    let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    return text.first { !" \t\n\r".utf8.contains($0) } == UInt8(ascii: "<")
  }
}
