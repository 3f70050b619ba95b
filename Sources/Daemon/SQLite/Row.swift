// A row that a statement finds.
import CSQLite

package struct Row: Sendable {
  private let columns: [String: Column]

  /// By the names of the columns; one that is not named has null in it.
  package init(_ columns: [String: Column]) { self.columns = columns }

  /// The row at which the statement is.
  init(of statement: OpaquePointer) {
    var columns: [String: Column] = [:]
    for index in 0..<sqlite3_column_count(statement) {
      columns[String(cString: sqlite3_column_name(statement, index))] = Self.column(index, of: statement)
    }
    self.init(columns)
  }

  private static func column(_ index: CInt, of statement: OpaquePointer) -> Column {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, index))
    default:
      // Nil where there is no memory for it.
      sqlite3_column_text(statement, index).map { text in
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, index)))
        return .text(String(decoding: bytes, as: UTF8.self))
      } ?? .null
    }
  }

  /// - Throws: ``OddColumn`` where the column has a value that the type does not.
  package func value<Value: ColumnValue>(_ name: String) throws(OddColumn) -> Value {
    guard let value = Value(column: columns[name] ?? .null) else { throw OddColumn(name: name) }
    return value
  }
}

/// A column with a value that no record of ours has there.
package struct OddColumn: Error, Equatable {
  package let name: String
}
