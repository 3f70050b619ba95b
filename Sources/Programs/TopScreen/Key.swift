// Keys, as the terminal sends them: bytes of text, and escape sequences.

package enum Key: Hashable, Sendable {
  case character(Character)
  case up, down, pageUp, pageDown, home, end, enter, escape, backspace
  /// Ctrl-C.
  case interrupt
  /// Ctrl-Z.
  case suspend
  /// Ctrl-L.
  case redraw
}

/// Bytes to keys. A key may come in two parts over a slow line.
package struct KeyReader {
  private var waiting: [UInt8] = []

  package init() {}

  /// Whether a key has begun that may go on.
  package var isInKey: Bool { !waiting.isEmpty }

  package mutating func read(_ bytes: [UInt8]) -> [Key] {
    waiting += bytes
    var keys: [Key] = []
    while let (key, length) = next() {
      waiting.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Nothing has followed for a while: an escape is the key of that name.
  package mutating func settle() -> [Key] {
    defer { waiting = [] }
    return waiting == [0x1B] ? [.escape] : []
  }

  /// The first key and its length; nil where more has to come, and no key for what means nothing here.
  private func next() -> (Key?, Int)? {
    guard let first = waiting.first else { return nil }
    switch first {
    case 0x03: return (.interrupt, 1)
    case 0x0C: return (.redraw, 1)
    case 0x1A: return (.suspend, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x1B: return escape()
    case 0x00..<0x20: return (nil, 1)
    case 0x20..<0x7F: return (.character(Character(Unicode.Scalar(first))), 1)
    default: return character(first)
    }
  }

  private func character(_ first: UInt8) -> (Key?, Int)? {
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard waiting.count >= length else { return nil }
    guard first >= 0xC2, let text = String(validating: waiting[..<length], as: UTF8.self), let only = text.first else {
      return (nil, 1)
    }
    return (.character(only), length)
  }

  /// ECMA-48 control sequences: parameters in 0x30-0x3F, then one byte in 0x40-0x7E. "ESC O" begins those of keys in
  /// application mode.
  private func escape() -> (Key?, Int)? {
    guard waiting.count > 1 else { return nil }
    guard waiting[1] == UInt8(ascii: "[") || waiting[1] == UInt8(ascii: "O") else { return (.escape, 1) }
    // A sequence that does not end stands for no key.
    guard let last = waiting[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return waiting.count > 32 ? (nil, waiting.count) : nil
    }
    let parameters = String(decoding: waiting[2..<last], as: UTF8.self)
    let key: Key? =
      switch (waiting[last], parameters) {
      case (UInt8(ascii: "A"), _): .up
      case (UInt8(ascii: "B"), _): .down
      case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): .home
      case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): .end
      case (UInt8(ascii: "~"), "5"): .pageUp
      case (UInt8(ascii: "~"), "6"): .pageDown
      default: nil
      }
    return (key, last + 1)
  }
}
