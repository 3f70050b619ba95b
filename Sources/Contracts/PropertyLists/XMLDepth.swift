// The depth of a property list in XML, found byte by byte: Foundation's reader calls itself for each level, and takes ever longer.

/// The elements are those that Foundation finds: a tag ends at the next `>`, whatever quotes there are, and no text has one.
public enum XMLDepth {
  private static let containers = ["plist", "array", "dict"].map { Array($0.utf8) }
  /// Tags between these are not read.
  private static let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].map {
    (opening: Array($0.utf8), closing: Array($1.utf8))
  }

  /// Whether its arrays and dictionaries, and the elements called plist, are no more than ``PropertyListBounds/deepest`` in each other.
  ///
  /// Texts, numbers and keys do not count: they have no elements in them, and of the tag `<key/>` Foundation looks for the end.
  public static func isBounded(in bytes: [UInt8]) -> Bool {
    var (depth, place) = (0, 0)
    while let tag = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      if let (opening, closing) = skipped.first(where: { has($0.opening, at: tag, in: bytes) }) {
        place = tag + opening.count
        // `<?>` is a whole instruction to Foundation in an element, and the beginning of one before it.
        if opening.last == UInt8(ascii: "?"), bytes[place...].first == UInt8(ascii: ">") { return false }
        while place < bytes.count, !has(closing, at: place, in: bytes) { place += 1 }
        continue
      }
      let end = bytes[tag...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
      let isClosing = bytes[(tag + 1)...].first == UInt8(ascii: "/")
      if containers.contains(where: { has($0, at: tag + (isClosing ? 2 : 1), in: bytes) }) {
        let isEmpty = bytes[end - 1] == UInt8(ascii: "/")
        if isClosing { depth = max(0, depth - 1) } else if !isEmpty { depth += 1 }
      }
      guard depth <= PropertyListBounds.deepest else { return false }
      place = end
    }
    return true
  }

  private static func has(_ text: [UInt8], at place: Int, in bytes: [UInt8]) -> Bool {
    place + text.count <= bytes.count && text.indices.allSatisfy { bytes[place + $0] == text[$0] }
  }
}
