// One method call as it reached a service.
import WireJSON

/// A call that waits for its reply.
public struct Call: Identifiable, Sendable {
  /// Names the call on its connection; never used again, so a late reply to a finished call finds nothing.
  public struct ID: Hashable, Sendable {
    let number: UInt64
  }

  public let id: ID
  /// The fully qualified method, such as `org.varlink.service.GetInfo`.
  public let method: String
  /// The caller accepts a stream of replies.
  public let wantsMore: Bool
  /// The caller wants no reply, not even an error.
  public let isOneway: Bool
  /// The caller wants to leave Varlink on this connection after the reply.
  public let wantsUpgrade: Bool
  let message: [UInt8]
  /// Read already, where it is short: what is read of a long one takes many times its bytes, and it may wait for long.
  private let text: WireText?

  init(_ message: [UInt8], id: ID) throws {
    let text = try WireText(message, limits: .call)
    let head = try CallHead(text)
    self.id = id
    self.method = head.method
    self.wantsMore = head.more
    self.isOneway = head.oneway
    self.wantsUpgrade = head.upgrade
    self.message = message
    self.text = message.count <= Self.short ? text : nil
  }

  private init(withoutParametersOf call: Call) {
    id = call.id
    method = call.method
    wantsMore = call.wantsMore
    isOneway = call.isOneway
    wantsUpgrade = call.wantsUpgrade
    message = []
    text = nil
  }

  /// The same for those who only answer it: the parameters may take a megabyte, and the answer as long as a person debugs an app.
  package var withoutParameters: Call { Call(withoutParametersOf: self) }

  /// Bytes of the message that it came as.
  package var length: Int { message.count }

  /// Bytes.
  static let short = 4096

  /// Bytes.
  private static let longestWithMembers = 16_384

  /// The interface part of the method's name; the whole name when it has no part.
  public var interface: String {
    method.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(method[..<$0]) } ?? method
  }

  /// The parameters, for a method to read.
  ///
  /// - Parameter names: the parameters by which something is looked up. Swift hashes a text as Unicode has it, a megabyte in some
  ///   30 ms, so one of more than 4 KiB is refused: nothing has such a name.
  /// - Throws: ``ServiceError/invalidParameter(_:)`` with the name that is too long.
  public func parameters(lookedUp names: [String] = []) throws(ServiceError) -> CallParameters {
    let parameters: CallParameters
    do {
      parameters = CallParameters(try Wire.parameters(of: text ?? WireText(message, limits: .call)))
    } catch {
      throw .invalidParameter("parameters")
    }
    if message.count > Self.short, let name = parameters.firstLong(of: names, longest: Self.short) {
      throw .invalidParameter(name)
    }
    return parameters
  }

  /// The names of the parameters that the caller has set, whether the method declares them or not. A call of more than 16 KiB is refused:
  /// its parameters are longer than any that such a method has.
  public func members() throws(ServiceError) -> [String] {
    guard message.count <= Self.longestWithMembers else { throw .invalidParameter("parameters") }
    guard case .object(let members) = try parameters().decode(as: JSON.self) else {
      throw .invalidParameter("parameters")
    }
    return members.names
  }
}
