// Text that grows line by line, indented and filled.

struct Lines {
  private(set) var text = ""
  private var indent = 0
  private static let width = 120

  mutating func add(_ line: String = "") {
    text += (line.isEmpty ? "" : String(repeating: " ", count: indent)) + line + "\n"
  }

  /// `head {`, the body further in, and `}`. The cases of a switch stand where it does.
  mutating func block(_ head: String, _ body: (inout Lines) -> Void) {
    let columns = head.hasPrefix("switch ") ? 0 : 2
    add(head + " {")
    indent += columns
    body(&self)
    indent -= columns
    add("}")
  }

  /// `head(item, item) tail`, broken after the parenthesis where it is too long for one line.
  mutating func list(_ head: String, _ items: [String], _ tail: String) {
    let line = "\(head)(\(items.joined(separator: ", ")))\(tail)"
    guard indent + line.count > Self.width else { return add(line) }
    add(head + "(")
    // An item stays on one line: its own spaces are no places to break at.
    let unbroken = items.map { $0.replacing(" ", with: "\u{A0}") }.joined(separator: ", ")
    for line in Self.fill(unbroken, Self.width - indent - 2) { add("  " + line.replacing("\u{A0}", with: " ")) }
    add(")" + tail)
  }

  /// Documentation comments.
  mutating func document(_ documentation: Documentation) {
    for (index, block) in documentation.blocks.enumerated() {
      if index > 0 { add("///") }
      switch block {
      case .paragraph(let text): document(text)
      case .literal(let lines): for line in lines { add("///     \(line)") }
      }
    }
  }

  mutating func document(_ paragraph: String?) {
    guard let paragraph else { return }
    for line in Self.fill(paragraph, Self.width - indent - 4) { add("/// \(line)") }
  }

  /// Breaks a paragraph at its spaces.
  static func fill(_ paragraph: String, _ width: Int) -> [String] {
    var lines: [String] = []
    for word in paragraph.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
