// The text that Notes keeps in its container.

import Foundation

/// The journal of the app's life in `Documents/notes.txt`, and the user's text in `Documents/text.txt`.
struct Document {
  private static let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
  private let file = folder.appending(path: "notes.txt")
  private let textFile = folder.appending(path: "text.txt")
  private(set) var lines: [String]
  var text: String

  /// Reads what was saved last; empty on the first launch.
  init() {
    text = (try? String(contentsOf: textFile, encoding: .utf8)) ?? ""
    let journal = try? String(contentsOf: file, encoding: .utf8)
    lines = journal?.split(separator: "\n").map(String.init) ?? []
  }

  mutating func append(_ line: String) { lines.append(line) }

  /// Atomically: the app may be killed at any moment, and then the old text must still be there.
  func save() throws {
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file, options: .atomic)
    try Data(text.utf8).write(to: textFile, options: .atomic)
  }
}
