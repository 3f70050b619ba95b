// A record of ours as a row of a table: how it is read, put in and taken away.
import SQLite

/// The columns of a row, or of its key, with their values.
typealias Columns = KeyValuePairs<String, any ColumnValue>

nonisolated protocol TableRow: Sendable {
  static var table: String { get }
  init(_ row: Row) throws(OddColumn)
  var columns: Columns { get }
}

/// Becomes of a new row whose key another has (sqlite.org/lang_conflict.html).
nonisolated enum Conflict: String {
  case replace = "REPLACE"
  case ignore = "IGNORE"
}

nonisolated extension TableRow {
  func insert(into database: Database, or conflict: Conflict) throws(DatabaseError) {
    let columns = columns
    let names = columns.map(\.key).joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    try database.run(
      "INSERT OR \(conflict.rawValue) INTO \(Self.table) (\(names)) VALUES (\(places))", columns.map(\.value))
  }

  static func delete(_ key: Columns, from database: Database) throws(DatabaseError) {
    let condition = key.map { "\($0.key) = ?" }.joined(separator: " AND ")
    try database.run("DELETE FROM \(table) WHERE \(condition)", key.map(\.value))
  }
}
