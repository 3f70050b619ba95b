// A few rows that are all in memory as well as in a SQLite file.
import SQLite

/// A row that a ``RowFile`` keeps.
nonisolated protocol StoredRow: TableRow {
  associatedtype Key: Hashable, Sendable
  var key: Key { get }
  /// The columns of its primary key.
  static func columns(of key: Key) -> Columns
}

/// Since all is in memory, a file that breaks is written again whole, and one that cannot be written is behind by no more
/// than what has changed.
nonisolated struct RowFile<Row: StoredRow>: Sendable {
  private var file: DatabaseFile
  private(set) var rows: [Row.Key: Row] = [:]
  private var isLoaded = false
  private var unwritten: Set<Row.Key> = []

  init(_ file: DatabaseFile) { self.file = file }

  /// Changes a row, or takes it away; ``commit()`` makes it last.
  subscript(key: Row.Key) -> Row? {
    get { rows[key] }
    set {
      rows[key] = newValue
      unwritten.insert(key)
    }
  }

  /// The place of what has been changed until now.
  var kept: Kept { unwritten.isEmpty ? .onDisk : .inMemory }

  mutating func commit() -> Kept {
    let kept = file.write { [rows, unwritten] transaction in
      // Empty where we know of rows: a broken file was put aside, and this one takes its place.
      let isNew = try transaction.run("SELECT 1 FROM \(Row.table) LIMIT 1", []).isEmpty
      for key in isNew ? unwritten.union(rows.keys) : unwritten {
        if let row = rows[key] {
          try row.insert(into: transaction, or: .replace)
        } else {
          try Row.delete(Row.columns(of: key), from: transaction)
        }
      }
    }
    switch kept {
    case .onDisk: unwritten = []
    case .inMemory: break
    }
    return kept
  }

  mutating func close() { file.close() }

  /// A change that came while the file could not be read counts for more than the file.
  mutating func load() {
    let all = "SELECT * FROM \(Row.table)"
    guard !isLoaded, let stored: [Row] = file.records({ try $0.run(all, []) }) else { return }
    isLoaded = true
    for row in stored where !unwritten.contains(row.key) { rows[row.key] = row }
  }
}
