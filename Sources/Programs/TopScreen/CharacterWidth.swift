// Columns that a text takes on a terminal.

extension Character {
  /// 0 for what is drawn over the character before, 2 for wide characters of East Asia and for emoji, else 1 (Unicode
  /// Standard Annex 11).
  var columns: Int {
    if isASCII { return 1 }
    var columns = 0
    for scalar in unicodeScalars {
      // U+FE0F asks for the picture of a character that also has a plain form.
      if scalar.isWide || scalar.value == 0xFE0F { return 2 }
      if !scalar.isDrawnOver { columns = 1 }
    }
    return columns
  }
}

extension StringProtocol {
  var columns: Int {
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.columns }
  }
}

extension Unicode.Scalar {
  fileprivate var isDrawnOver: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: false
    }
  }

  /// Classes W and F of EastAsianWidth.txt, in the blocks that have them.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}
