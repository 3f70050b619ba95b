// ControlCall, ControlError and the list of all interfaces: what stands for all interfaces together.

enum SwiftCalls {
  private static func begin(_ what: String) -> Lines {
    var lines = Lines()
    lines.add("// \(what), made by `make generate` of the .varlink files: change those instead.")
    lines.add("// swift-format-ignore-file")
    lines.add("public import Varlink")
    lines.add()
    return lines
  }

  // MARK: Calls

  static func calls(_ interfaces: [Interface]) throws(GeneratorError) -> String {
    let calls = interfaces.flatMap { interface in
      interface.methods.map { method in
        Call(
          name: SwiftNames.calls["\(interface.name).\(method.name)"] ?? SwiftNames.lowercased(method.name),
          request: "\(interface.shortName)Interface.\(method.name)", read: read(method))
      }
    }
    try requireDistinct(calls.map(\.name), "method", "calls")
    var lines = begin("Every control method as one enum, so that the server's dispatch is one exhaustive switch")
    lines.add("/// A call of one of the control interfaces, its parameters read.")
    lines.block("public enum ControlCall: Hashable, Sendable") { lines in
      for call in calls { lines.add("case \(call.name)(\(call.request))") }
      lines.add()
      lines.add("/// Reads a call that ``Varlink/Service/route(_:)`` dispatched.")
      lines.add("/// - Throws: ``Varlink/ServiceError``, `methodNotImplemented` for a method that no case stands for.")
      lines.block("public init(_ call: Call) throws(ServiceError)") { lines in
        lines.add("guard let read = Self.readers[call.method] else { throw .methodNotImplemented(call.method) }")
        lines.add("self = try read(call)")
      }
      lines.add()
      lines.add("/// By their methods: a switch compares a call's with each of them.")
      lines.add("private static let readers: [String: @Sendable (Call) throws(ServiceError) -> ControlCall] = [")
      for call in calls {
        lines.add("  \(call.request).method: { call throws(ServiceError) in .\(call.name)(try call.\(call.read)()) },")
      }
      lines.add("]")
    }
    lines.add()
    lines.block("extension ControlService") { lines in
      lines.add("/// Every control interface.")
      lines.add("public static let interfaces = [")
      for interface in interfaces { lines.add("  \(interface.shortName)Interface.description,") }
      lines.add("]")
    }
    return lines.text
  }

  private struct Call {
    var name: String
    var request: String
    /// The function that reads such a request.
    var read: String
  }

  private static func read(_ method: Interface.Method) -> String {
    switch method.kind {
    case .plain: "read"
    case .change: "readChange"
    case .stream: "readStream"
    }
  }

  // MARK: Errors

  static func errors(_ interfaces: [Interface]) throws(GeneratorError) -> String {
    var failures: [Failure] = []
    for interface in interfaces {
      for error in interface.errors {
        let qualified = "\(interface.name).\(error.name)"
        guard error.fields.contains(.init(name: "message", form: .string)),
          error.fields.allSatisfy({ $0.form == .string })
        else { throw GeneratorError("the error \(qualified) needs message: string, and strings beside it at most") }
        failures.append(
          Failure(
            name: SwiftNames.errors[qualified] ?? SwiftNames.lowercased(error.name), qualified: qualified,
            documentation: error.documentation, fields: error.fields.map(\.name)))
      }
    }
    try requireDistinct(failures.map(\.name), "error", "errors")
    let optional = Set(failures.flatMap(\.fields)).subtracting(["message"]).sorted()

    var lines = begin("The errors of the control interfaces")
    lines.add("/// Why the daemon did not do what it was asked, with a sentence for people in each.")
    lines.block("public enum ControlError: VarlinkError, Hashable, CustomStringConvertible") { lines in
      for failure in failures {
        lines.document(failure.documentation)
        lines.add("case \(failure.name)(\(failure.fields.map { "\($0): String" }.joined(separator: ", ")))")
      }
      lines.add()
      lines.block("public var name: String") { lines in
        lines.block("switch self") { lines in
          for failure in failures { lines.add("case .\(failure.name): \"\(failure.qualified)\"") }
        }
      }
      lines.add()
      lines.add("/// The sentence in the error's `message`.")
      lines.block("public var description: String") { lines in
        lines.block("switch self") { lines in
          for failure in failures {
            let pattern = failure.fields.map { $0 == "message" ? "let message" : "_" }
            lines.add("case .\(failure.name)(\(pattern.joined(separator: ", "))): message")
          }
        }
      }
      lines.add()
      lines.add("/// Nil when the reply is another interface's error or lacks what its name promises.")
      lines.block("public init?(_ reply: ErrorReply)") { lines in
        lines.add("guard let parameters = reply.parameters(as: Parameters.self) else { return nil }")
        lines.block("switch reply.name") { lines in
          for failure in failures {
            lines.add("case \"\(failure.qualified)\":")
            let needed = failure.fields.filter { $0 != "message" }
            let conditions = needed.map { "let \($0) = parameters.\($0)" }.joined(separator: ", ")
            if !needed.isEmpty { lines.add("  guard \(conditions) else { return nil }") }
            let values = failure.fields.map { "\($0): \($0 == "message" ? "parameters.message" : $0)" }
            lines.add("  self = .\(failure.name)(\(values.joined(separator: ", ")))")
          }
          lines.add("default: return nil")
        }
      }
      lines.add()
      lines.block("public func encode(to encoder: any Encoder) throws") { lines in
        lines.add("let parameters: Parameters")
        lines.block("switch self") { lines in
          for failure in failures {
            lines.add("case .\(failure.name)(\(failure.fields.map { "let \($0)" }.joined(separator: ", "))):")
            let values = (optional + ["message"]).filter(failure.fields.contains)
            lines.add("  parameters = Parameters(\(values.map { "\($0): \($0)" }.joined(separator: ", ")))")
          }
        }
        lines.add("try parameters.encode(to: encoder)")
      }
      lines.add()
      lines.block("private struct Parameters: Codable") { lines in
        for name in optional { lines.add("var \(name): String?") }
        lines.add("var message: String")
      }
    }
    return lines.text
  }

  private struct Failure {
    var name: String
    var qualified: String
    var documentation: Documentation
    var fields: [String]
  }

  private static func requireDistinct(_ names: [String], _ what: String, _ table: String) throws(GeneratorError) {
    var seen: Set<String> = []
    if let name = names.first(where: { !seen.insert($0).inserted }) {
      throw GeneratorError("two interfaces have a \(what) that Swift calls \(name); name one in SwiftNames.\(table)")
    }
  }
}
