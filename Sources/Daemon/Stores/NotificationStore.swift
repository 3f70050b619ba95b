// Notifications that are planned or shown, kept across restarts of the daemon and the machine.
import SQLite

/// The notifications that apps want users to see.
package nonisolated final class NotificationStore: CarriedStore {
  private let writer: StoreWriter<NotificationFile>

  package init(directory: String, on thread: StoreThread, note: @escaping @Sendable (String) -> Void) {
    writer = StoreWriter(NotificationFile(directory: directory, note: note), on: thread)
  }

  /// See ``StoreWriter/settle()``.
  func settle() -> Kept { writer.settle() }

  /// See ``StoreWriter/close()``.
  func close() { writer.close() }

  func unwritten() -> [CarriedRow] { writer.unwritten() }

  func takeUp(_ rows: [CarriedRow]) { writer.takeUp(rows) }

  /// Keeps an app's notifications, in place of those kept before.
  package func keep(_ row: NotificationRow) { writer.put(row, then: nil) }

  /// Those of every app that has any. On the store's thread.
  package func all() -> [NotificationRow] { writer.read { $0.all() } }
}

/// The notifications of one app, in plain values that outlive the supervisor; the lists are kept as JSON.
package nonisolated struct NotificationRow: StoredRow {
  package var app: String
  package var planned: [Planned]
  package var shown: [Shown]

  package init(app: String, planned: [Planned], shown: [Shown]) {
    self.app = app
    self.planned = planned
    self.shown = shown
  }

  /// Times are in seconds since 1970.
  package struct Planned: Codable {
    package var content: Content
    package var dates: [Double]
    package var interval: Double?

    package init(content: Content, dates: [Double], interval: Double? = nil) {
      self.content = content
      self.dates = dates
      self.interval = interval
    }
  }

  package struct Shown: Codable {
    package var content: Content
    package var date: Double

    package init(content: Content, date: Double) {
      self.content = content
      self.date = date
    }
  }

  package struct Content: Codable {
    package var identifier: String
    package var title: String
    package var body: String
    package var content: String
    package var isRemote: Bool

    package init(identifier: String, title: String, body: String, content: String, isRemote: Bool) {
      self.identifier = identifier
      self.title = title
      self.body = body
      self.content = content
      self.isRemote = isRemote
    }
  }

  static var table: String { "notification" }

  init(_ row: Row) throws(OddColumn) {
    app = try row.value("app")
    planned = (try row.value("planned") as JSONText).content
    shown = (try row.value("shown") as JSONText).content
  }

  var columns: Columns { ["app": app, "planned": JSONText(planned), "shown": JSONText(shown)] }

  package var key: String { app }
  var isEmpty: Bool { planned.isEmpty && shown.isEmpty }
  static func columns(of key: String) -> Columns { ["app": key] }
}

/// `notifications.sqlite`.
private nonisolated struct NotificationFile: TableFile {
  var table: RowFile<NotificationRow>

  init(directory: String, note: @escaping @Sendable (String) -> Void) {
    table = RowFile(
      DatabaseFile(directory + "/notifications.sqlite", of: "notifications", schema: Self.schema, note: note))
  }

  mutating func all() -> [NotificationRow] {
    table.load()
    return table.rows.values.sorted { $0.app < $1.app }
  }

  static func place(of row: NotificationRow) -> String? { row.app }

  mutating func take(_ changes: [NotificationRow]) -> Kept {
    table.load()
    for row in changes { table[row.app] = row.isEmpty ? nil : row }
    return table.commit()
  }

  mutating func settle() -> Kept { table.kept == .onDisk ? .onDisk : table.commit() }

  mutating func close() { table.close() }

  private static let schema: Schema = [
    "notifications": """
    CREATE TABLE notification (
      app TEXT NOT NULL PRIMARY KEY, planned TEXT NOT NULL, shown TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
  ]
}
