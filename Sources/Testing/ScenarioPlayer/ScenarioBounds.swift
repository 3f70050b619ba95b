// The bounds of a scenario file: a stranger may have written it, and a reader of YAML is slow for some.
import StreamSafeText

enum ScenarioBounds {
  /// In bytes.
  static let longest = 4 << 20
  /// Each alias may stand for all that is before it, so that the text grows threefold with every third of them.
  static let mostAliases = 12
  /// In bytes, of a text with aliases.
  static let longestWithAliases = 64 << 10
  /// As many escapes in a row may be marks of one letter, which Swift puts in order by the square of their number.
  static let mostEscapes = 30
  /// In bytes, of the texts that parameters stand for in a whole scenario: each time costs the file a few letters.
  static let mostReplaced = 16 << 20

  /// - Returns: why the text is not read; nil for one that is.
  static func broken(by text: String) -> String? {
    let bytes = text.utf8
    guard bytes.count <= longest else {
      return "the file has more than \(longest >> 20) MiB; write several scenarios, and play them one after the other"
    }
    guard String.isStreamSafe(text.unicodeScalars) else {
      return "the file has a letter with more than thirty combining marks; leave some out"
    }
    guard !hasManyEscapes(bytes) else {
      return "the file has more than \(mostEscapes) letters in a row as `\\u` and digits; write the letters themselves"
    }
    guard words(bytes, beginningWith: UInt8(ascii: "&"), atMost: 0) else { return nil }
    guard words(bytes, beginningWith: UInt8(ascii: "*"), atMost: 0) else { return nil }
    guard !words(bytes, beginningWith: UInt8(ascii: "*"), atMost: mostAliases) else {
      return "the file has more than \(mostAliases) words that may be aliases (`*name`); write out what they stand for"
    }
    guard bytes.count <= longestWithAliases else {
      return
        "the file has aliases (`*name`), and more than \(longestWithAliases >> 10) KiB; write out what they stand for"
    }
    return nil
  }

  /// Whether more words than `bound` begin with a sign. In a quoted text they are no aliases, and count all the same.
  private static func words(_ bytes: String.UTF8View, beginningWith sign: UInt8, atMost bound: Int) -> Bool {
    var count = 0
    var before = UInt8(ascii: " ")
    for byte in bytes {
      if byte == sign, !isOfName(before) { count += 1 }
      if count > bound { return true }
      before = byte
    }
    return false
  }

  /// Whether more characters in a row than may be are written as `\u0301`, with whatever number of digits.
  private static func hasManyEscapes(_ bytes: String.UTF8View) -> Bool {
    var (count, digits, isEscaped) = (0, 0, false)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "x"):
        (count, digits) = isEscaped ? (count + 1, 8) : (0, 0)
      case UInt8(ascii: "\\") where !isEscaped:
        isEscaped = true
        continue
      case _ where isOfName(byte) && digits > 0 && !isEscaped: digits -= 1
      case _: (count, digits) = (0, 0)
      }
      isEscaped = false
      if count > mostEscapes { return true }
    }
    return false
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
