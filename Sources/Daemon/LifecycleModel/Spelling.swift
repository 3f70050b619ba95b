// Names that apps choose, told apart by their bytes.

/// Swift compares texts as Unicode has it. Two names of 250 bytes that are composed in different ways take it 8 us, and names of
/// one app are compared with each other: 64 notifications of each of 40 apps, due at one moment, took 3.4 s. On Apple's platforms the
/// names of notifications, tasks and sessions are of `NSString`, whose `isEqual(to:)` compares its units as well.
extension String {
  /// Whether both have the same bytes.
  func isSpelled(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return compared(with: other) { left, right, difference in difference == nil }
  }

  /// Whether its bytes come first: as numbers, and the shorter name before one that begins with it.
  func isSpelled(before other: String) -> Bool {
    compared(with: other) { left, right, difference in
      guard let difference else { return left.count < right.count }
      return left[difference] < right[difference]
    }
  }

  /// Calls `body` with the bytes of both and the first place, among those that both have, where they differ.
  private func compared(
    with other: String, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, Int?) -> Bool
  ) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        return body(left, right, Self.difference(left, right))
      }
    }
  }

  /// Eight bytes at a time: names of a megabyte may differ in their ends alone.
  private static func difference(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int? {
    let common = Swift.min(left.count, right.count)
    var at = 0
    while at + 8 <= common,
      left.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: at, as: UInt64.self)
    {
      at += 8
    }
    return (at..<common).first { left[$0] != right[$0] }
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
