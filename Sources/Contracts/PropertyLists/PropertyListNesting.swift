// A guard against property lists that are nested so deeply that decoding them overflows a program's stack.

/// PropertyListDecoder recurses once per level, about a kilobyte of stack each, and a stack overflow is no error that
/// could be caught. Counting what opens a container bounds the depth from above without parsing.
enum PropertyListNesting {
  private static let limit = 1000

  static func mayExceedStack(_ data: [UInt8]) -> Bool {
    // Beyond XML the decoder takes the old text format, `( )` and `{ }`, and falls back to it for what only begins
    // like a binary list. Zero bytes in text would be UTF-16, where the elements' names are spelled differently.
    if !data.starts(with: "bplist".utf8), data.contains(0) { return true }
    var openings = 0
    var isAfterBracket = false
    for byte in data {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "{"): openings += 1
      // <array>, <dict>, <plist>.
      case UInt8(ascii: "a"), UInt8(ascii: "d"), UInt8(ascii: "p"): openings += isAfterBracket ? 1 : 0
      default: break
      }
      isAfterBracket = byte == UInt8(ascii: "<")
    }
    return openings > limit
  }
}
