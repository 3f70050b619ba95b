// Foreign text as a terminal may show it: it steers nothing, and begins no line of its own.

extension String {
  /// This text with everything that a terminal obeys spelled out, as in `\u{1B}`: control characters (C0, DEL, C1) and
  /// so line breaks, the separators of lines and paragraphs, and the characters that override the direction of text.
  package var harmless: String {
    guard unicodeScalars.contains(where: \.steersTerminals) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.steersTerminals {
        text += "\\u{\(Swift.String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var steersTerminals: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
