// On which line of a TOML text a key stands.

/// An index from keys to lines. It is asked only about text that TOMLKit has parsed, and only for messages: a line that
/// it takes for a key in the midst of a multi-line string can mislead nobody but a reader of an error.
nonisolated struct TOMLLines {
  private var lines: [[String]: Int] = [:]

  init(_ text: String) {
    var section: [String] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = line.drop { $0 == " " || $0 == "\t" }
      let key: [String]
      if line.first == "[" {
        section = Self.parts(of: line.dropFirst().prefix { $0 != "]" })
        key = section
      } else if let equals = line.firstIndex(of: "="), line.first != "#" {
        key = section + Self.parts(of: line[..<equals])
      } else {
        continue
      }
      // A dotted key or a section also opens what it lies in.
      for length in 1...max(1, key.count) where lines[Array(key.prefix(length))] == nil {
        lines[Array(key.prefix(length))] = index + 1
      }
    }
  }

  /// From 1. A key inside an inline table stands on the line of the table. Nil if nothing is found.
  func line(of key: [String]) -> Int? {
    var key = key
    while !key.isEmpty {
      if let line = lines[key] { return line }
      key.removeLast()
    }
    return nil
  }

  private static func parts(of key: Substring) -> [String] {
    key.split(separator: ".").map { part in
      String(part.filter { ![" ", "\t", "\"", "'", "[", "\r"].contains($0) })
    }
  }
}
