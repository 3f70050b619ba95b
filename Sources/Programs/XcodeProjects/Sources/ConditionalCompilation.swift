// The lines of a Swift file that are compiled here: #if, #elseif, #else and #endif with the conditions that Xcode's code has.

struct ConditionalCompilation {
  /// The modules that can be imported.
  let modules: Set<String>
  /// The names that -D sets.
  let flags: Set<String>

  private struct Block {
    var isActive: Bool
    var wasActive: Bool
  }

  /// - Parameter lines: without comments and strings. The others of the result are empty.
  func activeLines(_ lines: [String]) -> [String] {
    var blocks: [Block] = []
    // Of the blocks: to look at each for each line would take the square of their number.
    var inactive = 0
    func enter(_ block: Block) {
      blocks.append(block)
      if !block.isActive { inactive += 1 }
    }
    func leave() -> Block? {
      guard let block = blocks.popLast() else { return nil }
      if !block.isActive { inactive -= 1 }
      return block
    }
    return lines.map { line in
      let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      let condition = words.count > 1 ? String(words[1]) : ""
      switch words.first {
      case "#if":
        let holds = holds(condition)
        enter(Block(isActive: holds, wasActive: holds))
      case "#elseif":
        guard var block = leave() else { return "" }
        block.isActive = !block.wasActive && holds(condition)
        block.wasActive = block.wasActive || block.isActive
        enter(block)
      case "#else":
        guard var block = leave() else { return "" }
        block.isActive = !block.wasActive
        enter(block)
      case "#endif": _ = leave()
      default: return inactive == 0 ? line : ""
      }
      return ""
    }
  }

  /// How deep parentheses go; a deeper condition counts as one that holds.
  private static let deepest = 32

  func holds(_ condition: String) -> Bool {
    var tokens = Self.tokens(condition)[...]
    return either(&tokens, 0)
  }

  private static func tokens(_ text: String) -> [String] {
    var tokens: [String] = []
    for character in text where !character.isWhitespace {
      let isWord = character.isLetter || character.isNumber || character == "_" || character == "."
      let joins = isWord && tokens.last?.last.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } ?? false
      let isSecond = (character == "&" || character == "|") && tokens.last == String(character)
      if joins || isSecond { tokens[tokens.count - 1].append(character) } else { tokens.append(String(character)) }
    }
    return tokens
  }

  private func either(_ tokens: inout ArraySlice<String>, _ depth: Int) -> Bool {
    var holds = both(&tokens, depth)
    while tokens.first == "||" {
      tokens.removeFirst()
      let right = both(&tokens, depth)
      holds = holds || right
    }
    return holds
  }

  private func both(_ tokens: inout ArraySlice<String>, _ depth: Int) -> Bool {
    var holds = one(&tokens, depth)
    while tokens.first == "&&" {
      tokens.removeFirst()
      let right = one(&tokens, depth)
      holds = holds && right
    }
    return holds
  }

  private func one(_ tokens: inout ArraySlice<String>, _ depth: Int) -> Bool {
    var isNegated = false
    while tokens.first == "!" {
      tokens.removeFirst()
      isNegated.toggle()
    }
    guard let word = tokens.popFirst(), depth < Self.deepest else {
      tokens = []
      return true
    }
    if word == "(" {
      let holds = either(&tokens, depth + 1)
      if tokens.first == ")" { tokens.removeFirst() }
      return holds != isNegated
    }
    guard tokens.first == "(" else { return (word == "true" || flags.contains(word)) != isNegated }
    tokens.removeFirst()
    let argument = tokens.prefix { $0 != ")" }
    tokens = tokens.dropFirst(argument.count + 1)
    return holds(word, argument.joined()) != isNegated
  }

  private func holds(_ function: String, _ argument: String) -> Bool {
    switch function {
    case "os": argument == "Linux"
    case "canImport": modules.contains(argument.prefix { $0 != "." && $0 != "," }.description)
    case "targetEnvironment", "_runtime": false
    case "arch":
      #if arch(x86_64)
        argument == "x86_64"
      #else
        argument == "arm64"
      #endif
    case "hasAttribute", "hasFeature": false
    // swift(>=5.9) and compiler(>=6): ours is newer than what a project asks for.
    case "swift", "compiler": !argument.hasPrefix("<")
    default: false
    }
  }
}
