// The one reader of JSON for both protocols: a single pass over the bytes, with bounds.
import StreamSafeText

/// Reads a text from its first byte to its last (RFC 8259).
struct JSONReader: ~Copyable {
  private let bytes: [UInt8]
  private let limits: JSONLimits
  private var offset = 0
  private var depth = 0
  private var values = 0
  private var names = 0

  /// - Throws: ``JSONError``.
  static func read(_ bytes: [UInt8], limits: JSONLimits) throws(JSONError) -> JSONNode {
    var reader = JSONReader(bytes, limits)
    reader.skipSpace()
    let node = try reader.value()
    reader.skipSpace()
    guard reader.peek == nil else { throw reader.error(.notJSON) }
    return node
  }

  private init(_ bytes: [UInt8], _ limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  // MARK: Values

  private mutating func value() throws(JSONError) -> JSONNode {
    values += 1
    guard values <= limits.values else { throw error(.tooManyValues(limit: limits.values)) }
    switch peek {
    case UInt8(ascii: "{"): return try nested { reader throws(JSONError) in .object(try reader.members()) }
    case UInt8(ascii: "["): return try nested { reader throws(JSONError) in .array(try reader.elements()) }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return .number(try number())
    case _: throw error(.notJSON)
    }
  }

  /// The limit is looked at before a level is entered, so that no text makes this call itself more often than that.
  private mutating func nested(
    _ read: (inout JSONReader) throws(JSONError) -> JSONNode
  ) throws(JSONError) -> JSONNode {
    guard depth < limits.depth else { throw error(.tooDeep(limit: limits.depth)) }
    depth += 1
    offset += 1
    skipSpace()
    let node = try read(&self)
    depth -= 1
    return node
  }

  private mutating func elements() throws(JSONError) -> [JSONNode] {
    var elements: [JSONNode] = []
    if take(UInt8(ascii: "]")) { return elements }
    repeat {
      skipSpace()
      elements.append(try value())
      skipSpace()
    } while take(UInt8(ascii: ","))
    try demand(UInt8(ascii: "]"))
    return elements
  }

  private mutating func members() throws(JSONError) -> JSONMembers {
    var members = JSONMembers()
    if take(UInt8(ascii: "}")) { return members }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw error(.notJSON) }
      names += 1
      guard names <= limits.members else { throw error(.tooManyMembers(limit: limits.members)) }
      let name = try string()
      skipSpace()
      try demand(UInt8(ascii: ":"))
      skipSpace()
      members.take(name, try value())
      skipSpace()
    } while take(UInt8(ascii: ","))
    try demand(UInt8(ascii: "}"))
    return members
  }

  private mutating func word(_ word: StaticString, _ node: JSONNode) throws(JSONError) -> JSONNode {
    let begin = offset
    let isThere = word.withUTF8Buffer { $0.allSatisfy { byte in take(byte) } }
    guard isThere else { throw JSONError(fault: .notJSON, offset: begin) }
    return node
  }

  private mutating func number() throws(JSONError) -> JSONNumber {
    let begin = offset
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    guard offset - begin <= 64, let number = JSONNumber(String(decoding: bytes[begin..<offset], as: UTF8.self)) else {
      throw JSONError(fault: .numberOutOfRange, offset: begin)
    }
    return number
  }

  /// One digit or more.
  private mutating func digits() throws(JSONError) {
    let begin = offset
    while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { offset += 1 }
    guard offset > begin else { throw error(.notJSON) }
  }

  // MARK: Strings

  private mutating func string() throws(JSONError) -> String {
    offset += 1
    let begin = offset
    skipPlain()
    if peek == UInt8(ascii: "\\") { return try escapedString(from: begin) }
    let end = offset
    try demand(UInt8(ascii: "\""))
    return try text(bytes[begin..<end], from: begin)
  }

  private mutating func escapedString(from begin: Int) throws(JSONError) -> String {
    var plain = Array(bytes[begin..<offset])
    while take(UInt8(ascii: "\\")) {
      try appendEscape(to: &plain)
      let next = offset
      skipPlain()
      plain.append(contentsOf: bytes[next..<offset])
    }
    try demand(UInt8(ascii: "\""))
    return try text(plain[...], from: begin)
  }

  /// Up to what ends a string, escapes a character, or may not be in one. A client may send a megabyte, so each byte costs as little
  /// as it can.
  private mutating func skipPlain() {
    let begin = offset
    offset = bytes.withUnsafeBufferPointer { bytes in
      bytes[begin...].firstIndex { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } ?? bytes.count
    }
  }

  private func text(_ bytes: ArraySlice<UInt8>, from begin: Int) throws(JSONError) -> String {
    // Most texts are ASCII, and a copy of their bytes.
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw JSONError(fault: .notUTF8, offset: begin) }
    return text.streamSafe
  }

  private mutating func appendEscape(to plain: inout [UInt8]) throws(JSONError) {
    guard let byte = peek else { throw error(.notJSON) }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain.append(byte)
    case UInt8(ascii: "b"): plain.append(0x08)
    case UInt8(ascii: "f"): plain.append(0x0C)
    case UInt8(ascii: "n"): plain.append(0x0A)
    case UInt8(ascii: "r"): plain.append(0x0D)
    case UInt8(ascii: "t"): plain.append(0x09)
    case UInt8(ascii: "u"): plain.append(contentsOf: try scalar().utf8)
    case _: throw JSONError(fault: .notJSON, offset: offset - 1)
    }
  }

  /// The scalar after `\u`: four digits, or two such escapes for a surrogate pair (RFC 8259, section 7).
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let begin = offset
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      throw JSONError(fault: .notUTF8, offset: begin)
    }
    let second = try unit()
    guard UTF16.isTrailSurrogate(second) else { throw JSONError(fault: .notUTF8, offset: begin) }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private mutating func unit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Self.digit(byte) else { throw error(.notJSON) }
      unit = unit << 4 | digit
      offset += 1
    }
    return unit
  }

  private static func digit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    case _: nil
    }
  }

  // MARK: Bytes

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    offset += 1
    return true
  }

  private mutating func demand(_ byte: UInt8) throws(JSONError) {
    guard take(byte) else { throw error(.notJSON) }
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }

  private func error(_ fault: JSONError.Fault) -> JSONError { JSONError(fault: fault, offset: offset) }
}
