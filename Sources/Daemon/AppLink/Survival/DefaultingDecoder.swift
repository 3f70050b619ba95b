// Reads what an earlier version of a type has written: a property that it did not know of yet gets its default.
import FoundationEssentials
import LifecycleModel

/// Decodes as `JSONDecoder` does, except that a key which is missing from a ``LifecycleModel/Restorable`` type has the
/// value that it has in the type's `blank`. Synthesised decoding knows no default values, and would throw; to write every
/// `init(from:)` by hand instead would be one more thing to forget with each property. Keys that are not known (any
/// more) are ignored, as `JSONDecoder` does. A case of an enumeration that is not known throws.
nonisolated struct DefaultingDecoder: Decoder {
  private let inner: any Decoder
  /// The type whose members are being read; nil for one that has no defaults.
  private let type: (any Restorable.Type)?

  static func decode<T: Decodable>(_ type: T.Type, from json: Data) throws -> T {
    try JSONDecoder().decode(Defaulted<T>.self, from: json).value
  }

  fileprivate init<T>(_ inner: any Decoder, for type: T.Type) {
    self.inner = inner
    self.type = type as? any Restorable.Type
  }

  var codingPath: [any CodingKey] { inner.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { inner.userInfo }

  func container<Key: CodingKey>(keyedBy key: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(DefaultingMembers(inner: try inner.container(keyedBy: key), type: type))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    DefaultingElements(inner: try inner.unkeyedContainer())
  }
  /// Of numbers and the like, which have no members.
  func singleValueContainer() throws -> any SingleValueDecodingContainer { try inner.singleValueContainer() }
}

/// A value whose parts may be missing.
private nonisolated struct Defaulted<T: Decodable>: Decodable {
  let value: T

  init(from decoder: any Decoder) throws { value = try Self.decode(from: decoder) }

  static func decode(from decoder: any Decoder) throws -> T {
    // Not left to itself: `JSONEncoder` writes it as base64 text.
    if T.self == Data.self { return try decoder.singleValueContainer().decode(T.self) }
    return try T(from: DefaultingDecoder(decoder, for: T.self))
  }
}

private nonisolated struct DefaultingMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let inner: KeyedDecodingContainer<Key>
  let type: (any Restorable.Type)?

  var codingPath: [any CodingKey] { inner.codingPath }
  var allKeys: [Key] { inner.allKeys }

  func contains(_ key: Key) -> Bool { inner.contains(key) }
  func decodeNil(forKey key: Key) throws -> Bool { try inner.decodeNil(forKey: key) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try member(type, key) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try member(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try member(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try member(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try member(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try member(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try member(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try member(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try member(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try member(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try member(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try member(type, key) }

  private func member<T: Decodable>(_ member: T.Type, _ key: Key) throws -> T {
    if !inner.contains(key), let type, !type.required.contains(key.stringValue) {
      return try type.blankMember(member, key.stringValue)
    }
    return try Defaulted<T>.decode(from: inner.superDecoder(forKey: key))
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    let members = try inner.nestedContainer(keyedBy: type, forKey: key)
    return KeyedDecodingContainer(DefaultingMembers<Nested>(inner: members, type: nil))
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    DefaultingElements(inner: try inner.nestedUnkeyedContainer(forKey: key))
  }
  func superDecoder() throws -> any Decoder { try inner.superDecoder() }
  func superDecoder(forKey key: Key) throws -> any Decoder { try inner.superDecoder(forKey: key) }
}

private nonisolated struct DefaultingElements: UnkeyedDecodingContainer {
  var inner: any UnkeyedDecodingContainer

  var codingPath: [any CodingKey] { inner.codingPath }
  var count: Int? { inner.count }
  var isAtEnd: Bool { inner.isAtEnd }
  var currentIndex: Int { inner.currentIndex }

  mutating func decodeNil() throws -> Bool { try inner.decodeNil() }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try inner.decode(Defaulted<T>.self).value }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try inner.decode(type) }
  mutating func decode(_ type: String.Type) throws -> String { try inner.decode(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try inner.decode(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try inner.decode(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try inner.decode(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try inner.decode(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try inner.decode(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try inner.decode(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try inner.decode(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try inner.decode(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try inner.decode(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try inner.decode(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try inner.decode(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try inner.decode(type) }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(DefaultingMembers<Nested>(inner: try inner.nestedContainer(keyedBy: type), type: nil))
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    DefaultingElements(inner: try inner.nestedUnkeyedContainer())
  }
  mutating func superDecoder() throws -> any Decoder { try inner.superDecoder() }
}
nonisolated

  // MARK: Defaults

  extension Restorable
{
  /// The value of one stored property of the blank one, by way of the same encoding.
  fileprivate static func blankMember<T: Decodable>(_ member: T.Type, _ name: String) throws -> T {
    let decoder = JSONDecoder()
    decoder.userInfo[OneMember<T>.name] = name
    return try decoder.decode(OneMember<T>.self, from: JSONEncoder().encode(blank)).value
  }
}

private nonisolated struct OneMember<T: Decodable>: Decodable {
  static var name: CodingUserInfoKey { CodingUserInfoKey(rawValue: "member")! }

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  let value: T

  init(from decoder: any Decoder) throws {
    let name = decoder.userInfo[Self.name] as? String ?? ""
    value = try decoder.container(keyedBy: Key.self).decode(T.self, forKey: Key(stringValue: name))
  }
}
