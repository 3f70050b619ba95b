// Keys from bytes, whole and in parts, and bytes that are no key.
import Testing

@testable import TopScreen

struct KeyReaderTests {
  @Test(
    "A key is read from the bytes that terminals send for it",
    arguments: [
      ("h", [Key.character("h")]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]),
      ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
      ("\u{1B}[H\u{1B}[4~", [.home, .end]), ("\r\u{7F}", [.enter, .backspace]),
      ("\u{3}\u{1A}\u{C}", [.interrupt, .suspend, .redraw]),
      ("ä한", [.character("ä"), .character("한")]), ("\u{1B}[1;5A", [.up]), ("\u{1B}[200~x", [.character("x")]),
      ("\u{0}\u{1}", []), ("\u{1B}x", [.escape, .character("x")]),
    ])
  func keys(bytes: String, expected: [Key]) {
    var reader = KeyReader()
    #expect(reader.read(Array(bytes.utf8)) == expected)
    #expect(!reader.isInKey)
  }

  @Test("A key that comes byte by byte is one key, and an escape that nothing follows is the key of that name")
  func parts() {
    var reader = KeyReader()
    #expect(Array("\u{1B}[5~한".utf8).flatMap { reader.read([$0]) } == [.pageUp, .character("한")])
    #expect(reader.read([0x1B]).isEmpty && reader.isInKey)
    #expect(reader.settle() == [.escape] && !reader.isInKey)
    #expect(reader.read([0x1B, 0x5B]).isEmpty)
    #expect(reader.settle().isEmpty && !reader.isInKey)
  }

  @Test("Bytes that are no text, and a sequence without end, are no keys and block none")
  func garbage() {
    var reader = KeyReader()
    #expect(reader.read([0xFF, 0xC0, 0x80] + Array("q".utf8)) == [.character("q")])
    #expect(reader.read([0x1B, 0x5B] + [UInt8](repeating: 0x30, count: 100)).isEmpty)
    #expect(reader.read(Array("q".utf8)) == [.character("q")])
  }
}
