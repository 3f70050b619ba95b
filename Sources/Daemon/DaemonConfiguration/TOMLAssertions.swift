// Finds the mistakes in a TOML text for which toml++ 3.4 ends the process by an assertion, where it should refuse the text.

/// To be asked before toml++ is. It knows strings and comments from the rest, and stops where toml++ refuses a text too:
/// at a string without an end.
nonisolated struct TOMLAssertions {
  /// At a line, from 1.
  struct Mistake: Error {
    let line: Int
    let problem: String
  }

  private var rest: ArraySlice<UInt8>
  private var line = 1
  private var isAtBeginning = true
  /// The brackets and braces that have not been closed.
  private var open: [UInt8] = []

  static func check(_ text: [UInt8]) throws(Mistake) {
    var scan = TOMLAssertions(rest: text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...])
    while try scan.next() {}
  }

  private init(rest: ArraySlice<UInt8>) { self.rest = rest }

  /// False when there is nothing more to look at.
  private mutating func next() throws(Mistake) -> Bool {
    guard let byte = rest.first else { return false }
    switch Unicode.Scalar(byte) {
    case "\n":
      line += 1
      isAtBeginning = true
    case " ", "\t": break
    case "#":
      rest = rest.drop { $0 != UInt8(ascii: "\n") }
      return true
    case "\"", "'":
      isAtBeginning = false
      return skipString(byte)
    case "[", "{":
      guard byte == UInt8(ascii: "{") || !isAtBeginning || isHeaderNamed else {
        throw Mistake(line: line, problem: "the name of a section is expected after [")
      }
      isAtBeginning = false
      open.append(byte)
    case "]":
      isAtBeginning = false
      if open.last == UInt8(ascii: "[") { open.removeLast() }
    case "}":
      isAtBeginning = false
      // In a list toml++ asserts that a value is none.
      guard open.popLast() == UInt8(ascii: "{") else { throw Mistake(line: line, problem: "a } closes nothing") }
    case _:
      isAtBeginning = false
      let word = rest.prefix { !Self.betweenWords.contains($0) }
      guard Self.isTimeOrNone(word, before: rest[word.endIndex...]) else {
        throw Mistake(line: line, problem: "no setting is a date or a time; quote a text")
      }
      rest = rest.dropFirst(max(1, word.count))
      return true
    }
    rest.removeFirst()
    return true
  }

  /// A list may have a line that looks like a header without a name, but no setting is a list of lists.
  private var isHeaderNamed: Bool {
    let brackets = rest.dropFirst().first == UInt8(ascii: "[") ? 2 : 1
    let name = rest.dropFirst(brackets).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return switch name.first.map(Unicode.Scalar.init) {
    case ("a"..."z")?, ("A"..."Z")?, ("0"..."9")?, "_", "-", "\"", "'", "]": true
    case _: false
    }
  }

  private static let betweenWords = Array(" \t\r\n,=#[]{}\"'".utf8)

  /// toml++ asserts that each part of what looks like a date or a time begins with a digit. Those that are whole it takes,
  /// and the error then names the key, as no setting is one.
  private static func isTimeOrNone(_ word: ArraySlice<UInt8>, before rest: ArraySlice<UInt8>) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    let separators = Array("-:".utf8)
    guard zip(word, word.dropFirst()).contains(where: { isDigit($0) && separators.contains($1) }) else { return true }
    let shape = String(decoding: word.map { isDigit($0) ? UInt8(ascii: "0") : $0 }, as: UTF8.self).uppercased()
    // After a date and a space toml++ takes any digit for a time.
    let next = rest.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return shapes.contains(shape) && next.map(Array("\r\n#,]}".utf8).contains) ?? true
  }

  private static let shapes: Set<String> = {
    let times = ["00:00", "00:00:00"].flatMap { time in ["", "Z", "+00:00", "-00:00"].map { time + $0 } }
    return Set(["0000-00-00"] + times + times.map { "0000-00-00T" + $0 })
  }()

  /// False for a string without an end.
  private mutating func skipString(_ quote: UInt8) -> Bool {
    let quotes = [quote, quote, quote]
    let isLong = rest.starts(with: quotes)
    rest.removeFirst(isLong ? 3 : 1)
    while let byte = rest.first {
      if isLong ? rest.starts(with: quotes) : byte == quote {
        // Two quotes may come right before the three that end it.
        rest = isLong ? rest.drop { $0 == quote } : rest.dropFirst()
        return true
      }
      if byte == UInt8(ascii: "\n") {
        guard isLong else { return false }
        line += 1
      }
      rest.removeFirst(byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") ? min(2, rest.count) : 1)
    }
    return false
  }
}
