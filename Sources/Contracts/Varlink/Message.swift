// The shapes of Varlink's messages on the wire: one JSON object, ended by a NUL byte (varlink.org/Method-Call).
import WireJSON

/// The members of a call besides its parameters.
struct CallHead: Decodable {
  var method: String
  var more: Bool?
  var oneway: Bool?
  var upgrade: Bool?
}

/// A call as a client writes it; flags that are false are left out.
struct OutgoingCall<Parameters: Encodable>: Encodable {
  var method: String
  var parameters: Parameters
  var more: Bool?
  var oneway: Bool?
}

/// The members of a reply besides its parameters.
struct ReplyHead: Decodable {
  var error: String?
  var continues: Bool?
}

/// A reply as a service writes it.
struct OutgoingReply<Parameters: Encodable>: Encodable {
  var error: String?
  var parameters: Parameters
  var continues: Bool?
}

/// The parameters of a call or reply, whose other members have been read already.
struct ParametersOnly<Parameters: Decodable>: Decodable {
  var parameters: Parameters?
}

/// No parameters: `{}`.
public struct NoParameters: Codable, Hashable, Sendable {
  public init() {}
}

enum Wire {
  /// The message and the NUL byte that ends it. JSON writes a NUL inside a string as `\u0000`, so that byte is the only
  /// one.
  static func frame(_ message: some Encodable) throws -> [UInt8] {
    var bytes = try WireEncoder.encode(message)
    bytes.append(0)
    return bytes
  }

  /// Absent parameters and `null` mean the same as `{}`.
  static func decodeParameters<Parameters: Decodable>(
    _ type: Parameters.Type, from message: [UInt8], limits: JSONLimits
  ) throws -> Parameters {
    try decodeParameters(type, from: WireText(message, limits: limits))
  }

  static func decodeParameters<Parameters: Decodable>(
    _ type: Parameters.Type, from text: WireText
  ) throws -> Parameters {
    let parameters = try text.decode(ParametersOnly<Parameters>.self).parameters
    if let parameters { return parameters }
    return try WireDecoder.decode(type, from: Array("{}".utf8))
  }
}
