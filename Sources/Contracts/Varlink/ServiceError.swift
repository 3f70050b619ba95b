// Errors a service answers with: the protocol all of them follow, and those that Varlink itself defines.

/// An error reply; its `Encodable` form is the reply's parameters.
public protocol VarlinkError: Error, Encodable, Sendable {
  /// The fully qualified name, such as `org.varlink.service.MethodNotFound`.
  var name: String { get }
}

/// The errors of `org.varlink.service`, which any service may answer with.
public enum ServiceError: VarlinkError, Hashable, CustomStringConvertible {
  case interfaceNotFound(String)
  case methodNotFound(String)
  /// Declared, but not to be had in this build or on this connection.
  case methodNotImplemented(String)
  case invalidParameter(String)
  /// The socket lets the caller in, but not to this method.
  case permissionDenied
  /// The method answers with a stream, and the call did not say `more`.
  case expectedMore

  public var name: String {
    switch self {
    case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
    case .methodNotFound: "org.varlink.service.MethodNotFound"
    case .methodNotImplemented: "org.varlink.service.MethodNotImplemented"
    case .invalidParameter: "org.varlink.service.InvalidParameter"
    case .permissionDenied: "org.varlink.service.PermissionDenied"
    case .expectedMore: "org.varlink.service.ExpectedMore"
    }
  }

  /// Nil when the reply is another interface's error or lacks what its name promises.
  public init?(_ reply: ErrorReply) {
    let parameters = reply.parameters(as: Parameters.self)
    switch reply.name {
    case "org.varlink.service.InterfaceNotFound":
      guard let interface = parameters?.interface else { return nil }
      self = .interfaceNotFound(interface)
    case "org.varlink.service.MethodNotFound":
      guard let method = parameters?.method else { return nil }
      self = .methodNotFound(method)
    case "org.varlink.service.MethodNotImplemented":
      guard let method = parameters?.method else { return nil }
      self = .methodNotImplemented(method)
    case "org.varlink.service.InvalidParameter":
      guard let parameter = parameters?.parameter else { return nil }
      self = .invalidParameter(parameter)
    case "org.varlink.service.PermissionDenied": self = .permissionDenied
    case "org.varlink.service.ExpectedMore": self = .expectedMore
    default: return nil
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var parameters = Parameters()
    switch self {
    case .interfaceNotFound(let interface): parameters.interface = interface
    case .methodNotFound(let method), .methodNotImplemented(let method): parameters.method = method
    case .invalidParameter(let parameter): parameters.parameter = parameter
    case .permissionDenied, .expectedMore: break
    }
    try parameters.encode(to: encoder)
  }

  public var description: String {
    switch self {
    case .interfaceNotFound(let interface): "no such interface: \(interface)"
    case .methodNotFound(let method): "no such method: \(method)"
    case .methodNotImplemented(let method): "\(method) is declared but not to be had here"
    case .invalidParameter(let parameter): "the parameter \(parameter) is missing or not of its type"
    case .permissionDenied: "permission denied"
    case .expectedMore: "the method answers with a stream; call it with \"more\""
    }
  }

  private struct Parameters: Codable {
    var interface: String?
    var method: String?
    var parameter: String?
  }
}
