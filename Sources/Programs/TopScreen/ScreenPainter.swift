// Makes the terminal show lines: only those are drawn that are others than before.

/// A terminal's columns and rows.
package struct ScreenSize: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

package struct ScreenPainter {
  /// The alternate screen without cursor and without automatic wrapping, so that no line of ours moves another
  /// (XTerm Control Sequences, DEC private modes 1049, 25 and 7).
  package static let begin = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  package static let end = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private let isColoured: Bool
  private var shown: [ScreenLine] = []
  private var size: ScreenSize?

  package init(coloured: Bool) { isColoured = coloured }

  /// Nothing is known of the screen any more.
  package mutating func forget() { size = nil }

  /// The terminal is sent this; empty where it shows the lines already. Mode 2026 has a terminal that knows it show all
  /// of it at once.
  package mutating func sequence(for lines: [ScreenLine], _ size: ScreenSize) -> String {
    let lines = lines.prefix(size.height).map { $0.cut(to: size.width) }
    var text = ""
    if self.size != size {
      text += "\u{1B}[2J"
      shown = []
    }
    for row in 0..<size.height {
      let line = row < lines.count ? lines[row] : ScreenLine()
      let before = row < shown.count ? shown[row] : ScreenLine()
      if line == before { continue }
      // Erased after it is drawn, so that what stays the same never vanishes; a full line leaves nothing to erase, and
      // the cursor on its last cell.
      text += "\u{1B}[\(row + 1);1H\(line.sequence(coloured: isColoured))"
      if line.columns < size.width { text += "\u{1B}[K" }
    }
    shown = lines
    self.size = size
    return text.isEmpty ? "" : "\u{1B}[?2026h\(text)\u{1B}[?2026l"
  }
}
