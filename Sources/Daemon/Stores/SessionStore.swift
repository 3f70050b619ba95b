// Scene sessions, kept across restarts of the daemon and the machine (SC1, SC3).
import SQLite

/// The sessions of every app, with those whose discarding their app has yet to hear of.
package nonisolated final class SessionStore: CarriedStore {
  private let writer: StoreWriter<SessionFile>

  package init(directory: String, on thread: StoreThread, note: @escaping @Sendable (String) -> Void) {
    writer = StoreWriter(SessionFile(directory: directory, note: note), on: thread)
  }

  /// See ``StoreWriter/settle()``.
  func settle() -> Kept { writer.settle() }

  /// See ``StoreWriter/close()``.
  func close() { writer.close() }

  func unwritten() -> [CarriedRow] { writer.unwritten() }

  func takeUp(_ rows: [CarriedRow]) { writer.takeUp(rows) }

  /// Keeps a session as it is now, new or not; `then` says on the loop's thread where it is.
  package func keep(_ row: SessionRow, then: (@MainActor @Sendable (Kept) -> Void)? = nil) {
    writer.put(.keep(row), then: then)
  }

  /// The session is gone, and its app is to hear of it at its next launch (SC3).
  package func discarded(app: String, session: String) { writer.put(.discarded(app: app, session: session), then: nil) }

  /// The app has heard of everything that was discarded.
  package func reported(app: String) { writer.put(.reported(app: app), then: nil) }

  /// Every session, the one used last at the end. On the store's thread.
  package func all() -> [SessionRow] { writer.read { $0.all() } }
}

/// One session of one app (SC1), in plain values that outlive the supervisor.
package nonisolated struct SessionRow: Hashable, Sendable {
  package var app: String
  /// `UISceneSession.persistentIdentifier`.
  package var session: String
  /// `UISceneSession.Role`'s raw value.
  package var role: String
  /// The configuration's name from Info.plist.
  package var configuration: String?
  /// `stateRestorationActivity` (SC5) as JSON text.
  package var activity: String?
  /// Greater than that of every session used before it.
  package var used: Int64
  /// The user discarded it, and its app has yet to hear of that (SC3).
  package var isDiscarded: Bool

  package init(
    app: String, session: String, role: String, configuration: String? = nil, activity: String? = nil, used: Int64,
    isDiscarded: Bool
  ) {
    self.app = app
    self.session = session
    self.role = role
    self.configuration = configuration
    self.activity = activity
    self.used = used
    self.isDiscarded = isDiscarded
  }
}

/// `sessions.sqlite`.
private nonisolated struct SessionFile: TableFile {
  enum Change: Sendable {
    case keep(SessionRow)
    case discarded(app: String, session: String)
    case reported(app: String)
  }

  /// One that is discarded has to have been kept before: neither stands in for the other.
  enum Place: Hashable, Sendable {
    case kept(SessionRow.Key)
    case discarded(SessionRow.Key)
    case reported(app: String)
  }

  var table: RowFile<SessionRow>

  init(directory: String, note: @escaping @Sendable (String) -> Void) {
    table = RowFile(
      DatabaseFile(directory + "/sessions.sqlite", of: "scene sessions", schema: Self.schema, note: note))
  }

  mutating func all() -> [SessionRow] {
    table.load()
    return table.rows.values.sorted { ($0.used, $0.app, $0.session) < ($1.used, $1.app, $1.session) }
  }

  static func place(of change: Change) -> Place? {
    switch change {
    case .keep(let row): .kept(row.key)
    case .discarded(let app, let session): .discarded(SessionRow.Key(app: app, session: session))
    case .reported(let app): .reported(app: app)
    }
  }

  mutating func take(_ changes: [Change]) -> Kept {
    table.load()
    for change in changes { apply(change) }
    return table.commit()
  }

  mutating func settle() -> Kept { table.kept == .onDisk ? .onDisk : table.commit() }

  mutating func close() { table.close() }

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

  private static let schema: Schema = [
    "sessions": """
    CREATE TABLE session (
      app TEXT NOT NULL, session TEXT NOT NULL, role TEXT NOT NULL, configuration TEXT, activity TEXT,
      used INTEGER NOT NULL, isDiscarded INTEGER NOT NULL,
      PRIMARY KEY (app, session)
    ) STRICT, WITHOUT ROWID;
    """
  ]
}

nonisolated extension SessionRow: StoredRow {
  static var table: String { "session" }

  package struct Key: Hashable {
    package var app: String
    package var session: String
  }

  package var key: Key { Key(app: app, session: session) }

  init(_ row: Row) throws(OddColumn) {
    app = try row.value("app")
    session = try row.value("session")
    role = try row.value("role")
    configuration = try row.value("configuration")
    activity = try row.value("activity")
    used = try row.value("used")
    isDiscarded = try row.value("isDiscarded")
  }

  var columns: Columns {
    [
      "app": app, "session": session, "role": role, "configuration": configuration, "activity": activity,
      "used": used, "isDiscarded": isDiscarded,
    ]
  }

  static func columns(of key: Key) -> Columns {
    ["app": key.app, "session": key.session]
  }
}
