// The shapes of Varlink's messages on the wire: one JSON object, ended by a NUL byte (varlink.org/Method-Call).
import WireJSON

/// A message that is no call, or no reply.
struct NotAMessage: Error {}

/// The members of a call besides its parameters.
struct CallHead {
  let method: String
  let more, oneway, upgrade: Bool

  init(_ text: WireText) throws(NotAMessage) {
    guard let object = text.object, let method = object.member("method")?.string else { throw NotAMessage() }
    self.method = method
    more = try object.flag("more")
    oneway = try object.flag("oneway")
    upgrade = try object.flag("upgrade")
  }
}

/// A call as a client writes it; flags that are false are left out.
struct OutgoingCall {
  var method: String
  var parameters: WrittenJSON
  var more = false
  var oneway = false

  /// The message and the NUL byte that ends it. JSON writes a NUL inside a string as `\u0000`, so that byte is the only one.
  func frame() -> [UInt8] {
    let message = WrittenJSON.object { call in
      call.put("method", method)
      call.put("parameters", written: parameters)
      if more { call.put("more", true) }
      if oneway { call.put("oneway", true) }
    }
    return Array(message.text.utf8) + [0]
  }
}

/// The members of a reply besides its parameters.
struct ReplyHead {
  let error: String?
  let continues: Bool

  init(_ text: WireText) throws(NotAMessage) {
    guard let object = text.object else { throw NotAMessage() }
    let error = object.member("error")
    if let error, error.string == nil { throw NotAMessage() }
    self.error = error?.string
    continues = try object.flag("continues")
  }
}

extension WireText.Object {
  /// False where it is left out.
  fileprivate func flag(_ name: String) throws(NotAMessage) -> Bool {
    guard let member = member(name) else { return false }
    guard let flag = member.bool else { throw NotAMessage() }
    return flag
  }
}

/// A reply as a service writes it.
struct OutgoingReply<Parameters: Encodable> {
  var error: String?
  var parameters: Parameters
  var continues = false

  /// The message and the NUL byte that ends it. Only the parameters are a type's: a container for the three members around
  /// them would cost as much as many a reply.
  func frame() throws -> [UInt8] {
    var beginning = Array("{".utf8)
    if let error { beginning += try Array(#""error":"#.utf8) + WireEncoder.encode(error) + Array(",".utf8) }
    beginning += Array(#""parameters":"#.utf8)
    // A container, which would hold nothing, is most of what such a reply costs.
    var bytes =
      Parameters.self == NoParameters.self
      ? beginning + Array("{}".utf8) : try WireEncoder.encode(parameters, after: beginning)
    if continues { bytes += Array(#","continues":true"#.utf8) }
    bytes += Array("}\0".utf8)
    return bytes
  }
}

/// No parameters: `{}`.
public struct NoParameters: Codable, Hashable, Sendable {
  public init() {}
}

/// Absent parameters and `null` mean the same as `{}`.
enum Wire {
  static func decodeParameters<Parameters: Decodable>(
    _ type: Parameters.Type, from message: [UInt8], limits: JSONLimits
  ) throws -> Parameters {
    try decodeParameters(type, from: WireText(message, limits: limits))
  }

  static func decodeParameters<Parameters: Decodable>(
    _ type: Parameters.Type, from text: WireText
  ) throws -> Parameters {
    try parameters(of: text).decode(type)
  }

  static func parameters(of text: WireText) throws(NotAMessage) -> WireText {
    guard let object = text.object else { throw NotAMessage() }
    return object.member("parameters") ?? .empty
  }
}
