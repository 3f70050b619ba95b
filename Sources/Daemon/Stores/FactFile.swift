// The SQLite file behind FactStore, on the store's thread.
import GRDB

/// `facts.sqlite`.
nonisolated struct FactFile: StoredFile {
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
