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

  /// Whether its bytes come first: as numbers, and the shorter name before one that begins with it.
  func isSpelled(before other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        let same = Self.sameWords(left, right)
        return left[same...].lexicographicallyPrecedes(right[same...])
      }
    }
  }

  private static func isSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    let same = sameWords(left, right)
    return same == left.count & ~7 && left[same...].elementsEqual(right[same...])
  }

  /// The bytes of the words before the first that differs. Eight bytes at a time: names of a megabyte may differ in their ends alone.
  @inline(__always) private static func sameWords(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Int {
    let whole = Swift.min(left.count, right.count) & ~7
    var same = 0
    while same < whole,
      left.loadUnaligned(fromByteOffset: same, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: same, as: UInt64.self)
    {
      same += 8
    }
    return same
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

  static func < (left: Spelling, right: Spelling) -> Bool { left.name.isSpelled(before: right.name) }

  func hash(into hasher: inout Hasher) {
    var name = name
    name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No byte of a text.
    hasher.combine(UInt8.max)
  }
}
