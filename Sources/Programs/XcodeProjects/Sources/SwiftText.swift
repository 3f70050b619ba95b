// Swift source without its comments and string literals, so that a word in it is code.
import StreamSafeText

enum SwiftText {
  private static let quote = UInt8(ascii: "\"")
  private static let hash = UInt8(ascii: "#")

  /// The lines; characters of comments and strings are blanks. Code in a string's interpolation goes with the string.
  static func lines(_ source: [UInt8]) -> [String] {
    var text = source
    var position = 0
    while position < text.count {
      let end = end(of: text, at: position)
      guard end > position else {
        position += 1
        continue
      }
      for index in position..<end where text[index] != UInt8(ascii: "\n") { text[index] = UInt8(ascii: " ") }
      position = end
    }
    return String(decoding: text, as: UTF8.self).streamSafe
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  /// Behind the comment or string that begins at a place; the place itself where none does.
  private static func end(of text: [UInt8], at position: Int) -> Int {
    switch text[position] {
    case UInt8(ascii: "/"):
      guard position + 1 < text.count else { return position }
      if text[position + 1] == UInt8(ascii: "/") {
        return text[position...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? text.count
      }
      return text[position + 1] == UInt8(ascii: "*") ? endOfBlock(text, position) : position
    case quote: return endOfString(text, position, hashes: 0)
    case hash:
      let hashes = text[position...].prefix(16).prefix { $0 == hash }.count
      let start = position + hashes
      return start < text.count && text[start] == quote ? endOfString(text, start, hashes: hashes) : position
    default: return position
    }
  }

  /// Block comments hold block comments.
  private static func endOfBlock(_ text: [UInt8], _ begin: Int) -> Int {
    var (depth, position) = (0, begin)
    while position + 1 < text.count {
      switch (text[position], text[position + 1]) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        position += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        position += 2
        if depth == 0 { return position }
      default: position += 1
      }
    }
    return text.count
  }

  private static func endOfString(_ text: [UInt8], _ begin: Int, hashes: Int) -> Int {
    let isLong = text[begin...].prefix(3).elementsEqual([quote, quote, quote])
    let closing = Array(repeating: quote, count: isLong ? 3 : 1) + Array(repeating: hash, count: hashes)
    var position = begin + (isLong ? 3 : 1)
    while position < text.count {
      if text[position...].starts(with: closing) { return position + closing.count }
      switch text[position] {
      case UInt8(ascii: "\n") where !isLong: return position
      case UInt8(ascii: "\\") where hashes == 0:
        // An interpolation of one line may hold strings of its own.
        position =
          position + 1 < text.count && text[position + 1] == UInt8(ascii: "(")
          ? endOfInterpolation(text, position + 1) : position + 2
      default: position += 1
      }
    }
    return text.count
  }

  private static func endOfInterpolation(_ text: [UInt8], _ begin: Int) -> Int {
    var (depth, position) = (0, begin)
    var isInString = false
    while position < text.count, text[position] != UInt8(ascii: "\n") {
      switch text[position] {
      case quote: isInString.toggle()
      case UInt8(ascii: "("): depth += isInString ? 0 : 1
      case UInt8(ascii: ")"):
        depth -= isInString ? 0 : 1
        if depth == 0 { return position + 1 }
      default: break
      }
      position += 1
    }
    return position
  }
}
