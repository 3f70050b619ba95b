// A member as its interface declares it, without comments, for the references people read.

enum Declaration {
  /// The sentence that a reader finds where the file says `[Requires 'more' flag]`.
  static let streamNote = "The reply is a stream: the call needs the flag \"more\"."

  static func of(_ type: Interface.TypeDeclaration) -> String {
    switch type.shape {
    case .structure(let fields): laidOut("type \(type.name) (", fields.map(field), ")")
    case .enumeration(let words): laidOut("type \(type.name) (", words, ")")
    }
  }

  static func of(_ method: Interface.Method) -> String {
    let reply = "-> (\(method.reply.map(field).joined(separator: ", ")))"
    return laidOut("method \(method.name)(", method.parameters.map(field), ") \(reply)")
  }

  static func of(_ error: Interface.ErrorDeclaration) -> String {
    laidOut("error \(error.name) (", error.fields.map(field), ")")
  }

  static func of(_ form: Interface.Form) -> String {
    switch form {
    case .bool: "bool"
    case .int: "int"
    case .float: "float"
    case .string: "string"
    case .object: "object"
    case .named(let name): name
    case .optional(let form): "?" + of(form)
    case .array(let form): "[]" + of(form)
    case .dictionary(let form): "[string]" + of(form)
    }
  }

  private static func field(_ field: Interface.Field) -> String { "\(field.name): \(of(field.form))" }

  /// One line, or one item a line where that is longer than a terminal.
  private static func laidOut(_ head: String, _ items: [String], _ tail: String) -> String {
    let line = head + items.joined(separator: ", ") + tail
    if line.count <= 72 { return line }
    return head + "\n" + items.map { "  \($0)" }.joined(separator: ",\n") + "\n" + tail
  }
}
