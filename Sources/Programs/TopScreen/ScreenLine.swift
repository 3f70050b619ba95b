// One line of the screen: texts with their styles, and the columns that they take.
import ControlAPI

/// ECMA-48 "select graphic rendition" parameters.
package enum Style: String, Hashable, Sendable {
  case plain = "", bold = "1", faint = "2", red = "31", boldRed = "1;31", green = "32", yellow = "33", cyan = "36"
}

package struct ScreenLine: Hashable, Sendable {
  struct Span: Hashable, Sendable {
    var text: String
    let style: Style
  }

  private(set) var spans: [Span] = []
  private(set) var columns = 0

  init() {}

  init(_ text: String, _ style: Style = .plain) { add(text, style) }

  /// Text of an app steers nothing (`harmless`).
  mutating func add(_ text: String, _ style: Style = .plain) {
    let text = text.harmless
    if text.isEmpty { return }
    spans.append(Span(text: text, style: style))
    columns += text.columns
  }

  mutating func add(_ line: ScreenLine) {
    spans += line.spans
    columns += line.columns
  }

  /// Fills with blanks up to a column.
  mutating func pad(to column: Int) {
    if columns < column { add(String(repeating: " ", count: column - columns)) }
  }

  /// The text in a field of so many columns.
  mutating func add(_ text: String, _ style: Style = .plain, right width: Int) {
    let cut = Self.cut(text.harmless, to: width)
    pad(to: columns + width - cut.columns)
    add(cut, style)
  }

  mutating func add(_ text: String, _ style: Style = .plain, left width: Int) {
    let end = columns + width
    add(Self.cut(text.harmless, to: width), style)
    pad(to: end)
  }

  /// As much of the line as fits.
  func cut(to width: Int) -> ScreenLine {
    guard columns > width else { return self }
    var line = ScreenLine()
    for span in spans {
      let room = width - line.columns
      if room <= 0 { break }
      line.add(Self.cut(span.text, to: room), span.style)
    }
    return line
  }

  /// The text itself where it fits; otherwise its beginning and an ellipsis.
  static func cut(_ text: String, to width: Int) -> String {
    guard text.columns > width else { return text }
    guard width > 0 else { return "" }
    var (cut, columns) = ("", 0)
    for character in text {
      columns += character.columns
      if columns > width - 1 { break }
      cut.append(character)
    }
    return cut + "…"
  }

  /// An ellipsis and the end of the text: of bundle identifiers the end tells most.
  static func cutInFront(_ text: String, to width: Int) -> String {
    guard text.columns > width else { return text }
    return String(cut(String(text.reversed()), to: width).reversed())
  }

  /// Without the styles.
  package var text: String { spans.reduce(into: "") { $0 += $1.text } }

  /// For the terminal. Blanks at the end are left out.
  package func sequence(coloured: Bool) -> String {
    guard coloured else {
      var text = text
      while text.last == " " { text.removeLast() }
      return text
    }
    return spans.reduce(into: "") {
      $0 += $1.style == .plain ? $1.text : "\u{1B}[\($1.style.rawValue)m\($1.text)\u{1B}[0m"
    }
  }
}
