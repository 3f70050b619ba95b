// The SQLite file behind SessionStore, on the store's thread, and the sessions as they are to be in it.
import GRDB

/// `sessions.sqlite`. All sessions are in memory as well, a few per app: so a file that breaks is written again whole,
/// and one that cannot be written is behind by no more than what has changed.
nonisolated struct SessionFile: StoredFile {
  enum Change: Sendable {
    case keep(SessionRow)
    case forget(app: String, session: String)
    case discarded(app: String, session: String)
    case reported(app: String)
  }

  private struct Key: Hashable {
    var app: String
    var session: String
  }

  private var file: DatabaseFile
  private var rows: [Key: SessionRow] = [:]
  private var isLoaded = false
  private var unwritten: Set<Key> = []

  init(directory: String, note: @escaping @Sendable (String) -> Void) {
    file = DatabaseFile(directory + "/sessions.sqlite", of: "scene sessions", schema: Self.schema, note: note)
  }

  mutating func all() -> [SessionRow] {
    load()
    return rows.values.sorted { ($0.used, $0.app, $0.session) < ($1.used, $1.app, $1.session) }
  }

  mutating func take(_ changes: [Change]) -> Kept {
    load()
    for change in changes { apply(change) }
    let kept = file.write { [rows, unwritten] transaction in
      // Empty where we know of sessions: a broken file was put aside, and this one takes its place.
      let isNew = try SessionRow.fetchCount(transaction) == 0
      for key in isNew ? unwritten.union(rows.keys) : unwritten {
        if let row = rows[key] {
          try row.insert(transaction, onConflict: .replace)
        } else {
          try SessionRow.deleteOne(transaction, key: ["app": key.app, "session": key.session])
        }
      }
    }
    switch kept {
    case .onDisk: unwritten = []
    case .inMemory: break
    }
    return kept
  }

  private mutating func apply(_ change: Change) {
    switch change {
    case .keep(let row): set(row, Key(app: row.app, session: row.session))
    case .forget(let app, let session): set(nil, Key(app: app, session: session))
    case .discarded(let app, let session):
      let key = Key(app: app, session: session)
      guard var row = rows[key] else { return }
      row.isDiscarded = true
      set(row, key)
    case .reported(let app):
      for (key, row) in rows where row.app == app && row.isDiscarded { set(nil, key) }
    }
  }

  private mutating func set(_ row: SessionRow?, _ key: Key) {
    rows[key] = row
    unwritten.insert(key)
  }

  /// What changed while the file could not be read counts for more than what it says.
  private mutating func load() {
    guard !isLoaded, let stored = file.read({ try SessionRow.fetchAll($0) }) else { return }
    isLoaded = true
    for row in stored {
      let key = Key(app: row.app, session: row.session)
      if !unwritten.contains(key) { rows[key] = row }
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

nonisolated extension SessionRow: FetchableRecord, PersistableRecord {
  static var databaseTableName: String { "session" }
}
