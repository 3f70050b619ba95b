// A value as the reader finds it, before anybody asks for a type.

/// One value of a text. Numbers keep their digits, so that each type takes what it can hold.
enum JSONNode: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONNode])
  case object(JSONMembers)
}

/// A number that is valid JSON and has a finite value.
struct JSONNumber: Sendable {
  /// As it was written.
  let text: String
  /// The nearest value there is.
  let double: Double

  /// - Returns: nil for a number that no `Double` can hold.
  init?(_ text: String) {
    guard let double = Double(text), double.isFinite else { return nil }
    self.text = text
    self.double = double
  }

  /// The number as an integer; nil when it has a fraction or is out of range. `1.0` and `1e2` are integers.
  func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    Integer(text) ?? Integer(exactly: double)
  }
}
