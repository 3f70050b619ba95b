// A desktop entry: the file format of freedesktop.org's Desktop Entry Specification 1.5.
import Glibc

/// The group `[Desktop Entry]` of a file, its strings unescaped.
package nonisolated struct DesktopEntry {
  /// The mistake: at a line, or with a key.
  package struct Mistake: Error, Equatable {
    package var line: Int?
    package var key: String?
    let why: String
  }

  private var values: [String: String] = [:]

  /// Real ones have some kilobytes, most of it translations.
  static let sizeLimit = 256 << 10

  init(_ text: String) throws(Mistake) {
    var group: Substring?
    // The two bytes of an end of line elsewhere are one Character.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      if line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") { continue }
      if line.hasPrefix("[") {
        guard let end = line.firstIndex(of: "]") else {
          throw Mistake(line: index + 1, why: "the group header has no closing ]")
        }
        group = line[line.index(after: line.startIndex)..<end]
        continue
      }
      guard let group else { throw Mistake(line: index + 1, why: "the first line must be [Desktop Entry]") }
      guard group == "Desktop Entry" else { continue }
      guard let equals = line.firstIndex(of: "=") else {
        throw Mistake(line: index + 1, why: "the line is not a comment, a group header or KEY=VALUE")
      }
      let key = String(Self.trimmed(line[..<equals]))
      guard values[key] == nil else { throw Mistake(line: index + 1, key: key, why: "is set twice") }
      values[key] = String(Self.trimmed(line[line.index(after: equals)...]))
    }
    guard group != nil, !values.isEmpty else { throw Mistake(why: "has no group [Desktop Entry]") }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    // To take the last character off is to look at all before it: a line of 80,000 blanks took ten seconds.
    let bytes = text.utf8.drop(while: isBlank)
    guard let last = bytes.lastIndex(where: { !isBlank($0) }) else { return "" }
    return Substring(bytes[...last])
  }

  // MARK: Values

  package func string(_ key: String) throws(Mistake) -> String? {
    guard let raw = values[key] else { return nil }
    var text = ""
    var rest = raw[...]
    while let character = rest.popFirst() {
      guard character == "\\" else {
        text.append(character)
        continue
      }
      switch rest.popFirst() {
      case "s": text.append(" ")
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "r": text.append("\r")
      case "\\": text.append("\\")
      // Part of a list.
      case ";": text.append("\\;")
      case let other:
        let sequence = "\\" + (other.map(String.init) ?? "")
        throw Mistake(key: key, why: "has the unknown escape sequence \(sequence); write \\\\ for a backslash")
      }
    }
    guard !text.contains("\0") else { throw Mistake(key: key, why: "contains a NUL byte") }
    return text
  }

  func boolean(_ key: String) throws(Mistake) -> Bool {
    switch values[key] {
    case "true": true
    case "false", nil: false
    case .some: throw Mistake(key: key, why: "must be true or false")
    }
  }

  package func list(_ key: String) throws(Mistake) -> [String] {
    var items = [""]
    var rest = (try string(key) ?? "")[...]
    while let character = rest.popFirst() {
      if character == "\\", rest.first == ";" {
        items[items.count - 1].append(rest.removeFirst())
      } else if character == ";" {
        items.append("")
      } else {
        items[items.count - 1].append(character)
      }
    }
    return items.filter { !$0.isEmpty }
  }

  package func number(_ key: String) throws(Mistake) -> Double? {
    guard let text = try string(key) else { return nil }
    guard let number = Double(text) else { throw Mistake(key: key, why: "must be a number") }
    return number
  }
}
