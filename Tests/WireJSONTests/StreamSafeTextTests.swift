// Texts of combining marks without end, by which strings are compared for seconds, and those of real languages.
import Foundation
import StreamSafeText
import Testing

@testable import WireJSON

@Suite(.timeLimit(.minutes(40))) struct StreamSafeTextTests {
  /// Marks that Swift has to put in another order.
  private static func marks(_ count: Int) -> String { String(repeating: "\u{301}\u{327}", count: count / 2) }

  @Test("A text of real languages, and one of thirty marks in a row, stays as it is")
  func real() {
    let letters = String(repeating: "e\u{301}", count: 100)
    let ideographs = String(repeating: "\u{8A9E}", count: 100)
    let between = "\(ideographs)\(Self.marks(30))b\(Self.marks(30))"
    for text in [
      "", "notes", "é\u{301}", "שָׁלוֹם", "สวัสดี", "Việt", "👩‍👩‍👧‍👦", "a" + Self.marks(30),
      letters, between,
    ] {
      #expect(text.streamSafe.unicodeScalars.elementsEqual(text.unicodeScalars))
    }
  }

  @Test("A text of more marks has one that nobody sees after each thirty, and loses none")
  func marks() {
    let text = "a" + Self.marks(100) + "b"
    let safe = text.streamSafe
    #expect(!String.isStreamSafe(text.unicodeScalars) && String.isStreamSafe(safe.unicodeScalars))
    #expect(safe.unicodeScalars.filter { $0 != "\u{34F}" } == Array(text.unicodeScalars))
    #expect(safe.streamSafe.unicodeScalars.elementsEqual(safe.unicodeScalars))
  }

  @Test("A line of 500,000 marks, spelled out or as escapes, in a value or a key, is read and compared in no time")
  func line() throws {
    for marks in [Self.marks(500_000), String(repeating: "\\u0301\\u0327", count: 80_000)] {
      for line in ["{\"method\":\"\(marks)\"}", "{\"\(marks)\":1}"] {
        let node = try JSONReader.read(Array(line.utf8), limits: .peer)
        guard case .object(let members) = node else {
          Issue.record("\(node)")
          continue
        }
        #expect(members.names.allSatisfy { String.isStreamSafe($0.unicodeScalars) })
        if case .string(let text)? = members["method"] { #expect(text != "launch" && Set([text, "x"]).count == 2) }
      }
    }
  }
}
