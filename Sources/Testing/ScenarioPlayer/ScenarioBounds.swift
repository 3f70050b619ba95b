// The bounds of a scenario file: a stranger may have written it, and a reader of YAML is slow for some.

enum ScenarioBounds {
  /// In bytes.
  static let longest = 4 << 20
  /// Each alias may stand for all that is before it, so that the text grows threefold with every third of them.
  static let mostAliases = 12
  /// In bytes, of a text with aliases.
  static let longestWithAliases = 64 << 10

  /// - Returns: why the text is not read; nil for one that is.
  static func broken(by text: String) -> String? {
    let bytes = text.utf8
    guard bytes.count <= longest else {
      return "the file has more than \(longest >> 20) MiB; write several scenarios, and play them one after the other"
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

  private static func isOfName(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
