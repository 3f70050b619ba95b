// Writes one JSON object on one line. By hand and not by JSONEncoder: it cannot fail, keeps the keys in the order the
// man page shows them, and takes a quarter of the time.

package struct ObjectWriter {
  package private(set) var bytes: [UInt8] = []

  /// The object that `write` puts together, with the newline that ends a message.
  package static func line(_ write: (inout ObjectWriter) -> Void) -> [UInt8] {
    var line = bytes(write)
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// The object that `write` puts together.
  package static func bytes(_ write: (inout ObjectWriter) -> Void) -> [UInt8] {
    var writer = ObjectWriter()
    writer.bytes.reserveCapacity(128)
    writer.object(write)
    return writer.bytes
  }

  static func text(_ write: (inout ObjectWriter) -> Void) -> String { String(decoding: bytes(write), as: UTF8.self) }

  /// A value by itself, without a newline.
  static func text(_ value: JSON) -> String {
    var writer = ObjectWriter()
    writer.append(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func text(of members: [String: WrittenJSON]) -> String {
    text { $0.put(sorted: members) { $2.put($0, written: $1) } }
  }

  package mutating func put(_ key: String, _ number: some BinaryInteger) {
    begin(key)
    bytes.append(text: String(number))
  }

  package mutating func put(_ key: String, _ string: String) {
    begin(key)
    bytes.append(quoted: string)
  }

  package mutating func put(_ key: String, _ flag: Bool) {
    begin(key)
    append(.bool(flag))
  }

  package mutating func put(_ key: String, _ strings: [String]) {
    begin(key)
    append(.array(strings.map(JSON.string)))
  }

  package mutating func put(_ key: String, ifPresent string: String?) {
    if let string { put(key, string) }
  }

  package mutating func put(_ key: String, ifPresent flag: Bool?) {
    if let flag { put(key, flag) }
  }

  package mutating func put(_ key: String, ifPresent number: Int64?) {
    if let number { put(key, number) }
  }

  package mutating func put(_ key: String, ifPresent strings: [String]?) {
    if let strings { put(key, strings) }
  }

  package mutating func put(_ key: String, _ value: JSON) {
    begin(key)
    append(value)
  }

  /// By a name of its own, since both kinds of JSON are made of the same literals.
  package mutating func put(_ key: String, written: WrittenJSON) {
    begin(key)
    switch written.form {
    case .text(let text): bytes.append(text: text)
    case .value(let value): append(value)
    }
  }

  /// An array of an object for each element.
  package mutating func put<Element>(
    _ key: String, each elements: [Element], _ write: (Element, inout ObjectWriter) -> Void
  ) {
    begin(key)
    bytes.append(UInt8(ascii: "["))
    for element in elements {
      separate(from: UInt8(ascii: "["))
      object { write(element, &$0) }
    }
    bytes.append(UInt8(ascii: "]"))
  }

  package mutating func put(_ key: String, _ write: (inout ObjectWriter) -> Void) {
    begin(key)
    object(write)
  }

  /// Members by the bytes of their names, as those of a ``JSONObject`` are written.
  package mutating func put<Value>(
    sorted members: [String: Value], _ write: (String, Value, inout ObjectWriter) -> Void
  ) {
    let inOrder = members.map { (name: MemberName(stringValue: $0.key), value: $0.value) }.sorted { $0.name < $1.name }
    for (name, value) in inOrder { write(name.stringValue, value, &self) }
  }

  private mutating func object(_ write: (inout ObjectWriter) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    write(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func begin(_ key: String) {
    separate(from: UInt8(ascii: "{"))
    bytes.append(quoted: key)
    bytes.append(UInt8(ascii: ":"))
  }

  /// A comma, but for the first member after `opening`.
  private mutating func separate(from opening: UInt8) {
    if bytes.last != opening { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func append(_ value: JSON) {
    switch value {
    case .null: bytes.append(text: "null")
    case .bool(let bool): bytes.append(text: bool ? "true" : "false")
    case .integer(let integer): bytes.append(text: String(integer))
    // JSON has no word for infinity or not-a-number.
    case .number(let number): bytes.append(text: number.isFinite ? String(number) : "null")
    case .string(let string): bytes.append(quoted: string)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for element in elements {
        separate(from: UInt8(ascii: "["))
        append(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      object { writer in
        for (name, value) in members.inOrder { writer.put(name, value) }
      }
    }
  }
}
