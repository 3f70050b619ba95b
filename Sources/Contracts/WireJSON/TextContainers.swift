// The objects and arrays of a text, as types write them (Swift's Encoder).

struct KeyedText<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let text: JSONText
  private let level: Int

  init(in encoder: TextEncoder) {
    text = encoder.text
    level = text.open(UInt8(ascii: "{"), UInt8(ascii: "}"), at: encoder.level)
  }

  var codingPath: [any CodingKey] { Array(text.path.prefix(level - 1)) }

  func encodeNil(forKey key: Key) { value(key).encodeNil() }
  func encode(_ value: Bool, forKey key: Key) { self.value(key).encode(value) }
  func encode(_ value: String, forKey key: Key) { self.value(key).encode(value) }
  func encode(_ value: Double, forKey key: Key) throws { try self.value(key).encode(value) }
  func encode(_ value: Float, forKey key: Key) throws { try self.value(key).encode(value) }
  func encode(_ value: Int, forKey key: Key) { self.value(key).encode(value) }
  func encode(_ value: Int8, forKey key: Key) { self.value(key).encode(value) }
  func encode(_ value: Int16, forKey key: Key) { self.value(key).encode(value) }
  func encode(_ value: Int32, forKey key: Key) { self.value(key).encode(value) }
  func encode(_ value: Int64, forKey key: Key) { self.value(key).encode(value) }
  func encode(_ value: UInt, forKey key: Key) { self.value(key).encode(value) }
  func encode(_ value: UInt8, forKey key: Key) { self.value(key).encode(value) }
  func encode(_ value: UInt16, forKey key: Key) { self.value(key).encode(value) }
  func encode(_ value: UInt32, forKey key: Key) { self.value(key).encode(value) }
  func encode(_ value: UInt64, forKey key: Key) { self.value(key).encode(value) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try self.value(key).encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    value(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { value(key).unkeyedContainer() }

  func superEncoder() -> any Encoder { value(named: "super") }
  func superEncoder(forKey key: Key) -> any Encoder { value(key) }

  private func value(_ key: Key) -> TextEncoder { value(named: key.stringValue) }

  private func value(named key: String) -> TextEncoder {
    text.beginMember(key, at: level)
    return TextEncoder(text: text, level: level)
  }
}

struct UnkeyedText: UnkeyedEncodingContainer {
  private let text: JSONText
  private let level: Int
  private(set) var count = 0

  init(in encoder: TextEncoder) {
    text = encoder.text
    level = text.open(UInt8(ascii: "["), UInt8(ascii: "]"), at: encoder.level)
  }

  var codingPath: [any CodingKey] { Array(text.path.prefix(level - 1)) }

  mutating func encodeNil() { value().encodeNil() }
  mutating func encode(_ value: some Encodable) throws { try self.value().encode(value) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    value().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { value().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { value() }

  private mutating func value() -> TextEncoder {
    count += 1
    text.beginElement(at: level)
    return TextEncoder(text: text, level: level)
  }
}
