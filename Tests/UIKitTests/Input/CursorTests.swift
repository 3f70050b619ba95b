// The cursor and the selection of a text that is written (FG5).
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct CursorTests {
  @Test("FG5 text is entered at the cursor, the arrow keys move it, delete takes what is before it or selected")
  func cursor() {
    let field = UITextField(frame: .zero)
    field.insertText("Ada")
    _ = UIKey("left").enter(in: field)
    field.insertText("m")
    #expect(field.text == "Adma")
    field.deleteBackward()
    _ = UIKey("left").enter(in: field)
    field.deleteBackward()
    #expect(field.text == "da")
    field.deleteBackward()
    #expect(field.text == "da" && field.selectedTextRange?.isEmpty == true)
    field.selectAll(nil)
    field.insertText("é👍🏽")
    _ = UIKey("right").enter(in: field)
    field.deleteBackward()
    #expect(field.text == "é")
  }

  @Test("FG5 the delegate is asked for the selection's range, and a text that is set has its cursor at the end")
  func delegate() {
    final class Writer: NSObject, UITextFieldDelegate {
      var asked: [NSRange] = []
      func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
      ) -> Bool {
        asked.append(range)
        return true
      }
    }
    let (field, writer) = (UITextField(frame: .zero), Writer())
    field.delegate = writer
    field.text = "abcd"
    let start = field.position(from: field.beginningOfDocument, offset: 1)
    let end = field.position(from: field.endOfDocument, offset: -1)
    field.selectedTextRange = start.flatMap { start in end.flatMap { field.textRange(from: start, to: $0) } }
    #expect(field.selectedTextRange.flatMap { field.text(in: $0) } == "bc")
    field.insertText("x")
    field.insertText("y")
    #expect(field.text == "axyd" && writer.asked == [NSRange(location: 1, length: 2), NSRange(location: 2, length: 0)])
    #expect(field.position(from: field.endOfDocument, offset: 1) == nil)
    field.text = "z"
    field.insertText("!")
    #expect(field.text == "z!")
  }

  @Test("FG5 a range that the text does not have is cut to it", arguments: [-3, 2, 99, Int.max])
  func outside(_ location: Int) {
    let view = UITextView(frame: .zero)
    view.text = "abc"
    view.selectedRange = NSRange(location: location, length: 5)
    #expect(NSMaxRange(view.selectedRange) <= 3)
    view.insertText("d")
    #expect(view.text.contains("d"))
  }
}
