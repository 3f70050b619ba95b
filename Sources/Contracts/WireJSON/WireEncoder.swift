// From a value of a declared type to a text, in one pass: no tree is built, and the keys stay in their order.

/// Encodes what a protocol or a log carries, as ``WireDecoder`` and `JSONDecoder` read it.
///
/// A type has to write one container to its end before it goes on with the one around it, as what the compiler makes and
/// the standard library do.
package enum WireEncoder {
  /// - Parameter beginning: the text before the value.
  /// - Throws: `EncodingError` with the way to a number that is not finite, and whatever a type throws itself.
  package static func encode(_ value: some Encodable, after beginning: [UInt8] = []) throws -> [UInt8] {
    let text = JSONText(beginning)
    try TextEncoder(text: text, level: 0).encode(value)
    text.close(to: 0)
    return text.bytes
  }
}

/// The text so far, and what is open in it.
final class JSONText {
  private(set) var bytes: [UInt8]
  /// The bytes that close what is open, outermost first.
  private var closing: [UInt8] = []

  init(_ beginning: [UInt8]) {
    bytes = beginning
    bytes.reserveCapacity(256)
  }

  var level: Int { closing.count }

  /// Returns the level of what is in it. A value that is open there already is the same one: a type may ask for its
  /// container again, or have a member add its own keys to it.
  func open(_ first: UInt8, _ last: UInt8, at level: Int) -> Int {
    if closing.count > level {
      close(to: level + 1)
      return level + 1
    }
    bytes.append(first)
    closing.append(last)
    return closing.count
  }

  func close(to level: Int) {
    while closing.count > level { bytes.append(closing.removeLast()) }
  }

  func beginMember(_ key: String, at level: Int) {
    separate(from: UInt8(ascii: "{"), at: level)
    bytes.append(quoted: key)
    bytes.append(UInt8(ascii: ":"))
  }

  func beginElement(at level: Int) { separate(from: UInt8(ascii: "["), at: level) }

  /// A comma, but for the first after `opening`.
  private func separate(from opening: UInt8, at level: Int) {
    close(to: level)
    if bytes.last != opening { bytes.append(UInt8(ascii: ",")) }
  }

  func write(_ text: String) { bytes.append(text: text) }
  func write(quoted text: String) { bytes.append(quoted: text) }
  func write(_ number: some BinaryInteger) { bytes.append(text: String(number)) }

  /// As short as can be read back: 1 and not 1.0, which is the same number to JSON.
  func write<Number: BinaryFloatingPoint & CustomStringConvertible>(_ number: Number) throws {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number, .init(codingPath: path, debugDescription: "JSON has no word for \(number)"))
    }
    bytes.append(text: Int(exactly: number).map(String.init) ?? number.description)
  }
}

/// The place of one value in the text.
struct TextEncoder: Encoder {
  let text: JSONText
  /// What is around the value.
  let level: Int

  var codingPath: [any CodingKey] { Array(text.path.prefix(level)) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// A value that writes nothing is an empty object.
  func encode(_ value: some Encodable) throws {
    let before = text.bytes.count
    try value.encode(to: self)
    if text.bytes.count == before { _ = text.open(UInt8(ascii: "{"), UInt8(ascii: "}"), at: level) }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedText(in: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedText(in: self) }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension TextEncoder: SingleValueEncodingContainer {
  func encodeNil() { text.write("null") }
  func encode(_ value: Bool) { text.write(value ? "true" : "false") }
  func encode(_ value: String) { text.write(quoted: value) }
  func encode(_ value: Double) throws { try text.write(value) }
  func encode(_ value: Float) throws { try text.write(value) }
  func encode(_ value: Int) { text.write(value) }
  func encode(_ value: Int8) { text.write(value) }
  func encode(_ value: Int16) { text.write(value) }
  func encode(_ value: Int32) { text.write(value) }
  func encode(_ value: Int64) { text.write(value) }
  func encode(_ value: UInt) { text.write(value) }
  func encode(_ value: UInt8) { text.write(value) }
  func encode(_ value: UInt16) { text.write(value) }
  func encode(_ value: UInt32) { text.write(value) }
  func encode(_ value: UInt64) { text.write(value) }
}
