// Texts that can be compared soon, also those of strangers (Unicode's UAX #15, section 13: Stream-Safe Text Format).

/// Swift takes texts as equal that look the same, and puts the marks of a letter in order for that: by the square of their number. A line
/// of 120 kB took 26 s. No language needs more than a few; the format has room for thirty.
extension String {
  /// The most marks in a row.
  private static let mostMarks = 30

  /// The text, with U+034F, which nobody sees, after each thirty marks in a row.
  public var streamSafe: String {
    var text = self
    guard text.withUTF8(Self.mayHaveManyMarks), !Self.isStreamSafe(unicodeScalars) else { return self }
    var safe = ""
    safe.reserveCapacity(utf8.count + utf8.count / Self.mostMarks)
    var (marks, begin) = (0, startIndex)
    for place in unicodeScalars.indices {
      marks = unicodeScalars[place].isMark ? marks + 1 : 0
      guard marks > Self.mostMarks else { continue }
      safe.append(contentsOf: self[begin..<place])
      safe += "\u{34F}"
      (marks, begin) = (1, place)
    }
    safe.append(contentsOf: self[begin...])
    return safe
  }

  /// Whether more scalars than thirty follow each other that can be marks, as told by their first bytes: to look up the properties
  /// of each scalar of a megabyte takes some milliseconds.
  private static func mayHaveManyMarks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var row = 0
    for byte in bytes {
      // All marks are behind U+0300, whose first byte is 0xCC; those from 0x80 to 0xBF are no first ones.
      if byte >= 0xCC {
        row += 1
        if row > mostMarks { return true }
      } else if byte < 0x80 || byte >= 0xC0 {
        row = 0
      }
    }
    return false
  }

  /// Whether no more marks than thirty follow each other.
  public static func isStreamSafe(_ scalars: some Sequence<Unicode.Scalar>) -> Bool {
    var marks = 0
    for scalar in scalars {
      marks = scalar.isMark ? marks + 1 : 0
      if marks > mostMarks { return false }
    }
    return true
  }
}

extension Unicode.Scalar {
  /// Whether it is put in order with its neighbours.
  fileprivate var isMark: Bool { value >= 0x300 && properties.canonicalCombiningClass != .notReordered }
}
