// Texts that can be compared soon, also those of strangers (Unicode's UAX #15, section 13: Stream-Safe Text Format).

/// Swift takes texts as equal that look the same, and puts the marks of a letter in order for that: by the square of their number. A line
/// of 120 kB took 26 s. No language needs more than a few; the format has room for thirty.
extension String {
  /// The most marks in a row.
  private static let mostMarks = 30

  /// The text, with U+034F, which nobody sees, after each thirty marks in a row.
  public var streamSafe: String {
    // All marks are behind U+0300, whose first byte this is.
    guard utf8.contains(where: { $0 >= 0xCC }), !Self.isStreamSafe(unicodeScalars) else { return self }
    var safe = String.UnicodeScalarView()
    var marks = 0
    for scalar in unicodeScalars {
      marks = scalar.isMark ? marks + 1 : 0
      if marks > Self.mostMarks {
        safe.append("\u{34F}")
        marks = 1
      }
      safe.append(scalar)
    }
    return String(safe)
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
