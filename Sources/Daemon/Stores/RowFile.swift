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
  /// Whether the file could be read; what it contains is among the rows then.
  private(set) var isLoaded = false
  private var unwritten: Set<Row.Key> = []
  /// Rows that an earlier daemon has taken away from a file that could not be read since.
  private var goneBefore: [CarriedRow] = []
  /// With more that are unwritten it is looked for those that need not be.
  private var mostUnwritten = 1024

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
  var kept: Kept { unwritten.isEmpty && goneBefore.isEmpty ? .onDisk : .inMemory }

  mutating func commit() -> Kept {
    load()
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
    case .inMemory: forgetNeedless()
    }
    return self.kept
  }

  /// Those that have come and gone since the file could be written: of them there is nothing in it to be taken away.
  private mutating func forgetNeedless() {
    guard unwritten.count > mostUnwritten else { return }
    let all = "SELECT * FROM \(Row.table)"
    if let stored: [Row] = file.records({ try $0.run(all, []) }) {
      let there = Set(stored.map(\.key))
      unwritten = unwritten.filter { rows[$0] != nil || there.contains($0) }
    }
    mostUnwritten = max(mostUnwritten, 2 * unwritten.count)
  }

  mutating func close() { file.close() }

  /// A change that came while the file could not be read counts for more than the file.
  mutating func load() {
    let all = "SELECT * FROM \(Row.table)"
    guard !isLoaded, let stored: [Row] = file.records({ try $0.run(all, []) }) else { return }
    isLoaded = true
    let unchanged = stored.filter { !unwritten.contains($0.key) }
    for row in unchanged { rows[row.key] = row }
    takeAway(goneBefore, of: unchanged.map(\.key))
    goneBefore = []
  }

  // MARK: Between daemons

  /// The changes that could not be written yet.
  var carried: [CarriedRow] {
    goneBefore
      + unwritten.map { key in rows[key].map { CarriedRow($0.columns, of: Row.table) } ?? Self.gone(key) }
  }

  /// Those of an earlier daemon, made again.
  mutating func take(carried: [CarriedRow]) -> Kept {
    let changes = carried.filter { $0.table == Row.table }
    guard !changes.isEmpty else { return kept }
    load()
    let gone = changes.filter(\.isGone)
    if isLoaded { takeAway(gone, of: Array(rows.keys)) } else { goneBefore += gone }
    // A row that was gone may have come again.
    for change in changes where !change.isGone {
      if let row = try? Row(change.row) { self[row.key] = row }
    }
    return kept == .onDisk ? .onDisk : commit()
  }

  /// By bytes: what Swift calls equal may be two keys.
  private mutating func takeAway(_ gone: [CarriedRow], of keys: [Row.Key]) {
    guard !gone.isEmpty else { return }
    let known = Dictionary(keys.map { (Self.gone($0).line, $0) }, uniquingKeysWith: { first, _ in first })
    for row in gone { if let key = known[row.line] { self[key] = nil } }
  }

  private static func gone(_ key: Row.Key) -> CarriedRow {
    CarriedRow(Row.columns(of: key), of: Row.table, isGone: true)
  }
}
