// Text for a terminal, in which only our own words and colours can steer it.
import ControlAPI

/// Its literals are ours and reach the terminal as they are. An inserted text comes from apps, clients or the daemon,
/// and is made harmless, unless it is such a text itself.
struct TerminalText: ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral literal: String) { text = literal }
  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Output for programs, which read it byte by byte.
  init(exactly text: String) { self.text = text }

  /// A text of ours that has lines; after the first, each begins with `indentation`.
  init(lines: String, indentation: String = "") {
    let lines = lines.split(separator: "\n", omittingEmptySubsequences: false)
    text = lines.map { Swift.String($0).harmless }.joined(separator: "\n" + indentation)
  }

  static func + (left: TerminalText, right: TerminalText) -> TerminalText {
    TerminalText(exactly: left.text + right.text)
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ part: TerminalText) { text += part.text }
    mutating func appendInterpolation(_ foreign: some CustomStringConvertible) { text += foreign.description.harmless }
  }
}
