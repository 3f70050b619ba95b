// The settings of the device, kept across restarts of the daemon and the machine (NQ6).
import SQLite

/// Settings of apps, the locale, the time zone and the account.
package nonisolated final class FactStore: CarriedStore {
  private let writer: StoreWriter<FactFile>

  package init(directory: String, on thread: StoreThread, note: @escaping @Sendable (String) -> Void) {
    writer = StoreWriter(FactFile(directory: directory, note: note), on: thread)
  }

  /// See ``StoreWriter/settle()``.
  func settle() -> Kept { writer.settle() }

  /// See ``StoreWriter/close()``.
  func close() { writer.close() }

  func unwritten() -> [CarriedRow] { writer.unwritten() }

  func takeUp(_ rows: [CarriedRow]) { writer.takeUp(rows) }

  /// Keeps a fact, in place of what it was before.
  package func keep(_ row: FactRow) { writer.put(.keep(row), then: nil) }

  /// It is as a new device has it.
  package func drop(_ key: FactRow.Key) { writer.put(.drop(key), then: nil) }

  /// Says on the loop's thread where every fact is that was kept before this call.
  package func whenKept(_ then: @escaping @MainActor @Sendable (Kept) -> Void) {
    writer.ask({ $0.kept }, then: then)
  }

  /// Every fact. On the store's thread.
  package func all() -> [FactRow] { writer.read { $0.all() } }
}

/// One fact in plain values that outlive the supervisor.
package nonisolated struct FactRow: Hashable, StoredRow {
  /// As `roostctl notify` calls it: `settings`, `locale`, `time`, `icloud`, `appearance` or `content-size`; and `privacy`,
  /// a permission.
  package var kind: String
  /// The app of a setting or a permission; empty for a fact of the whole device.
  package var app: String
  /// The setting's key, or the service; empty for a fact of the whole device.
  package var name: String
  /// A setting as JSON text.
  package var value: String

  package init(kind: String, app: String, name: String, value: String) {
    self.kind = kind
    self.app = app
    self.name = name
    self.value = value
  }

  static var table: String { "fact" }

  package struct Key: Hashable {
    package var kind: String
    package var app = ""
    package var name = ""

    package init(kind: String, app: String = "", name: String = "") {
      self.kind = kind
      self.app = app
      self.name = name
    }
  }

  package var key: Key { Key(kind: kind, app: app, name: name) }

  init(_ row: Row) throws(OddColumn) {
    kind = try row.value("kind")
    app = try row.value("app")
    name = try row.value("name")
    value = try row.value("value")
  }

  var columns: Columns { ["kind": kind, "app": app, "name": name, "value": value] }

  static func columns(of key: Key) -> Columns {
    ["kind": key.kind, "app": key.app, "name": key.name]
  }
}

/// `facts.sqlite`.
private nonisolated struct FactFile: TableFile {
  enum Change: Sendable {
    case keep(FactRow)
    case drop(FactRow.Key)
  }

  var table: RowFile<FactRow>

  init(directory: String, note: @escaping @Sendable (String) -> Void) {
    table = RowFile(
      DatabaseFile(directory + "/facts.sqlite", of: "settings of the device", schema: Self.schema, note: note))
  }

  var kept: Kept { table.kept }

  mutating func all() -> [FactRow] {
    table.load()
    return table.rows.values.sorted { ($0.kind, $0.app, $0.name) < ($1.kind, $1.app, $1.name) }
  }

  static func place(of change: Change) -> FactRow.Key? {
    switch change {
    case .keep(let row): row.key
    case .drop(let key): key
    }
  }

  mutating func take(_ changes: [Change]) -> Kept {
    table.load()
    for change in changes {
      switch change {
      case .keep(var row):
        // The spelling that came first stays, as in the model: what Swift calls equal is another row to SQLite.
        if let known = table[row.key] { (row.app, row.name) = (known.app, known.name) }
        table[row.key] = row
      case .drop(let key): table[key] = nil
      }
    }
    return table.commit()
  }

  mutating func settle() -> Kept { table.kept == .onDisk ? .onDisk : table.commit() }

  mutating func close() { table.close() }

  private static let schema: Schema = [
    "facts": """
    CREATE TABLE fact (
      kind TEXT NOT NULL, app TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (kind, app, name)
    ) STRICT, WITHOUT ROWID;
    """
  ]
}
