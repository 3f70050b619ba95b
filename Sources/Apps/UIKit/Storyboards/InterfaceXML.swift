// The XML that Interface Builder writes, as a tree of elements. By hand and not by FoundationXML, which every app would
// carry libxml2 for: these files are well formed, and hold elements and attributes alone.

struct InterfaceElement {
  let name: String
  let attributes: [String: String]
  var children: [InterfaceElement] = []
  var text = ""

  subscript(attribute: String) -> String? { attributes[attribute] }

  func first(_ name: String) -> InterfaceElement? { children.first { $0.name == name } }

  /// The child that stands for the property `key` of its parent.
  func property(_ key: String) -> InterfaceElement? { children.first { $0["key"] == key } }

  /// Nil where it is not written, and where it is a number that no interface has: one that is not finite, or so large that what is
  /// reckoned with it would not be.
  func number(_ attribute: String) -> CGFloat? {
    guard let number = self[attribute].flatMap({ Double($0) }), abs(number) <= Self.largestNumber else { return nil }
    return CGFloat(number)
  }

  /// In points, as most of them are.
  private static let largestNumber = 1e6
}

/// The reason why a text is no interface.
struct InterfaceXMLError: Error, CustomStringConvertible {
  let line: Int
  let problem: String
  var description: String { "line \(line): \(problem)" }
}

struct InterfaceXML {
  private let bytes: [UInt8]
  private var at = 0
  /// Deeper than any interface, and far from the end of the stack.
  private static let deepest = 256

  /// The root element of `text`.
  static func parse(_ text: [UInt8]) throws(InterfaceXMLError) -> InterfaceElement {
    var parser = InterfaceXML(bytes: text)
    try parser.skipToElement()
    return try parser.element(depth: 0)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func error(_ problem: String) -> InterfaceXMLError {
    InterfaceXMLError(line: 1 + bytes.prefix(at).count { $0 == UInt8(ascii: "\n") }, problem: problem)
  }

  private func starts(with text: String) -> Bool { bytes[at...].starts(with: text.utf8) }

  private mutating func skip(past end: String) throws(InterfaceXMLError) {
    while at < bytes.count, !starts(with: end) { at += 1 }
    guard at < bytes.count else { throw error("'\(end)' is missing") }
    at += end.utf8.count
  }

  /// Past the declaration, comments and white space, to the next `<` of an element; returns the text in between.
  @discardableResult
  private mutating func skipToElement() throws(InterfaceXMLError) -> String {
    var text: [UInt8] = []
    while at < bytes.count {
      if starts(with: "<!--") {
        try skip(past: "-->")
      } else if starts(with: "<?") {
        try skip(past: "?>")
      } else if starts(with: "<![CDATA[") {
        let start = at + 9
        try skip(past: "]]>")
        text += bytes[start..<(at - 3)]
      } else if starts(with: "<!") {
        try skip(past: ">")
      } else if bytes[at] == UInt8(ascii: "<") {
        return Self.unescaped(text)
      } else {
        text.append(bytes[at])
        at += 1
      }
    }
    throw error("the end comes before the last element is closed")
  }

  private mutating func element(depth: Int) throws(InterfaceXMLError) -> InterfaceElement {
    guard depth < Self.deepest else { throw error("elements are nested more than \(Self.deepest) deep") }
    at += 1
    let name = word()
    if name.isEmpty { throw error("an element has no name") }
    var attributes: [String: String] = [:]
    while true {
      skipSpace()
      if starts(with: "/>") {
        at += 2
        return InterfaceElement(name: name, attributes: attributes)
      }
      if starts(with: ">") { break }
      let (key, value) = try attribute()
      attributes[key] = value
    }
    at += 1
    var element = InterfaceElement(name: name, attributes: attributes)
    while true {
      element.text += try skipToElement()
      if starts(with: "</") {
        try skip(past: ">")
        return element
      }
      element.children.append(try self.element(depth: depth + 1))
    }
  }

  private mutating func attribute() throws(InterfaceXMLError) -> (String, String) {
    let key = word()
    skipSpace()
    guard !key.isEmpty, starts(with: "=") else { throw error("an attribute is expected") }
    at += 1
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") else {
      throw error("the value of '\(key)' is not in quotes")
    }
    let quote = bytes[at]
    let start = at + 1
    guard let end = bytes[start...].firstIndex(of: quote) else { throw error("the value of '\(key)' has no end") }
    at = end + 1
    return (key, Self.unescaped(Array(bytes[start..<end])))
  }

  private mutating func word() -> String {
    let start = at
    while at < bytes.count, !" \t\r\n=/><\"'".utf8.contains(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func skipSpace() {
    while at < bytes.count, " \t\r\n".utf8.contains(bytes[at]) { at += 1 }
  }

  private static func unescaped(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&"), let end = rest[start...].firstIndex(of: ";") {
      result += rest[..<start]
      result += character(rest[rest.index(after: start)..<end])
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> String {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
      let number = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10)
      return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? "&\(name);"
    }
  }
}
