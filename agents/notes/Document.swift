// The text that Notes keeps in its container.

import Foundation

/// Lines of text in `Documents/notes.txt`.
struct Document {
  private let file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    .appending(path: "notes.txt")
  private(set) var lines: [String]

  /// Reads the text that was saved last; empty on the first launch.
  init() {
    let text = try? String(contentsOf: file, encoding: .utf8)
    lines = text?.split(separator: "\n").map(String.init) ?? []
  }

  mutating func append(_ line: String) { lines.append(line) }

  /// Atomically: the app may be killed at any moment, and then the old text must still be there.
  func save() throws {
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file, options: .atomic)
  }
}
