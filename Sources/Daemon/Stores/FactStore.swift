// How somebody has set the device up, kept across restarts of the daemon and the machine (NQ6).
import GRDB

/// Settings of apps, the locale, the time zone and the account.
nonisolated final class FactStore: Sendable {
  private let writer: StoreWriter<FactFile>

  init(directory: String, on thread: StoreThread, note: @escaping @Sendable (String) -> Void) {
    writer = StoreWriter(FactFile(directory: directory, note: note), on: thread)
  }

  /// Keeps a fact, in place of what it was before.
  func keep(_ row: FactRow) { writer.put(.keep(row), then: nil) }

  /// It is as a new device has it.
  func drop(_ key: FactRow.Key) { writer.put(.drop(key), then: nil) }

  /// Every fact. On the store's thread.
  func all() -> [FactRow] { writer.read { $0.all() } }
}

/// One fact in plain values that outlive the supervisor.
nonisolated struct FactRow: Hashable, Codable, StoredRow {
  /// As `roostctl notify` calls it: `settings`, `locale`, `time` or `icloud`.
  var kind: String
  /// Whose setting it is; empty for a fact of the whole device.
  var app: String
  /// The setting's key; empty for a fact of the whole device.
  var name: String
  /// A setting as JSON text.
  var value: String

  static var databaseTableName: String { "fact" }

  struct Key: Hashable {
    var kind: String
    var app = ""
    var name = ""
  }

  var key: Key { Key(kind: kind, app: app, name: name) }

  static func columns(of key: Key) -> [String: any DatabaseValueConvertible] {
    ["kind": key.kind, "app": key.app, "name": key.name]
  }
}

/// `facts.sqlite`.
private nonisolated struct FactFile: StoredFile {
  enum Change: Sendable {
    case keep(FactRow)
    case drop(FactRow.Key)
  }

  private var table: RowFile<FactRow>

  init(directory: String, note: @escaping @Sendable (String) -> Void) {
    table = RowFile(
      DatabaseFile(directory + "/facts.sqlite", of: "settings of the device", schema: Self.schema, note: note))
  }

  mutating func all() -> [FactRow] {
    table.load()
    return table.rows.values.sorted { ($0.kind, $0.app, $0.name) < ($1.kind, $1.app, $1.name) }
  }

  mutating func take(_ changes: [Change]) -> Kept {
    table.load()
    for change in changes {
      switch change {
      case .keep(let row): table[row.key] = row
      case .drop(let key): table[key] = nil
      }
    }
    return table.commit()
  }

  private static var schema: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("facts") { database in
      try database.execute(
        sql: """
          CREATE TABLE fact (
            kind TEXT NOT NULL, app TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY (kind, app, name)
          ) STRICT, WITHOUT ROWID;
          """)
    }
    return migrator
  }
}
