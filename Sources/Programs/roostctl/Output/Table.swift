// Aligned columns.
import ControlAPI

struct Table {
  struct Cell {
    let text: String
    let style: Terminal.Style

    /// As it is shown, so that its width is known.
    init(text: String, style: Terminal.Style = .plain) {
      self.text = text.harmless
      self.style = style
    }
  }

  enum Alignment { case left, right }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[Cell]] = []

  init(_ columns: (title: String, alignment: Alignment)...) { self.columns = columns }

  mutating func add(_ cells: Cell...) { rows.append(cells) }

  func say() {
    let titles = columns.map { Cell(text: $0.title, style: .faint) }
    let widths = columns.indices.map { column in
      ([titles] + rows).map { $0[column].text.count }.max() ?? 0
    }
    for row in [titles] + rows { Terminal.say(line(row, widths)) }
  }

  private func line(_ row: [Cell], _ widths: [Int]) -> TerminalText {
    var line: TerminalText = ""
    for (column, cell) in row.enumerated() {
      let gap = String(repeating: " ", count: widths[column] - cell.text.count)
      let text = Terminal.paint(cell.text, cell.style)
      let isLast = column == row.count - 1
      switch columns[column].alignment {
      case .left: line = isLast ? line + text : "\(line)\(text)\(gap)"
      case .right: line = "\(line)\(gap)\(text)"
      }
      if !isLast { line = line + "  " }
    }
    return line
  }
}
