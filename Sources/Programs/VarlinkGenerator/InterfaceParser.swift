// Reads a .varlink file. Every complaint names the line.

struct InterfaceParser {
  private struct Token {
    var text: String
    var line: Int
    /// The comment that ends in the line above.
    var comment: [(number: Int, text: String)] = []
  }

  /// A declared type's name where it is used, perhaps before its declaration.
  private struct TypeUse {
    var name: String
    var line: Int
  }

  private var tokens: ArraySlice<Token>
  private let lastLine: Int

  /// - Throws: ``InterfaceError`` for the first thing that is wrong.
  static func parse(_ text: String) throws(InterfaceError) -> Interface {
    var parser = try InterfaceParser(text)
    return try parser.interface(text)
  }

  private init(_ text: String) throws(InterfaceError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    lastLine = lines.count
    var tokens: [Token] = []
    var comment: [(number: Int, text: String)] = []
    var depth = 0
    for (index, line) in lines.enumerated() {
      var rest = line.drop { $0 == " " || $0 == "\t" }
      if rest.hasPrefix("#") {
        guard depth == 0 else {
          throw InterfaceError(
            line: index + 1, problem: "a comment stands inside parentheses; explain fields above the member")
        }
        comment.append((index + 1, String(rest.dropFirst())))
        continue
      }
      while let first = rest.first {
        let symbol = ["->", "[]", "[string]", "(", ")", ":", ",", "?"].first { rest.hasPrefix($0) }
        let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0)) }
        let token = symbol ?? (word.isEmpty ? String(first) : String(word))
        tokens.append(Token(text: token, line: index + 1, comment: comment))
        comment = []
        depth += token == "(" ? 1 : token == ")" ? -1 : 0
        rest = rest.dropFirst(token.count).drop { $0 == " " || $0 == "\t" }
      }
      comment = []
    }
    self.tokens = tokens[...]
  }

  // MARK: Members

  private mutating func interface(_ text: String) throws(InterfaceError) -> Interface {
    let keyword = try expect("interface")
    let name = try next("the interface's name")
    guard name.text.contains("."), name.text.split(separator: ".").count > 1 else {
      throw InterfaceError(line: name.line, problem: "\(name.text) is not a reverse-domain name such as org.roost.Apps")
    }
    var interface = Interface(name: name.text, documentation: try Documentation(keyword.comment), text: text)
    var names: Set<String> = []
    var uses: [TypeUse] = []
    while let keyword = tokens.popFirst() {
      guard ["type", "method", "error"].contains(keyword.text) else {
        throw InterfaceError(line: keyword.line, problem: "expected type, method or error, not \(keyword.text)")
      }
      let name = try next("a name")
      guard name.text.first?.isUppercase == true, name.text.allSatisfy({ $0.isLetter || $0.isNumber }) else {
        throw InterfaceError(
          line: name.line,
          problem: "\(name.text) is not a member's name: letters and digits, a capital first")
      }
      guard names.insert(name.text).inserted else {
        throw InterfaceError(line: name.line, problem: "\(name.text) is declared twice")
      }
      let documentation = try Documentation(keyword.comment)
      var fields: [Interface.Field] = []
      switch keyword.text {
      case "type":
        let type = Interface.TypeDeclaration(
          name: name.text, documentation: documentation, shape: try shape(&uses))
        fields = type.fields
        interface.types.append(type)
      case "error":
        fields = try structure(&uses)
        interface.errors.append(.init(name: name.text, documentation: documentation, fields: fields))
      default:
        let parameters = try structure(&uses)
        _ = try expect("->")
        let reply = try structure(&uses)
        fields = parameters + reply
        interface.methods.append(
          .init(name: name.text, documentation: documentation, parameters: parameters, reply: reply))
      }
      if let stray = documentation.fields.keys.sorted().first(where: { name in !fields.contains { $0.name == name } }) {
        throw InterfaceError(
          line: keyword.line, problem: "the comment explains \(stray), which \(name.text) does not have")
      }
    }
    let types = Set(interface.types.map(\.name))
    if let unknown = uses.first(where: { !types.contains($0.name) }) {
      throw InterfaceError(line: unknown.line, problem: "no type \(unknown.name) is declared")
    }
    return interface
  }

  // MARK: Types

  private mutating func structure(_ uses: inout [TypeUse]) throws(InterfaceError) -> [Interface.Field] {
    let line = tokens.first?.line ?? lastLine
    switch try shape(&uses) {
    case .structure(let fields): return fields
    case .enumeration: throw InterfaceError(line: line, problem: "expected fields, not words: each field needs a type")
    }
  }

  private mutating func shape(_ uses: inout [TypeUse]) throws(InterfaceError) -> Interface.Shape {
    _ = try expect("(")
    var fields: [Interface.Field] = []
    var words: [String] = []
    while tokens.first?.text != ")" {
      if !fields.isEmpty || !words.isEmpty { _ = try expect(",") }
      let name = try next("a field's name")
      guard name.text.first?.isLetter == true, name.text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
        throw InterfaceError(line: name.line, problem: "expected a field's name, not \(name.text)")
      }
      guard !words.contains(name.text), !fields.contains(where: { $0.name == name.text }) else {
        throw InterfaceError(line: name.line, problem: "\(name.text) is there twice")
      }
      if tokens.first?.text == ":" {
        _ = try expect(":")
        fields.append(.init(name: name.text, form: try form(&uses)))
      } else {
        words.append(name.text)
      }
      guard fields.isEmpty || words.isEmpty else {
        throw InterfaceError(line: name.line, problem: "fields and words are mixed at \(name.text)")
      }
    }
    _ = try expect(")")
    return words.isEmpty ? .structure(fields) : .enumeration(words)
  }

  private mutating func form(_ uses: inout [TypeUse]) throws(InterfaceError) -> Interface.Form {
    let token = try next("a type")
    switch token.text {
    case "?":
      guard tokens.first?.text != "?" else { throw InterfaceError(line: token.line, problem: "? stands twice") }
      return .optional(try form(&uses))
    case "[]": return .array(try form(&uses))
    case "[string]": return .dictionary(try form(&uses))
    case "bool": return .bool
    case "int": return .int
    case "float": return .float
    case "string": return .string
    case "object": return .object
    case "(":
      throw InterfaceError(line: token.line, problem: "a type without a name; declare it with type and name it here")
    case let name where name.first?.isUppercase == true:
      uses.append(TypeUse(name: name, line: token.line))
      return .named(name)
    default: throw InterfaceError(line: token.line, problem: "\(token.text) is not a type")
    }
  }

  // MARK: Tokens

  private mutating func next(_ wanted: String) throws(InterfaceError) -> Token {
    guard let token = tokens.popFirst() else {
      throw InterfaceError(line: lastLine, problem: "the file ends where \(wanted) belongs")
    }
    return token
  }

  private mutating func expect(_ text: String) throws(InterfaceError) -> Token {
    let token = try next(text)
    guard token.text == text else {
      throw InterfaceError(line: token.line, problem: "expected \(text), not \(token.text)")
    }
    return token
  }
}
