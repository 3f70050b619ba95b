// A change that a store could not write yet, as one daemon leaves it to the next.
import FoundationEssentials
import SQLite

/// Of any table, by the names of its columns: a row, or the key of one that is gone.
nonisolated struct CarriedRow: Codable, Sendable {
  let table: String
  let isGone: Bool
  /// Those that are not null.
  private let columns: [String: Cell]

  init(_ columns: Columns, of table: String, isGone: Bool = false) {
    self.table = table
    self.isGone = isGone
    var cells: [String: Cell] = [:]
    for (name, value) in columns where value.column != .null { cells[name] = Cell(column: value.column) }
    self.columns = cells
  }

  var row: Row { Row(columns.mapValues(\.column)) }

  /// As JSON, the same for the same columns; empty for a number that JSON does not have.
  var line: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { Array($0) } ?? []
  }

  /// A column's value as JSON has it.
  private struct Cell: Codable, Sendable {
    let column: Column

    init(column: Column) { self.column = column }

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        column = .text(text)
      } else if let number = try? value.decode(Int64.self) {
        column = .integer(number)
      } else {
        column = .real(try value.decode(Double.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      switch column {
      case .null: try value.encodeNil()
      case .integer(let number): try value.encode(number)
      case .real(let number): try value.encode(number)
      case .text(let text): try value.encode(text)
      }
    }
  }
}

/// The rows as a file: a line with the name that the writer gives them, and a line for each.
nonisolated struct CarriedRows: Sendable {
  let name: String
  let rows: [CarriedRow]

  private static let newline = UInt8(ascii: "\n")

  init(name: String, _ rows: [CarriedRow]) {
    self.name = name
    self.rows = rows
  }

  init(file: [UInt8]) {
    let lines = file.split(separator: Self.newline)
    let decoder = JSONDecoder()
    name = String(decoding: lines.first ?? [], as: UTF8.self)
    rows = lines.dropFirst().compactMap { try? decoder.decode(CarriedRow.self, from: Data($0)) }
  }

  var file: [UInt8] {
    var bytes = Array(name.utf8) + [Self.newline]
    for row in rows {
      bytes += row.line
      bytes.append(Self.newline)
    }
    return bytes
  }
}

/// The file of a store that leaves to the next daemon what it could not write.
nonisolated protocol CarriedFile: StoredFile {
  /// What is in memory alone; no more than the store keeps.
  var carried: [CarriedRow] { get }
  /// Takes what an earlier daemon could not write, which is older than all changes of this one.
  mutating func take(carried: [CarriedRow]) -> Kept
}

/// One all of whose rows are in memory as well.
nonisolated protocol TableFile: CarriedFile {
  associatedtype Stored: StoredRow
  var table: RowFile<Stored> { get set }
}

nonisolated extension TableFile {
  var carried: [CarriedRow] { table.carried }
  mutating func take(carried: [CarriedRow]) -> Kept { table.take(carried: carried) }
}

/// A store with such a file. Both on the store's thread.
nonisolated protocol CarriedStore: Sendable {
  /// With every change that was made before this call.
  func unwritten() -> [CarriedRow]
  func takeUp(_ rows: [CarriedRow])
}
