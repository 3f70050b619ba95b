// Standard output and error, and whether the output may have colours.
import Glibc

enum Terminal {
  /// ECMA-48 "select graphic rendition" parameters.
  enum Style: String {
    case plain = "", bold = "1", faint = "2", red = "31", boldRed = "1;31", green = "32", yellow = "33", cyan = "36"
  }

  /// Colour only where a person looks, and not where they said NO_COLOR (no-color.org).
  static let isColoured = isatty(STDOUT_FILENO) == 1 && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)

  static func paint(_ text: String, _ style: Style) -> TerminalText {
    guard isColoured, style != .plain else { return "\(text)" }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }

  /// To standard output, with a line's end, and at once, so that a stream can be followed through a pipe.
  static func say(_ line: TerminalText) { put(line.text, STDOUT_FILENO) }

  /// The same of lines that there may be millions of.
  static func say(_ lines: [TerminalText]) {
    if !lines.isEmpty { put(lines.map(\.text).joined(separator: "\n") + "\n", STDOUT_FILENO) }
  }

  /// To standard error.
  static func complain(_ line: TerminalText) { put(line.text, STDERR_FILENO) }

  /// The step of a long command that begins, for a person who watches it; nothing for a script.
  static func progress(_ step: TerminalText) {
    if isatty(STDERR_FILENO) == 1 { put("roostctl: " + step.text + " …", STDERR_FILENO) }
  }

  /// The ends of apps that the command was not about.
  static func complain(ended sentences: [String]?) {
    for sentence in sentences ?? [] { complain("roostctl: \(sentence)") }
  }

  private static func put(_ line: String, _ descriptor: Int32) {
    let bytes = Array((line.hasSuffix("\n") ? line : line + "\n").utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { written += count } else if errno != EINTR { exit(1) }
    }
  }
}
