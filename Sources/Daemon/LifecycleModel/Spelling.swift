// Names that apps choose, told apart by their bytes.

/// Swift compares texts as Unicode has it. Two names of 250 bytes that are composed in different ways take it 8 us, and names of
/// one app are compared with each other: 64 notifications of each of 40 apps, due at one moment, took 3.4 s. On Apple's platforms the
/// names of notifications, tasks and sessions are of `NSString`, whose `isEqual(to:)` compares its units as well.
extension String {
  /// Whether both have the same bytes.
  func isSpelled(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        Self.isSame(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
  }

  /// Eight bytes at a time: names of a megabyte may differ in their ends alone. Both are of one length.
  private static func isSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    let whole = left.count & ~7
    for at in stride(from: 0, to: whole, by: 8)
    where left.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      != right.loadUnaligned(fromByteOffset: at, as: UInt64.self)
    {
      return false
    }
    return left[whole...].elementsEqual(right[whole...])
  }
}

/// A name as the key of a set, and of what has names in it.
struct Spelling: Hashable, Comparable, Codable, Sendable {
  let name: String

  init(_ name: String) { self.name = name }

  init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  static func all(_ names: [String]) -> Set<Spelling> { Set(names.lazy.map(Spelling.init)) }

  static func == (left: Spelling, right: Spelling) -> Bool { left.name.isSpelled(as: right.name) }

  static func < (left: Spelling, right: Spelling) -> Bool { left.name.utf8.lexicographicallyPrecedes(right.name.utf8) }

  func hash(into hasher: inout Hasher) {
    var name = name
    name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No byte of a text.
    hasher.combine(UInt8.max)
  }
}
