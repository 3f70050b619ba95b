// The figures as aligned columns.
import Foundation

func decimal(_ value: Double, places: Int) -> String { String(format: "%.\(places)f", value) }

func table(_ figures: [Figure]) -> String {
  let head = ["", "ours p50", "p99", "baseline p50", "p99", "ratio p50", "p99", "target", ""]
  return aligned([head] + figures.map { [$0.what] + $0.cells }, wordsFrom: 7)
}

/// Columns of words begin where they begin, columns of numbers end where they end.
/// - Parameter wordsFrom: the first column of words after the first one.
func aligned(_ rows: [[String]], wordsFrom: Int = .max) -> String {
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    zip(row, widths).enumerated().map { column, cell in
      let gap = String(repeating: " ", count: cell.1 - cell.0.count)
      let isWords = column == 0 || column >= wordsFrom
      return isWords ? cell.0 + gap : gap + cell.0
    }.joined(separator: "  ")
  }.joined(separator: "\n")
}

/// Says what is being done, for people who wait.
func progress(_ text: String) {
  FileHandle.standardError.write(Data("  \(text)\n".utf8))
}
