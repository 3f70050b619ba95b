// A JSON value of no fixed shape: payloads that pass through as they came.

/// Any JSON value (RFC 8259). Integers that fit are kept as `Int`, since Varlink tells `int` and `float` apart.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  public static func object(_ members: [String: JSON]) -> JSON { .object(JSONObject(members)) }

  /// Reads one JSON value.
  /// - Throws: ``JSONError`` when `text` is not one, or passes a limit.
  public init(parsing text: String, limits: JSONLimits = .peer) throws(JSONError) {
    self.init(try JSONReader.read(Array(text.utf8), limits: limits))
  }

  /// As it is written on the wire: on one line.
  public var text: String { ObjectWriter.text(self) }

  /// The member `key` of an object; nil for other values.
  public subscript(key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }
}

extension JSON {
  /// Whether its text has more than `bytes` for certain, by what each value takes at least. Nothing is written or sorted for that, and a
  /// text that is much longer is not looked at to its end.
  package func isSurelyLonger(than bytes: Int) -> Bool {
    var left = bytes
    takeLeast(from: &left)
    return left < 0
  }

  private func takeLeast(from left: inout Int) {
    guard left >= 0 else { return }
    switch self {
    case .null: left -= 4
    case .bool(let flag): left -= flag ? 4 : 5
    case .integer, .number: left -= 1
    case .string(let string): left -= string.utf8.count + 2
    case .array(let elements):
      // Brackets and commas.
      left -= max(elements.count, 1) + 1
      for element in elements where left >= 0 { element.takeLeast(from: &left) }
    case .object(let object):
      let members = object.unordered
      left -= max(members.count, 1) + 1
      for (name, value) in members where left >= 0 {
        // Quotes and a colon.
        left -= name.stringValue.utf8.count + 3
        value.takeLeast(from: &left)
      }
    }
  }
}

extension JSON {
  init(_ node: JSONNode) {
    switch node {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let number): self = number.exactly(Int.self).map { .integer($0) } ?? .number(number.double)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map(JSON.init))
    case .object(let members): self = .object(JSONObject(members.all.lazy.map { ($0, JSON($1)) }))
    }
  }
}

extension JSON: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSON: Decodable {
  /// - Throws: `DecodingError` for every decoder but ``WireDecoder``'s. Others can only be asked for one type after the
  ///   other, and each refusal describes the whole way to the value: cubic in the depth, at the sender's pleasure.
  public init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? NodeDecoder else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a value of any shape is read by WireDecoder alone"))
    }
    self.init(decoder.node)
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
    self = .object(JSONObject(elements))
  }
}
