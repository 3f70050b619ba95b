// The values of SQLite's columns, and the Swift types that are kept in them (sqlite.org/datatype3.html).
import StreamSafeText

/// A value in one of the kinds that our tables have: they are STRICT, and none has blobs.
package enum Column: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
}

/// A type whose values have their place in a column.
package protocol ColumnValue: Sendable {
  var column: Column { get }
  /// Nil where the type has no such value.
  init?(column: Column)
}

extension String: ColumnValue {
  package var column: Column { .text(self) }

  /// All that we write can be compared soon; another program may have written anything since, and a daemon that starts compares every
  /// name. The text is not quite the column's then: a statement that is to find such a row names it by its number.
  package init?(column: Column) {
    guard case .text(let text) = column else { return nil }
    self = text.streamSafe
  }
}

extension ColumnValue where Self: FixedWidthInteger & SignedInteger {
  package var column: Column { .integer(Int64(self)) }

  package init?(column: Column) {
    guard case .integer(let number) = column else { return nil }
    self.init(exactly: number)
  }
}

extension Int: ColumnValue {}
extension Int32: ColumnValue {}
extension Int64: ColumnValue {}

extension Double: ColumnValue {
  package var column: Column { .real(self) }

  package init?(column: Column) {
    switch column {
    case .real(let number): self = number
    case .integer(let number): self = Double(number)
    case .null, .text: return nil
    }
  }
}

extension Bool: ColumnValue {
  package var column: Column { .integer(self ? 1 : 0) }

  package init?(column: Column) {
    guard case .integer(let number) = column else { return nil }
    self = number != 0
  }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  package var column: Column { self?.column ?? .null }

  package init?(column: Column) {
    if column == .null {
      self = .none
    } else if let value = Wrapped(column: column) {
      self = .some(value)
    } else {
      return nil
    }
  }
}
