// Long texts: the time for them grows with their length, and not with its square.

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct LongTextTests {
  /// A walk through the whole text at each letter or word takes many times as long.
  private static let deadline = Duration.seconds(60)

  @Test("A long text that is typed does not hang the app", arguments: ["a", "\u{e9}"])
  func typed(letter: String) {
    let field = UITextField(frame: .zero)
    let view = UITextView(frame: .zero)
    let screen = Screen(field, view)
    let text = String(repeating: letter, count: 128 << 10)
    let start = ContinuousClock.now
    field.becomeFirstResponder()
    screen.send(.text(text))
    view.becomeFirstResponder()
    screen.send(.text(text))
    #expect(field.text == text && view.text == text)
    #expect(view.selectedRange == NSRange(location: 128 << 10, length: 0))
    #expect(ContinuousClock.now - start < Self.deadline)
  }

  @Test("A label with a long line does not hang the app", arguments: [0, 1, 2])
  func label(lines: Int) {
    let label = UILabel(frame: .zero)
    label.numberOfLines = lines
    label.text = String(repeating: "word ", count: 100 << 10)
    let start = ContinuousClock.now
    #expect(label.intrinsicContentSize.width > 0)
    #expect(ContinuousClock.now - start < Self.deadline)
  }

  @Test("Words are broken into lines where the next one would not fit, and keep the blanks between them")
  func lines() {
    let font = UIFont.systemFont(ofSize: 10)
    let letter = TextLines.letterWidth(font)
    func size(_ text: String, _ letters: Int) -> [Int] {
      let size = TextLines(text, font, width: letter * (CGFloat(letters) + 0.5), 0).size
      return [size.width / letter, size.height / font.lineHeight].map { Int($0.rounded()) }
    }
    #expect(size("one two three", 7) == [7, 2])
    #expect(size("one two three", 6) == [5, 3])
    #expect(size("a  b\n\nlongest", 4) == [7, 3])
  }

  @Test("Text is put in at the cursor, over what is selected, also between letters of several units of UTF-16")
  func middle() {
    let view = UITextView(frame: .zero)
    view.text = "a👍b"
    view.selectedRange = NSRange(location: 1, length: 2)
    view.insertText("\u{e9}\u{e9}")
    #expect(view.text == "a\u{e9}\u{e9}b" && view.selectedRange == NSRange(location: 3, length: 0))
    view.insertText("👍")
    view.selectedRange = NSRange(location: 4, length: 1)
    view.insertText("x")
    #expect(view.text == "a\u{e9}\u{e9}xb" && view.selectedRange == NSRange(location: 4, length: 0))
    #expect(view.endOfDocument.offset == view.text.utf16.count)
    let field = UITextField(frame: .zero)
    field.text = "a👍b"
    field.selectedTextRange = UITextRange(NSRange(location: 2, length: 0))
    field.insertText("x")
    #expect(field.text == "ax👍b" && field.selectedTextRange?.range == NSRange(location: 2, length: 0))
  }
}
