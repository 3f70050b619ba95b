// An error reply as a client received it.
import WireJSON

/// The error a service answered with, before anyone has said which interface it belongs to.
public struct ErrorReply: Hashable, Sendable {
  /// The fully qualified name, such as `org.varlink.service.MethodNotFound`.
  public let name: String
  let message: [UInt8]

  /// The error's parameters in that form; nil when the service sent others.
  public func parameters<Parameters: Decodable>(as type: Parameters.Type = Parameters.self) -> Parameters? {
    try? Wire.decodeParameters(type, from: message, limits: .answer)
  }
}
