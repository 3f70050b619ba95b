// Reads an interface's text by varlink.org/Interface-Definition, so that tests can hold it against types.
import Varlink

struct InterfaceText {
  indirect enum Form: Hashable {
    case plain(String)
    case optional(Form)
    case array(Form)
    case fields([Field])
    case words([String])
  }

  struct Field: Hashable {
    var name: String
    var form: Form
  }

  struct SyntaxError: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var name = ""
  private(set) var types: [String: Form] = [:]
  private(set) var methods: [String: (parameters: [Field], reply: [Field])] = [:]
  private(set) var errors: [String: [Field]] = [:]
  private var tokens: ArraySlice<String>

  init(_ text: String) throws {
    tokens = Self.split(text)[...]
    try expect("interface")
    name = try word()
    while let keyword = tokens.popFirst() {
      let member = try word()
      let isTaken = types[member] != nil || methods[member] != nil || errors[member] != nil
      guard member.first?.isUppercase == true, !isTaken else {
        throw SyntaxError(description: "\(member) is no new member's name")
      }
      switch keyword {
      case "type": types[member] = try structure()
      case "error": errors[member] = try fields()
      case "method":
        let parameters = try fields()
        try expect("->")
        methods[member] = (parameters, try fields())
      default: throw SyntaxError(description: "\(keyword) \(member)")
      }
    }
    for case .plain(let name) in forms() where !["bool", "int", "float", "string", "object"].contains(name) {
      guard types[name] != nil else { throw SyntaxError(description: "no type \(name) is declared") }
    }
  }

  private static func split(_ text: String) -> [String] {
    let lines = text.split(separator: "\n").map { $0.prefix { $0 != "#" } }
    var tokens: [String] = []
    for line in lines {
      var rest = line[...]
      while let first = rest.first {
        if first == " " {
          rest.removeFirst()
        } else if let symbol = ["->", "[]", "(", ")", ":", ",", "?"].first(where: { rest.hasPrefix($0) }) {
          tokens.append(symbol)
          rest.removeFirst(symbol.count)
        } else {
          let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
          tokens.append(word.isEmpty ? String(rest.removeFirst()) : String(word))
          rest.removeFirst(word.count)
        }
      }
    }
    return tokens
  }

  private mutating func expect(_ token: String) throws {
    let next = tokens.popFirst() ?? "the end"
    guard next == token else { throw SyntaxError(description: "\(next) where \(token) belongs") }
  }

  private mutating func word() throws -> String {
    guard let word = tokens.popFirst(), word.first?.isLetter == true else {
      throw SyntaxError(description: "no name where one belongs")
    }
    return word
  }

  private mutating func fields() throws -> [Field] {
    switch try structure() {
    case .fields(let fields): return fields
    case let other: throw SyntaxError(description: "\(other) where fields belong")
    }
  }

  private mutating func structure() throws -> Form {
    try expect("(")
    var fields: [Field] = []
    var words: [String] = []
    while tokens.first != ")" {
      if !fields.isEmpty || !words.isEmpty { try expect(",") }
      let name = try word()
      if tokens.first == ":" {
        try expect(":")
        fields.append(Field(name: name, form: try form()))
      } else {
        words.append(name)
      }
    }
    try expect(")")
    guard fields.isEmpty || words.isEmpty, Set(fields.map(\.name)).count == fields.count else {
      throw SyntaxError(description: "\(fields) and \(words) in one")
    }
    return words.isEmpty ? .fields(fields) : .words(words)
  }

  private mutating func form() throws -> Form {
    switch tokens.first {
    case "?":
      tokens.removeFirst()
      return .optional(try form())
    case "[]":
      tokens.removeFirst()
      return .array(try form())
    case "(": return try structure()
    default: return .plain(try word())
    }
  }

  /// Every form that is used anywhere, down to the plain ones.
  private func forms() -> [Form] {
    func all(_ form: Form) -> [Form] {
      switch form {
      case .plain, .words: [form]
      case .optional(let inner), .array(let inner): all(inner)
      case .fields(let fields): fields.flatMap { all($0.form) }
      }
    }
    let fields = methods.values.flatMap { $0.parameters + $0.reply } + errors.values.flatMap { $0 }
    return types.values.flatMap(all) + fields.flatMap { all($0.form) }
  }
}

extension InterfaceText {
  /// Whether a value has exactly the members the fields declare, each of its form; only an optional one may be absent.
  func mismatch(_ value: JSON?, _ form: Form) -> String? {
    switch (form, value) {
    case (.optional, nil), (.optional, .null): return nil
    case (.optional(let inner), let value): return mismatch(value, inner)
    case (.array(let inner), .array(let elements)):
      return elements.lazy.compactMap { mismatch($0, inner) }.first
    case (.words(let words), .string(let word)): return words.contains(word) ? nil : "\(word) is not one of \(words)"
    case (.fields(let fields), .object(let members)):
      let undeclared = Set(members.keys).subtracting(fields.map(\.name))
      guard undeclared.isEmpty else { return "\(undeclared) are not declared" }
      return fields.lazy.compactMap { field in
        mismatch(members[field.name], field.form).map { "\(field.name): \($0)" }
      }.first
    case (.plain("bool"), .bool), (.plain("int"), .int), (.plain("string"), .string), (.plain("float"), .double),
      (.plain("float"), .int), (.plain("object"), .object):
      return nil
    case (.plain(let name), let value):
      guard let type = types[name] else { return "\(String(describing: value)) is no \(name)" }
      return mismatch(value, type)
    default: return "\(String(describing: value)) is no \(form)"
    }
  }
}
