// An interface as its .varlink file declares it (https://varlink.org/Interface-Definition).

struct Interface {
  /// Reverse-domain name, such as `org.roost.Apps`.
  var name: String
  var documentation: Documentation
  /// The whole file: a service answers GetInterfaceDescription with it.
  var text: String
  var types: [TypeDeclaration] = []
  var methods: [Method] = []
  var errors: [ErrorDeclaration] = []

  /// The last part of the name, such as `Apps`.
  var shortName: String { name.split(separator: ".").last.map(String.init) ?? name }

  struct TypeDeclaration {
    var name: String
    var documentation: Documentation
    var shape: Shape

    /// None when it is an enumeration.
    var fields: [Field] {
      switch shape {
      case .structure(let fields): fields
      case .enumeration: []
      }
    }
  }

  enum Shape: Hashable {
    case structure([Field])
    case enumeration([String])
  }

  struct Method {
    var name: String
    var documentation: Documentation
    var parameters: [Field]
    var reply: [Field]

    var kind: MethodKind {
      if documentation.requiresMore { return .stream }
      let ofChanges: [Field] = [
        .init(name: "wait", form: .optional(.bool)), .init(name: "timeout", form: .optional(.int)),
      ]
      return ofChanges.allSatisfy(parameters.contains) ? .change : .plain
    }
  }

  enum MethodKind {
    case plain
    /// It has the parameters `wait` and `timeout`.
    case change
    /// It needs the flag `more`.
    case stream
  }

  struct ErrorDeclaration {
    var name: String
    var documentation: Documentation
    var fields: [Field]
  }

  struct Field: Hashable {
    var name: String
    var form: Form
  }

  indirect enum Form: Hashable {
    case bool, int, float, string
    /// Any JSON object.
    case object
    /// A type that the interface declares.
    case named(String)
    case optional(Form)
    case array(Form)
    case dictionary(Form)

    var isOptional: Bool {
      if case .optional = self { true } else { false }
    }

    /// Whether `ObjectWriter` writes it, and `CallParameters` reads it, by itself.
    var isPlain: Bool {
      switch self {
      case .bool, .int, .string, .array(.string): true
      case .optional(let form): form.isPlain
      case .float, .object, .named, .array, .dictionary: false
      }
    }
  }
}

/// The reason why a .varlink file is not usable, and the place in it.
struct InterfaceError: Error, Hashable, CustomStringConvertible {
  /// 1 is the first.
  var line: Int
  var problem: String

  var description: String { "line \(line): \(problem)" }
}
