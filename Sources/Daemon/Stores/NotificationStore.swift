// Notifications that are planned or shown, kept across restarts of the daemon and the machine.
import GRDB

/// What apps want people to see.
nonisolated final class NotificationStore: Sendable {
  private let writer: StoreWriter<NotificationFile>

  init(directory: String, on thread: StoreThread, note: @escaping @Sendable (String) -> Void) {
    writer = StoreWriter(NotificationFile(directory: directory, note: note), on: thread)
  }

  /// Keeps an app's notifications, in place of those kept before.
  func keep(_ row: NotificationRow) { writer.put(row, then: nil) }

  /// Those of every app that has any. On the store's thread.
  func all() -> [NotificationRow] { writer.read { $0.all() } }
}

/// The notifications of one app, in plain values that outlive the supervisor; GRDB keeps the lists as JSON.
nonisolated struct NotificationRow: Codable, StoredRow {
  var app: String
  var planned: [Planned]
  var shown: [Shown]

  /// Times are in seconds since 1970.
  struct Planned: Codable {
    var content: Content
    var dates: [Double]
    var interval: Double?
  }

  struct Shown: Codable {
    var content: Content
    var date: Double
  }

  struct Content: Codable {
    var identifier: String
    var title: String
    var body: String
    var content: String
    var isRemote: Bool
  }

  static var databaseTableName: String { "notification" }
  var key: String { app }
  var isEmpty: Bool { planned.isEmpty && shown.isEmpty }
  static func columns(of key: String) -> [String: any DatabaseValueConvertible] { ["app": key] }
}

/// `notifications.sqlite`.
private nonisolated struct NotificationFile: StoredFile {
  private var table: RowFile<NotificationRow>

  init(directory: String, note: @escaping @Sendable (String) -> Void) {
    table = RowFile(
      DatabaseFile(directory + "/notifications.sqlite", of: "notifications", schema: Self.schema, note: note))
  }

  mutating func all() -> [NotificationRow] {
    table.load()
    return table.rows.values.sorted { $0.app < $1.app }
  }

  mutating func take(_ changes: [NotificationRow]) -> Kept {
    table.load()
    for row in changes { table[row.app] = row.isEmpty ? nil : row }
    return table.commit()
  }

  private static var schema: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("notifications") { database in
      try database.execute(
        sql: """
          CREATE TABLE notification (
            app TEXT NOT NULL PRIMARY KEY, planned TEXT NOT NULL, shown TEXT NOT NULL
          ) STRICT, WITHOUT ROWID;
          """)
    }
    return migrator
  }
}
