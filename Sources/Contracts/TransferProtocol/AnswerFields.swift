// The header fields of a server's answer, within bounds: a server may send any number of them, and any bytes.

/// Those that `HTTPURLResponse` has. One that is not valid, or finds no room, is left out.
package struct AnswerFields: Hashable, Sendable {
  package static let mostFields = 64
  /// Of all names and values, as JSON has them.
  package static let mostBytes = 4096

  package private(set) var values: [String: String] = [:]
  /// By the name in small letters, the one that came first.
  private var names: [String: String] = [:]
  private var bytes = 0

  package init() {}

  /// Also of some that ``add(_:_:)`` has made: who reads a line of JSON adds bytes to values with many marks in a row. The longest find
  /// no room then.
  package init(_ values: [String: String]) {
    let shortestFirst = values.sorted { ($0.value.utf8.count, $0.key) < ($1.value.utf8.count, $1.key) }
    for (name, value) in shortestFirst { add(name, value) }
  }

  /// The values of a name that comes again are one list (RFC 9110, 5.3).
  package mutating func add(_ name: String, _ value: String) {
    guard Self.isName(name), Self.isValue(value) else { return }
    let known = names[name.lowercased()]
    let (name, added) = (known ?? name, known == nil ? value : ", " + value)
    let size = (known == nil ? name.utf8.count : 0) + Self.size(added)
    guard known != nil || values.count < Self.mostFields, bytes + size <= Self.mostBytes else { return }
    bytes += size
    names[name.lowercased()] = name
    values[name, default: ""] += added
  }

  package mutating func remove(_ name: String) {
    guard let name = names.removeValue(forKey: name.lowercased()), let value = values.removeValue(forKey: name) else {
      return
    }
    bytes -= name.utf8.count + Self.size(value)
  }

  private static func size(_ value: String) -> Int {
    value.utf8.reduce(0) {
      $0 + ($1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "\\") || $1 == UInt8(ascii: "\t") ? 2 : 1)
    }
  }

  /// A token (RFC 9110, 5.6.2).
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        case _: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Without control characters (RFC 9110, 5.5), and without those of Unicode.
  static func isValue(_ value: String) -> Bool {
    value.unicodeScalars.allSatisfy { $0 == "\t" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }
}
