// One open SQLite file: statements, their rows, and transactions (sqlite.org/cintro.html).
import CSQLite

/// Where it is said to throw, it throws ``DatabaseError``.
// SQLITE_OPEN_FULLMUTEX: SQLite lets one thread in at a time (sqlite.org/threadsafe.html). A transaction is of one thread
// because its owner gives the database to one at a time.
package final class Database: @unchecked Sendable {
  private let connection: OpaquePointer

  /// Opens the file, and makes it where there is none.
  package init(path: String) throws(DatabaseError) {
    var connection: OpaquePointer?
    let result = sqlite3_open_v2(
      path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, nil)
    // Nil where there is no memory for it.
    guard let connection else { throw DatabaseError(result: result) }
    guard result == SQLITE_OK else {
      defer { sqlite3_close_v2(connection) }
      throw DatabaseError(of: connection)
    }
    sqlite3_extended_result_codes(connection, 1)
    // The next to open the file empties the log; this one's end has no time for it.
    sqlite_leave_log(connection)
    self.connection = connection
  }

  deinit { sqlite3_close_v2(connection) }

  /// Runs every statement of the text.
  package func run(_ sql: String) throws(DatabaseError) {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw DatabaseError(of: connection) }
  }

  /// Runs one statement, with `values` in the places of its question marks.
  ///
  /// - Returns: the rows that it finds.
  @discardableResult
  package func run(_ sql: String, _ values: [any ColumnValue]) throws(DatabaseError) -> [Row] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw DatabaseError(of: connection)
    }
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() { try bind(value.column, at: CInt(index + 1), in: statement) }
    var rows: [Row] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append(Row(of: statement))
      case SQLITE_DONE: return rows
      default: throw DatabaseError(of: connection)
      }
    }
  }

  private func bind(_ column: Column, at place: CInt, in statement: OpaquePointer) throws(DatabaseError) {
    let result =
      switch column {
      case .null: sqlite3_bind_null(statement, place)
      case .integer(let number): sqlite3_bind_int64(statement, place, number)
      case .real(let number): sqlite3_bind_double(statement, place, number)
      case .text(let text):
        // -1 is SQLITE_TRANSIENT, which Swift does not import: SQLite copies the bytes.
        sqlite3_bind_text64(
          statement, place, text, UInt64(text.utf8.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self),
          UInt8(SQLITE_UTF8))
      }
    guard result == SQLITE_OK else { throw DatabaseError(of: connection) }
  }

  /// Moves what is in the log into the file, syncs that, and cuts the log (sqlite.org/pragma.html#pragma_wal_checkpoint).
  ///
  /// - Throws: also where another program has the log open.
  package func emptyLog() throws(DatabaseError) {
    let isBusy: Int? = try run("PRAGMA wal_checkpoint(TRUNCATE)", []).first.flatMap { try? $0.value("busy") }
    guard isBusy == 0 else { throw DatabaseError(result: SQLITE_BUSY) }
  }

  /// Commits all that `body` writes; nothing of it where it or the commit throws.
  package func write(_ body: (Database) throws -> Void) throws {
    try run("BEGIN IMMEDIATE")
    do {
      try body(self)
      try run("COMMIT")
    } catch {
      // After some errors SQLite has rolled back by itself (sqlite.org/lang_transaction.html).
      if sqlite3_get_autocommit(connection) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }
}
