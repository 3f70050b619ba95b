// The comment above a member: paragraphs, literal lines, and a list that explains the member's fields.

/// Paragraphs are flush left, literal lines are indented by four spaces or more, and `  name  text` explains a field,
/// going on in lines that are indented further. Comments inside parentheses are not used: varlinkctl of systemd 255 and
/// 256 cannot read an interface that has them.
struct Documentation: Hashable {
  enum Block: Hashable {
    case paragraph(String)
    case literal([String])
  }

  private(set) var blocks: [Block] = []
  /// By the field's name.
  private(set) var fields: [String: String] = [:]
  /// The method answers with a stream. systemd marks such methods with this comment.
  private(set) var requiresMore = false

  /// - Parameter comment: the comment's lines without `#`, and the number of each.
  init(_ comment: [(number: Int, text: String)]) throws(InterfaceError) {
    var part = Part.none
    for (number, line) in comment {
      // `# text` and `#text` are the same comment.
      let line = line.hasPrefix(" ") ? line.dropFirst() : line[...]
      let indent = line.prefix { $0 == " " }.count
      switch (part, indent) {
      case _ where line.allSatisfy({ $0 == " " }): part = .none
      case _ where line == "[Requires 'more' flag]":
        requiresMore = true
        part = .none
      case (.field(let name), 3...): fields[name]? += " " + line.drop { $0 == " " }
      case (_, 4...):
        if case .literal = part, case .literal(let lines)? = blocks.popLast() {
          blocks.append(.literal(lines + [String(line.dropFirst(4))]))
        } else {
          blocks.append(.literal([String(line.dropFirst(4))]))
        }
        part = .literal
      case (_, 2):
        let name = String(line.dropFirst(2).prefix { $0 != " " })
        let text = line.dropFirst(2 + name.count).drop { $0 == " " }
        guard !text.isEmpty else { throw InterfaceError(line: number, problem: "\(name) is not explained") }
        guard fields[name] == nil else { throw InterfaceError(line: number, problem: "\(name) is explained twice") }
        fields[name] = String(text)
        part = .field(name)
      case (_, 0):
        if case .paragraph = part, case .paragraph(let text)? = blocks.popLast() {
          blocks.append(.paragraph(text + " " + line))
        } else {
          blocks.append(.paragraph(String(line)))
        }
        part = .paragraph
      default:
        throw InterfaceError(
          line: number, problem: "a comment is indented by \(indent); two spaces begin a field, four a literal line")
      }
    }
  }

  /// The part that the line before belongs to.
  private enum Part {
    case none, paragraph, literal
    case field(String)
  }
}
