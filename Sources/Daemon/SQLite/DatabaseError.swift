// An error of SQLite, by its code and in its words (sqlite.org/rescode.html).
import CSQLite

package struct DatabaseError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An extended result code.
  package let code: Int32
  /// In SQLite's words, such as "database or disk is full".
  package let message: String

  /// The last error of the connection.
  init(of connection: OpaquePointer) {
    code = sqlite3_extended_errcode(connection)
    message = String(cString: sqlite3_errmsg(connection))
  }

  init(result: CInt) {
    code = result
    message = String(cString: sqlite3_errstr(result))
  }

  /// The file is no database any more. A file that was cut short may show as a read that got too little.
  package var isDamage: Bool {
    [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF) || code == SQLITE_IOERR | 2 << 8
  }

  /// Another program has the file open.
  package var isBusy: Bool { code & 0xFF == SQLITE_BUSY }

  package var description: String { "\(message) (SQLite error \(code))" }
}
