// Combining marks that a property list parts in the file, and that follow each other in the text that is read.
import Testing

@testable import PropertyLists

@Suite struct PropertyListMarksTests {
  /// A letter with `count` marks, parted in thirds by what is given.
  private func text(_ count: Int, parted first: String, _ second: String) -> [UInt8] {
    let marks = String(repeating: "\u{301}", count: count / 3)
    return Array("\"e\(marks)\(first)\(marks)\(second)\(marks)\"".utf8)
  }

  @Test(
    "marks count as those of one row where nothing is between them in the text that is read",
    arguments: [
      ("<![CDATA[", "]]>"), ("]]><![CDATA[", "]]><![CDATA["), ("\\u0301", "\\u0316"), ("&#x301;", "&#769;"),
      ("\\u0301", "&#x00000301;"),
    ])
  func parted(_ first: String, _ second: String) {
    #expect(!PropertyListMarks.areFew(in: text(33, parted: first, second)))
    #expect(PropertyListMarks.areFew(in: text(30, parted: first, second)))
  }

  @Test("marks do not follow each other where a letter, a line break or an entity is between them")
  func apart() {
    // A backslash is a letter of XML, and an escape of JSON stands for one.
    for (first, second) in [
      ("a", "b"), ("\n", "\n"), ("&amp;", "&lt;"), ("\\n", "\\\""), ("\\", "\\"), ("\\u0301a", "\\ug"),
    ] {
      #expect(PropertyListMarks.areFew(in: text(90, parted: first, second)), "\(first) \(second)")
    }
  }

  @Test("a parting that is cut short at the end is no matter")
  func cutShort() {
    for end in ["\\", "\\u", "\\u03", "&#", "&#x", "&#x301", "<![CDATA[", "]]", "<!"] {
      #expect(PropertyListMarks.areFew(in: Array("\u{301}\(end)".utf8)), "\(end)")
    }
  }
}
