// Requests for background work, kept across restarts of the daemon and the machine (BX4).
import SQLite

/// The requests that apps have submitted to `BGTaskScheduler` and that have not run yet.
package nonisolated final class TaskStore: CarriedStore {
  private let writer: StoreWriter<TaskFile>

  package init(directory: String, on thread: StoreThread, note: @escaping @Sendable (String) -> Void) {
    writer = StoreWriter(TaskFile(directory: directory, note: note), on: thread)
  }

  /// See ``StoreWriter/settle()``.
  func settle() -> Kept { writer.settle() }

  /// See ``StoreWriter/close()``.
  func close() { writer.close() }

  func unwritten() -> [CarriedRow] { writer.unwritten() }

  func takeUp(_ rows: [CarriedRow]) { writer.takeUp(rows) }

  /// Keeps a request, in place of the app's older one of that identifier.
  package func keep(_ row: TaskRow) { writer.put(.keep(row), then: nil) }

  /// The request has run, or is cancelled.
  package func drop(app: String, identifier: String) { writer.put(.drop(app: app, identifier: identifier), then: nil) }

  /// Every request. On the store's thread.
  package func all() -> [TaskRow] { writer.read { $0.all() } }
}

/// One request of one app (BX4), in plain values that outlive the supervisor.
package nonisolated struct TaskRow: Hashable, StoredRow {
  package var app: String
  package var identifier: String
  /// `refresh` or `processing`.
  package var kind: String
  /// `earliestBeginDate`, in seconds since 1970.
  package var earliest: Double?
  package var needsPower: Bool
  package var needsNetwork: Bool

  package init(
    app: String, identifier: String, kind: String, earliest: Double? = nil, needsPower: Bool, needsNetwork: Bool
  ) {
    self.app = app
    self.identifier = identifier
    self.kind = kind
    self.earliest = earliest
    self.needsPower = needsPower
    self.needsNetwork = needsNetwork
  }

  static var table: String { "task" }

  package struct Key: Hashable, Comparable {
    package let app: String
    /// UTF-8. Two identifiers that Swift calls equal are two to the model and to SQLite, which compare bytes.
    fileprivate let identifier: [UInt8]

    package init(app: String, identifier: String) {
      self.app = app
      self.identifier = Array(identifier.utf8)
    }

    package static func < (left: Key, right: Key) -> Bool {
      if left.app != right.app { return left.app < right.app }
      return left.identifier.lexicographicallyPrecedes(right.identifier)
    }
  }

  package var key: Key { Key(app: app, identifier: identifier) }

  init(_ row: Row) throws(OddColumn) {
    app = try row.value("app")
    identifier = try row.value("identifier")
    kind = try row.value("kind")
    earliest = try row.value("earliest")
    needsPower = try row.value("needsPower")
    needsNetwork = try row.value("needsNetwork")
  }

  var columns: Columns {
    [
      "app": app, "identifier": identifier, "kind": kind, "earliest": earliest, "needsPower": needsPower,
      "needsNetwork": needsNetwork,
    ]
  }

  static func columns(of key: Key) -> Columns {
    ["app": key.app, "identifier": String(decoding: key.identifier, as: UTF8.self)]
  }
}

/// `tasks.sqlite`.
private nonisolated struct TaskFile: TableFile {
  enum Change: Sendable {
    case keep(TaskRow)
    case drop(app: String, identifier: String)
  }

  var table: RowFile<TaskRow>

  init(directory: String, note: @escaping @Sendable (String) -> Void) {
    table = RowFile(
      DatabaseFile(
        directory + "/tasks.sqlite", of: "requests for background work", schema: Self.schema, note: note))
  }

  mutating func all() -> [TaskRow] {
    table.load()
    return table.rows.sorted { $0.key < $1.key }.map(\.value)
  }

  static func place(of change: Change) -> TaskRow.Key? {
    switch change {
    case .keep(let row): row.key
    case .drop(let app, let identifier): TaskRow.Key(app: app, identifier: identifier)
    }
  }

  mutating func take(_ changes: [Change]) -> Kept {
    table.load()
    for change in changes {
      switch change {
      case .keep(let row): table[row.key] = row
      case .drop(let app, let identifier): table[TaskRow.Key(app: app, identifier: identifier)] = nil
      }
    }
    return table.commit()
  }

  mutating func settle() -> Kept { table.kept == .onDisk ? .onDisk : table.commit() }

  mutating func close() { table.close() }

  private static let schema: Schema = [
    "tasks": """
    CREATE TABLE task (
      app TEXT NOT NULL, identifier TEXT NOT NULL, kind TEXT NOT NULL, earliest REAL,
      needsPower INTEGER NOT NULL, needsNetwork INTEGER NOT NULL,
      PRIMARY KEY (app, identifier)
    ) STRICT, WITHOUT ROWID;
    """
  ]
}
