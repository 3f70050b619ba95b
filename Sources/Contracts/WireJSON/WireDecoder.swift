// From a text to a value of a declared type.

/// Decodes what a protocol carries.
public enum WireDecoder {
  /// Reads a whole text, and then has `type` take from it what it declares.
  /// - Throws: ``JSONError`` for a text that is not taken, `DecodingError` for one that is of another shape.
  public static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], limits: JSONLimits = .peer
  ) throws -> Value {
    try NodeDecoder(try JSONReader.read(bytes, limits: limits)).decode(type)
  }
}

/// A text that has been read, for several types to take from it.
public struct WireText: Sendable {
  private let node: JSONNode

  /// - Throws: ``JSONError``.
  public init(_ bytes: [UInt8], limits: JSONLimits = .peer) throws(JSONError) {
    node = try JSONReader.read(bytes, limits: limits)
  }

  private init(_ node: JSONNode) { self.node = node }

  /// - Throws: `DecodingError`.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try NodeDecoder(node).decode(type)
  }

  // MARK: Without a type, whose containers cost some thousand instructions each

  /// Nil for another value than an object.
  package var object: Object? {
    guard case .object(let members) = node else { return nil }
    return Object(members: members)
  }

  /// The members that a message has around its payload.
  package struct Object {
    fileprivate let members: JSONMembers

    /// Nil where there is none, or it is null.
    package func member(_ name: String) -> WireText? {
      guard let node = members[name] else { return nil }
      if case .null = node { return nil }
      return WireText(node)
    }
  }

  /// Nil for another value than a string.
  package var string: String? { if case .string(let value) = node { value } else { nil } }
  /// Nil for another value than true or false.
  package var bool: Bool? { if case .bool(let value) = node { value } else { nil } }

  /// Nil for another value than a number that has no fraction and is in range.
  package var integer: Int64? { if case .number(let value) = node { value.exactly(Int64.self) } else { nil } }
  /// Nil for another value than an array.
  package var elements: [WireText]? { if case .array(let nodes) = node { nodes.map(WireText.init) } else { nil } }

  /// An object without members.
  package static let empty = WireText(.object(JSONMembers()))
}

/// One value of the text, on its way into a type. The way to it is put together for errors alone.
struct NodeDecoder: Decoder {
  let node: JSONNode
  /// The way to the object or array it is in.
  private let parent: [any CodingKey]
  private let key: (any CodingKey)?

  init(_ node: JSONNode, at key: (any CodingKey)? = nil, in parent: [any CodingKey] = []) {
    self.node = node
    self.key = key
    self.parent = parent
  }

  var codingPath: [any CodingKey] { key.map { parent + [$0] } ?? parent }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = node else { throw mismatch([String: JSON].self, "an object") }
    return KeyedDecodingContainer(KeyedNodes(members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = node else { throw mismatch([JSON].self, "an array") }
    return UnkeyedNodes(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private func mismatch<Wanted>(_ type: Wanted.Type, _ wanted: String) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "\(node.kind) where \(wanted) belongs")
    if case .null = node { return .valueNotFound(type, context) }
    return .typeMismatch(type, context)
  }
}

extension NodeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { if case .null = node { true } else { false } }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let value) = node else { throw mismatch(type, "true or false") }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let value) = node else { throw mismatch(type, "a string") }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard case .number(let number) = node else { throw mismatch(type, "a number") }
    return number.double
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    guard case .number(let number) = node else { throw mismatch(type, "an integer") }
    guard let value = number.exactly(type) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "\(number.text) is not an integer of this range"))
    }
    return value
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

extension JSONNode {
  /// The value's kind, as in "a string where a number belongs".
  var kind: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
