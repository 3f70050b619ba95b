// A value that is kept in a column as JSON text.
import FoundationEssentials
import SQLite

nonisolated struct JSONText<Content: Codable & Sendable>: ColumnValue {
  let content: Content

  init(_ content: Content) { self.content = content }

  var column: Column {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Nil for a number that JSON does not have; a row without it is left out when it is read.
    return (try? encoder.encode(content)).map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null
  }

  init?(column: Column) {
    guard case .text(let text) = column,
      let content = try? JSONDecoder().decode(Content.self, from: Data(text.utf8))
    else { return nil }
    self.content = content
  }
}
