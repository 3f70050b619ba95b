// A JSON value of no fixed shape: payloads that pass through the channel as they came.

import FoundationEssentials

/// Any JSON value (RFC 8259).
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// - Throws: ``ProtocolError/invalidMessage(_:)`` when `text` is not one JSON value.
  public init(parsing text: String) throws(ProtocolError) {
    self = try decodeLine(Array(text.utf8), as: JSON.self)
  }

  /// As it is written on the wire: on one line.
  public var text: String { ObjectWriter.text(self) }

  /// The member `key` of an object; nil for other values.
  public subscript(key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }
}

extension JSON: Decodable {
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let members = try? value.decode([String: JSON].self) {
      // Strings and objects first: payloads are mostly these, and a try that fails costs an error with its context.
      self = .object(members)
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? value.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else {
      self = .array(try value.decode([JSON].self))
    }
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSON: ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
