// A large value that is copied as one reference, and written to in place by its only owner.

/// An app with its process has some sixty references in it. Each look at one through `apps[id]` copies it, which made up half
/// of the model's instructions; a box is one reference. It is a value all the same: a copy that is changed is another one.
@propertyWrapper public struct Boxed<Value> {
  private final class Contents {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private var contents: Contents

  public init(wrappedValue: Value) { contents = Contents(wrappedValue) }

  public var wrappedValue: Value {
    _read { yield contents.value }
    _modify {
      if !isKnownUniquelyReferenced(&contents) { contents = Contents(contents.value) }
      yield &contents.value
    }
  }
}

// Contents that several boxes share are only read.
extension Boxed: @unchecked Sendable where Value: Sendable {}

extension Boxed: Equatable where Value: Equatable {
  public static func == (one: Boxed, other: Boxed) -> Bool {
    one.contents === other.contents || one.wrappedValue == other.wrappedValue
  }
}

extension Boxed: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { wrappedValue.hash(into: &hasher) }
}

// Stored as the value itself.

extension Boxed: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Boxed: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value(from: decoder)) }
}

// The compiler takes these for the boxed members of a type: decoders see the type of the value, to which they may give what
// is missing (``Restorable``), and a value that is nil is left out, as it is without a box.

extension KeyedEncodingContainer {
  mutating func encode<Value: Encodable>(_ box: Boxed<Value>, forKey key: Key) throws {
    try encode(box.wrappedValue, forKey: key)
  }

  mutating func encode<Value: Encodable>(_ box: Boxed<Value?>, forKey key: Key) throws {
    try encodeIfPresent(box.wrappedValue, forKey: key)
  }
}

extension KeyedDecodingContainer {
  func decode<Value: Decodable>(_ type: Boxed<Value>.Type, forKey key: Key) throws -> Boxed<Value> {
    Boxed(wrappedValue: try decode(Value.self, forKey: key))
  }

  func decode<Value: Decodable>(_ type: Boxed<Value?>.Type, forKey key: Key) throws -> Boxed<Value?> {
    Boxed(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}
