// Lines and their widths, and what of a screen is drawn anew.
import Testing

@testable import TopScreen

struct ScreenLineTests {
  @Test(
    "The columns of a text are those that a terminal gives it",
    arguments: [
      ("abc", 3), ("", 0), ("äöü", 3), ("a\u{308}", 1), ("한글", 4), ("日本", 4), ("🙂", 2), ("👩‍👩‍👧", 2), ("❤️", 2),
      ("ｆ", 2), ("\u{200B}", 0), ("e\u{301}\u{302}", 1),
    ])
  func columns(text: String, expected: Int) { #expect(text.columns == expected) }

  @Test("A wide character that would stand half outside is cut off whole")
  func wide() {
    #expect(ScreenLine.cut("한글한글", to: 6) == "한글…")
    #expect(ScreenLine.cut("한글한글", to: 8) == "한글한글")
    #expect(ScreenLine.cut("abc", to: 0) == "")
    #expect(ScreenLine.cutInFront("com.example.notes", to: 6) == "…notes")
    var line = ScreenLine()
    line.add("한글한", left: 5)
    line.add("7", right: 3)
    #expect(line.text == "한글…  7" && line.columns == 8)
    for width in 0...8 { #expect(line.cut(to: width).columns <= width) }
  }

  @Test("Text of an app steers nothing")
  func harmless() {
    #expect(ScreenLine("\u{1B}[2Ja\nb").text == "\\u{1B}[2Ja\\u{A}b")
  }

  @Test("Without colours nothing but text is drawn")
  func colours() {
    #expect(ScreenLine("a", .boldRed).sequence(coloured: false) == "a")
    #expect(ScreenLine("a", .boldRed).sequence(coloured: true) == "\u{1B}[1;31ma\u{1B}[0m")
  }

  @Test("Only lines that changed are drawn, a new size draws all, and nothing is sent where nothing changed")
  func painter() {
    var painter = ScreenPainter(coloured: false)
    let size = ScreenSize(width: 10, height: 3)
    let first = painter.sequence(for: [ScreenLine("one"), ScreenLine("two")], size)
    #expect(first == "\u{1B}[?2026h\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[2;1Htwo\u{1B}[K\u{1B}[?2026l")
    #expect(painter.sequence(for: [ScreenLine("one"), ScreenLine("two")], size) == "")
    #expect(
      painter.sequence(for: [ScreenLine("one"), ScreenLine("2")], size)
        == "\u{1B}[?2026h\u{1B}[2;1H2\u{1B}[K\u{1B}[?2026l")
    #expect(painter.sequence(for: [ScreenLine("one")], size) == "\u{1B}[?2026h\u{1B}[2;1H\u{1B}[K\u{1B}[?2026l")
    #expect(
      painter.sequence(for: [ScreenLine("one")], ScreenSize(width: 2, height: 1)).contains("\u{1B}[2J\u{1B}[1;1Ho…"))
    painter.forget()
    #expect(painter.sequence(for: [ScreenLine("one")], size).contains("one"))
  }
}
