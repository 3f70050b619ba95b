// The SQLite file behind SessionStore, on the store's thread.
import GRDB

/// `sessions.sqlite`.
nonisolated struct SessionFile: StoredFile {
  enum Change: Sendable {
    case keep(SessionRow)
    case discarded(app: String, session: String)
    case reported(app: String)
  }

  private var table: RowFile<SessionRow>

  init(directory: String, note: @escaping @Sendable (String) -> Void) {
    table = RowFile(
      DatabaseFile(directory + "/sessions.sqlite", of: "scene sessions", schema: Self.schema, note: note))
  }

  mutating func all() -> [SessionRow] {
    table.load()
    return table.rows.values.sorted { ($0.used, $0.app, $0.session) < ($1.used, $1.app, $1.session) }
  }

  mutating func take(_ changes: [Change]) -> Kept {
    table.load()
    for change in changes { apply(change) }
    return table.commit()
  }

  private mutating func apply(_ change: Change) {
    switch change {
    case .keep(let row): table[row.key] = row
    case .discarded(let app, let session):
      let key = SessionRow.Key(app: app, session: session)
      guard var row = table[key] else { return }
      row.isDiscarded = true
      table[key] = row
    case .reported(let app):
      for (key, row) in table.rows where row.app == app && row.isDiscarded { table[key] = nil }
    }
  }

  private static var schema: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("sessions") { database in
      try database.execute(
        sql: """
          CREATE TABLE session (
            app TEXT NOT NULL, session TEXT NOT NULL, role TEXT NOT NULL, configuration TEXT, activity TEXT,
            used INTEGER NOT NULL, isDiscarded INTEGER NOT NULL,
            PRIMARY KEY (app, session)
          ) STRICT, WITHOUT ROWID;
          """)
    }
    return migrator
  }
}

nonisolated extension SessionRow: StoredRow {
  static var databaseTableName: String { "session" }

  struct Key: Hashable {
    var app: String
    var session: String
  }

  var key: Key { Key(app: app, session: session) }

  static func columns(of key: Key) -> [String: any DatabaseValueConvertible] {
    ["app": key.app, "session": key.session]
  }
}
