// A desktop entry: the file format of freedesktop.org's Desktop Entry Specification 1.5.

/// The group `[Desktop Entry]` of a file, its strings unescaped.
///
/// `roostd` reads it byte by byte, since ASCII characters alone part it: by Characters the largest file took 0.1 s.
package nonisolated struct DesktopEntry {
  /// The mistake: at a line, or with a key.
  package struct Mistake: Error, Equatable {
    package var line: Int?
    package var key: String?
    let why: String
  }

  private var values: [Bytes: Bytes] = [:]
  typealias Bytes = ArraySlice<UInt8>

  /// Real ones have some kilobytes, most of it translations.
  static let sizeLimit = 256 << 10
  /// Values of a list, and words of a command line: each takes a microsecond, and stays with its app.
  static let mostItems = 4096

  init(_ text: String) throws(Mistake) {
    var group: Bytes?
    let lines = Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = Self.trimmed(line)
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      if first == UInt8(ascii: "[") {
        guard let end = line.firstIndex(of: UInt8(ascii: "]")) else {
          throw Mistake(line: index + 1, why: "the group header has no closing ]")
        }
        group = line[(line.startIndex + 1)..<end]
        continue
      }
      guard let group else { throw Mistake(line: index + 1, why: "the first line must be [Desktop Entry]") }
      guard group.elementsEqual("Desktop Entry".utf8) else { continue }
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
        throw Mistake(line: index + 1, why: "the line is not a comment, a group header or KEY=VALUE")
      }
      let key = Self.trimmed(line[..<equals])
      guard values[key] == nil else { throw Mistake(line: index + 1, key: key.text, why: "is set twice") }
      values[key] = Self.trimmed(line[(equals + 1)...])
    }
    guard group != nil, !values.isEmpty else { throw Mistake(why: "has no group [Desktop Entry]") }
  }

  private static func trimmed(_ bytes: Bytes) -> Bytes {
    // A line may end with the carriage return of a CR LF.
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || (0x09...0x0d).contains(byte) }
    let rest = bytes.drop(while: isBlank)
    return rest[..<(rest.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? rest.startIndex)]
  }

  private func value(_ key: String) -> Bytes? { values[Bytes(key.utf8)] }

  // MARK: Values

  package func string(_ key: String) throws(Mistake) -> String? { try unescaped(key)?.text }

  private func unescaped(_ key: String) throws(Mistake) -> Bytes? {
    guard var rest = value(key) else { return nil }
    var text: Bytes = []
    text.reserveCapacity(rest.count)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        guard byte != 0 else { throw Mistake(key: key, why: "contains a NUL byte") }
        text.append(byte)
        continue
      }
      switch rest.first {
      case UInt8(ascii: "s"): text.append(UInt8(ascii: " "))
      case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
      // Part of a list.
      case UInt8(ascii: ";"): text += "\\;".utf8
      default:
        throw Mistake(key: key, why: "has the unknown escape sequence \\\(rest.beginning); write \\\\ for a backslash")
      }
      rest.removeFirst()
    }
    return text
  }

  func boolean(_ key: String) throws(Mistake) -> Bool {
    switch value(key)?.text {
    case "true": true
    case "false", nil: false
    case .some: throw Mistake(key: key, why: "must be true or false")
    }
  }

  package func list(_ key: String) throws(Mistake) -> [String] {
    guard var rest = try unescaped(key) else { return [] }
    var items: [String] = []
    var item: Bytes = []
    func end() throws(Mistake) {
      guard !item.isEmpty else { return }
      guard items.count < Self.mostItems else {
        throw Mistake(key: key, why: "has more than \(Self.mostItems) values; leave some of them out")
      }
      items.append(item.text)
      item = []
    }
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: ";") {
        item.append(rest.removeFirst())
      } else if byte == UInt8(ascii: ";") {
        try end()
      } else {
        item.append(byte)
      }
    }
    try end()
    return items
  }

  package func number(_ key: String) throws(Mistake) -> Double? {
    guard let text = try string(key) else { return nil }
    guard let number = Double(text) else { throw Mistake(key: key, why: "must be a number") }
    return number
  }
}

nonisolated extension DesktopEntry.Bytes {
  /// A part of a text between two ASCII characters is valid UTF-8.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// The first character, to be shown; nothing at the end.
  var beginning: String { prefix(4).text.unicodeScalars.first.map(String.init) ?? "" }
}
