// Transfers that go on without their apps, kept across restarts of the daemon and the machine (BX9).
import SQLite

/// The transfers that apps have asked for and have not taken note of.
package nonisolated final class TransferStore: CarriedStore {
  private let writer: StoreWriter<TransferFile>

  package init(directory: String, on thread: StoreThread, note: @escaping @Sendable (String) -> Void) {
    writer = StoreWriter(TransferFile(directory: directory, note: note), on: thread)
  }

  /// See ``StoreWriter/settle()``.
  func settle() -> Kept { writer.settle() }

  /// See ``StoreWriter/close()``.
  func close() { writer.close() }

  func unwritten() -> [CarriedRow] { writer.unwritten() }

  func takeUp(_ rows: [CarriedRow]) { writer.takeUp(rows) }

  /// Keeps a transfer, in place of what was kept of it before.
  package func keep(_ row: TransferRow) { writer.put(.keep(row), then: nil) }

  /// It is cancelled, or its app has taken note of its end.
  package func drop(serial: Int64) { writer.put(.drop(serial: serial), then: nil) }

  /// Every transfer, in the order they were asked for. On the store's thread.
  package func all() -> [TransferRow] { writer.read { $0.all() } }

  /// Whether those were all, and the file was not unreadable. On the store's thread.
  func isRead() -> Bool { writer.read { $0.table.isLoaded } }
}

/// One transfer of one app, in plain values that outlive the supervisor.
package nonisolated struct TransferRow: Hashable, StoredRow {
  package var serial: Int64
  package var app: String
  package var session: String
  package var number: Int
  package var method: String
  package var url: String
  /// A JSON object of texts.
  package var headers: String
  package var file: String?
  package var isDiscretionary: Bool
  package var allowsCellular: Bool
  /// In seconds since 1970.
  package var earliest: Double?
  /// The server's name for the version of which a part is here.
  package var validator: String?
  /// Of the server's answer, where it has come whole; then `result` and `size` are the file that has it.
  package var status: Int?
  package var result: String?
  package var size: Int64?
  /// The header fields of the answer, a JSON object of texts; nil: an earlier daemon kept none.
  package var answer: String?
  /// Why it has failed, in a word and a sentence.
  package var failure: String?
  package var message: String?

  package init(
    serial: Int64, app: String, session: String, number: Int, method: String, url: String, headers: String,
    file: String?, isDiscretionary: Bool, allowsCellular: Bool, earliest: Double?, validator: String?
  ) {
    self.serial = serial
    self.app = app
    self.session = session
    self.number = number
    self.method = method
    self.url = url
    self.headers = headers
    self.file = file
    self.isDiscretionary = isDiscretionary
    self.allowsCellular = allowsCellular
    self.earliest = earliest
    self.validator = validator
  }

  static var table: String { "transfer" }

  init(_ row: Row) throws(OddColumn) {
    serial = try row.value("serial")
    app = try row.value("app")
    session = try row.value("session")
    number = try row.value("number")
    method = try row.value("method")
    url = try row.value("url")
    headers = try row.value("headers")
    file = try row.value("file")
    isDiscretionary = try row.value("isDiscretionary")
    allowsCellular = try row.value("allowsCellular")
    earliest = try row.value("earliest")
    validator = try row.value("validator")
    status = try row.value("status")
    result = try row.value("result")
    size = try row.value("size")
    answer = try row.value("answer")
    failure = try row.value("failure")
    message = try row.value("message")
  }

  var columns: Columns {
    [
      "serial": serial, "app": app, "session": session, "number": number, "method": method, "url": url,
      "headers": headers, "file": file, "isDiscretionary": isDiscretionary,
      "allowsCellular": allowsCellular, "earliest": earliest, "validator": validator, "status": status,
      "result": result, "size": size, "answer": answer, "failure": failure, "message": message,
    ]
  }

  package var key: Int64 { serial }
  static func columns(of key: Int64) -> Columns { ["serial": key] }
}

/// `transfers.sqlite`.
private nonisolated struct TransferFile: TableFile {
  enum Change: Sendable {
    case keep(TransferRow)
    case drop(serial: Int64)
  }

  var table: RowFile<TransferRow>

  init(directory: String, note: @escaping @Sendable (String) -> Void) {
    table = RowFile(
      DatabaseFile(directory + "/transfers.sqlite", of: "background transfers", schema: Self.schema, note: note))
  }

  mutating func all() -> [TransferRow] {
    table.load()
    return table.rows.values.sorted { $0.serial < $1.serial }
  }

  static func place(of change: Change) -> Int64? {
    switch change {
    case .keep(let row): row.key
    case .drop(let serial): serial
    }
  }

  mutating func take(_ changes: [Change]) -> Kept {
    table.load()
    for change in changes {
      switch change {
      case .keep(let row): table[row.key] = row
      case .drop(let serial): table[serial] = nil
      }
    }
    return table.commit()
  }

  mutating func settle() -> Kept { table.kept == .onDisk ? .onDisk : table.commit() }

  mutating func close() { table.close() }

  private static let schema: Schema = [
    "transfers": """
    CREATE TABLE transfer (
      serial INTEGER PRIMARY KEY, app TEXT NOT NULL, session TEXT NOT NULL, number INTEGER NOT NULL,
      method TEXT NOT NULL, url TEXT NOT NULL, headers TEXT NOT NULL, file TEXT,
      isDiscretionary INTEGER NOT NULL, earliest REAL, validator TEXT,
      status INTEGER, result TEXT, size INTEGER, failure TEXT, message TEXT
    ) STRICT;
    """,
    "networks": "ALTER TABLE transfer ADD COLUMN allowsCellular INTEGER NOT NULL DEFAULT 1",
    "answers": "ALTER TABLE transfer ADD COLUMN answer TEXT",
  ]
}
