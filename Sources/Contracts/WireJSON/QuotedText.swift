// Strings as JSON writes them, added to a text that grows (RFC 8259, section 7).

extension [UInt8] {
  /// Most strings have nothing to spell out, and are copied as a whole.
  mutating func append(quoted string: String) {
    append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { utf8 in
      var rest = utf8[...]
      if let place = rest.firstIndex(where: \.isSpelledOut) {
        append(contentsOf: rest[..<place])
        append(spelling: rest[place...])
        rest = rest[rest.endIndex...]
      }
      append(contentsOf: rest)
    }
    append(UInt8(ascii: "\""))
  }

  mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  /// By pieces in room of their own: to append each byte of a picture of megabytes by itself takes twice as long. The room is on
  /// the stack, where the compiler puts no more than a kilobyte: the heap's takes longer than most strings.
  private mutating func append(spelling text: Slice<UnsafeBufferPointer<UInt8>>) {
    let piece = 170
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: piece * UInt8.mostSpelled) { room in
      var rest = text
      while !rest.isEmpty {
        var count = 0
        for byte in rest.prefix(piece) { byte.spell(to: room, &count) }
        append(contentsOf: UnsafeBufferPointer(rebasing: room[..<count]))
        rest = rest.dropFirst(piece)
      }
    }
  }
}

extension UInt8 {
  fileprivate var isSpelledOut: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }

  /// The bytes that one becomes at most: `\u001b`.
  fileprivate static let mostSpelled = 6

  /// Puts what JSON writes for it behind the first `count` bytes.
  @inline(__always) fileprivate func spell(to room: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int) {
    func put(_ byte: UInt8) {
      room[count] = byte
      count += 1
    }
    guard isSpelledOut else { return put(self) }
    put(UInt8(ascii: "\\"))
    if self >= 0x20 { return put(self) }
    if self == UInt8(ascii: "\n") { return put(UInt8(ascii: "n")) }
    put(UInt8(ascii: "u"))
    put(UInt8(ascii: "0"))
    put(UInt8(ascii: "0"))
    put(UInt8(ascii: "0") + self >> 4)
    put((self & 15 < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) + self & 15)
  }
}
