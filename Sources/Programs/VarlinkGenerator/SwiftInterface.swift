// The Swift types of one interface: its parameters, replies and values, and the interface's text.

struct SwiftInterface {
  let interface: Interface
  /// The types that an earlier interface declares, by their Swift name: a second declaration has to be the same.
  private(set) var declared: [String: Interface.Shape]

  init(_ interface: Interface, declared: [String: Interface.Shape]) {
    self.interface = interface
    self.declared = declared
  }

  /// `AppsInterface`.
  private var namespace: String { interface.shortName + "Interface" }

  mutating func source() throws(GeneratorError) -> String {
    var lines = Lines()
    lines.add("// \(interface.name), made by `make generate` of \(interface.name).varlink: change that file instead.")
    lines.add("// swift-format-ignore-file")
    lines.add("public import Varlink")
    lines.add("public import WireJSON")
    lines.add()
    lines.document(interface.documentation)
    let replies = try sharedReplies()
    lines.block("public enum \(namespace)") { lines in
      for method in interface.methods where !isHandwritten(method.name) {
        request(method, &lines)
        lines.add()
      }
      for (name, method) in replies {
        lines.add("/// The reply of ``\(method.name)``.")
        structure(name, method.reply, method.documentation, &lines)
        lines.add()
      }
      lines.add("public static let description = InterfaceDescription(")
      lines.add("  name: \"\(interface.name)\",")
      lines.add("  text: #\"\"\"")
      for line in interface.text.split(separator: "\n", omittingEmptySubsequences: false) {
        lines.add(line.isEmpty ? "" : "    \(line)")
      }
      lines.add("    \"\"\"#)")
    }
    try types(&lines)
    return lines.text
  }

  private func isHandwritten(_ member: String) -> Bool {
    SwiftNames.handwritten.contains("\(interface.name).\(member)")
  }

  // MARK: Methods

  private func request(_ method: Interface.Method, _ lines: inout Lines) {
    let qualified = "\(interface.name).\(method.name)"
    lines.document(method.documentation)
    lines.block("public struct \(method.name): \(Self.conformance(of: method))") { lines in
      lines.add("public static let method = \"\(qualified)\"")
      if method.reply.isEmpty {
        lines.add("public typealias Reply = Done")
      } else if let shared = SwiftNames.replies[qualified] {
        lines.add("public typealias Reply = \(shared)")
      }
      members(method.parameters, method.documentation, isRequest: true, &lines)
      if method.parameters.allSatisfy(\.form.isPlain) {
        readPlain(method.parameters, &lines)
        writePlain(method.parameters, &lines)
      }
      if !method.reply.isEmpty, SwiftNames.replies[qualified] == nil {
        lines.add()
        structure("Reply", method.reply, method.documentation, &lines)
      }
    }
  }

  // Requests of plain values are read and written by themselves; the others are decoded and encoded.

  /// `ControlRequest.init(reading:)`
  private func readPlain(_ fields: [Interface.Field], _ lines: inout Lines) {
    lines.add()
    guard !fields.isEmpty else {
      return lines.add("public init(reading parameters: CallParameters) throws(ServiceError) {}")
    }
    lines.block("public init(reading parameters: CallParameters) throws(ServiceError)") { lines in
      for field in fields {
        lines.add("\(field.name) = try parameters.read(\(field.form.isOptional ? "ifPresent: " : "")\"\(field.name)\")")
      }
    }
  }

  /// `ControlRequest.written()`
  private func writePlain(_ fields: [Interface.Field], _ lines: inout Lines) {
    lines.add()
    lines.block("public func written() -> WrittenJSON") { lines in
      guard !fields.isEmpty else { return lines.add("[:]") }
      lines.block(".object") { lines in
        for field in fields {
          lines.add("$0.put(\"\(field.name)\", \(field.form.isOptional ? "ifPresent: " : "")\(field.name))")
        }
      }
    }
  }

  private static func conformance(of method: Interface.Method) -> String {
    switch method.kind {
    case .plain: "ControlRequest"
    case .change: "ChangeRequest"
    case .stream: "StreamRequest"
    }
  }

  /// The replies that SwiftNames gives names, each with the first method that answers so.
  private func sharedReplies() throws(GeneratorError) -> [(name: String, method: Interface.Method)] {
    var replies: [(name: String, method: Interface.Method)] = []
    for method in interface.methods {
      guard let name = SwiftNames.replies["\(interface.name).\(method.name)"] else { continue }
      guard let first = replies.first(where: { $0.name == name }) else {
        replies.append((name, method))
        continue
      }
      guard first.method.reply == method.reply else {
        throw GeneratorError("\(interface.name): \(first.method.name) and \(method.name) do not reply the same")
      }
    }
    return replies
  }

  // MARK: Types

  private mutating func types(_ lines: inout Lines) throws(GeneratorError) {
    for type in interface.types where !isHandwritten(type.name) {
      let name = swiftName(type.name)
      if let shape = declared[name] {
        guard shape == type.shape else {
          throw GeneratorError("\(interface.name).\(type.name) is not the \(name) that another interface declares")
        }
        continue
      }
      declared[name] = type.shape
      lines.add()
      let parts = name.split(separator: ".").map(String.init)
      if parts.count == 1 {
        declaration(type, parts[0], &lines)
      } else {
        lines.block("extension \(parts.dropLast().joined(separator: "."))") {
          declaration(type, parts[parts.count - 1], &$0)
        }
      }
    }
  }

  private func declaration(_ type: Interface.TypeDeclaration, _ name: String, _ lines: inout Lines) {
    lines.document(type.documentation)
    switch type.shape {
    case .enumeration(let words):
      lines.block("public enum \(name): String, Codable, Sendable, CaseIterable") {
        $0.add("case \(words.joined(separator: ", "))")
      }
    case .structure(let fields): structure(name, fields, type.documentation, writesNull: true, &lines)
    }
  }

  private func structure(
    _ name: String, _ fields: [Interface.Field], _ documentation: Documentation, writesNull: Bool = false,
    _ lines: inout Lines
  ) {
    lines.block("public struct \(name): Codable, Hashable, Sendable") { lines in
      members(fields, documentation, isRequest: false, &lines)
      guard writesNull, fields.contains(where: \.form.isOptional) else { return }
      lines.add()
      lines.add("/// Writes what is absent as `null`, so that scripts find every member.")
      lines.block("public func encode(to encoder: any Encoder) throws") { lines in
        lines.add("var container = encoder.container(keyedBy: CodingKeys.self)")
        for field in fields { lines.add("try container.encode(\(field.name), forKey: .\(field.name))") }
      }
    }
  }

  /// An optional member of a request may be left out, and is nil then; one of an answer may not be left out.
  private func members(
    _ fields: [Interface.Field], _ documentation: Documentation, isRequest: Bool, _ lines: inout Lines
  ) {
    for field in fields {
      lines.document(documentation.fields[field.name])
      lines.add("public var \(field.name): \(swift(field.form))")
    }
    lines.add()
    guard !fields.isEmpty else { return lines.add("public init() {}") }
    let parameters = fields.map {
      "\($0.name): \(swift($0.form))\(isRequest && $0.form.isOptional ? " = nil" : "")"
    }
    lines.list("public init", parameters, " {")
    for field in fields { lines.add("  self.\(field.name) = \(field.name)") }
    lines.add("}")
  }

  private func swiftName(_ type: String) -> String {
    SwiftNames.types["\(interface.name).\(type)"] ?? "\(namespace).\(type)"
  }

  private func swift(_ form: Interface.Form) -> String {
    switch form {
    case .bool: "Bool"
    case .int: "Int64"
    case .float: "Double"
    case .string: "String"
    case .object: "JSON"
    case .named(let name): swiftName(name)
    case .optional(let form): swift(form) + "?"
    case .array(let form): "[\(swift(form))]"
    case .dictionary(let form): "[String: \(swift(form))]"
    }
  }
}
