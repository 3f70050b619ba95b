// UITextInput: the place in a text at which a person writes, and the part of it that is selected.

/// A place between two characters, or at an end of the text.
@preconcurrency @MainActor
open class UITextPosition: NSObject {
  /// In units of UTF-16 from the beginning, as NSString counts.
  final let offset: Int

  init(_ offset: Int) { self.offset = offset }
}

/// A part of a text; an empty one is a place.
@preconcurrency @MainActor
open class UITextRange: NSObject {
  final let range: NSRange

  init(_ range: NSRange) { self.range = range }

  open var start: UITextPosition { UITextPosition(range.location) }
  open var end: UITextPosition { UITextPosition(NSMaxRange(range)) }
  open var isEmpty: Bool { range.length == 0 }
}

/// The object that a person writes in, and the place in it.
@preconcurrency @MainActor
public protocol UITextInput: UIKeyInput {
  /// Nil in what nobody writes in.
  var selectedTextRange: UITextRange? { get set }
  var endOfDocument: UITextPosition { get }
  func text(in range: UITextRange) -> String?
  /// Asks no delegate, as on iOS.
  func replace(_ range: UITextRange, withText text: String)
}

extension UITextInput {
  public var beginningOfDocument: UITextPosition { UITextPosition(0) }

  /// Nil for a place outside of the text.
  public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    let (place, isTooFar) = position.offset.addingReportingOverflow(offset)
    return !isTooFar && (0...endOfDocument.offset).contains(place) ? UITextPosition(place) : nil
  }

  public func offset(from: UITextPosition, to: UITextPosition) -> Int { to.offset - from.offset }

  public func textRange(from: UITextPosition, to: UITextPosition) -> UITextRange? {
    let (start, end) = (min(from.offset, to.offset), max(from.offset, to.offset))
    return UITextRange(NSRange(location: start, length: end - start))
  }

  public func selectAll(_ sender: Any?) {
    selectedTextRange = textRange(from: beginningOfDocument, to: endOfDocument)
  }

  /// As the arrow keys do: over a whole character, and out of a selection to its side.
  func moveCursor(forward: Bool) {
    guard let selection = selectedTextRange?.range, let text = text(in: UITextRange(whole)) as NSString? else { return }
    var place = forward ? NSMaxRange(selection) : selection.location
    if selection.length == 0 {
      if forward, place < text.length { place = NSMaxRange(text.rangeOfComposedCharacterSequence(at: place)) }
      if !forward, place > 0 { place = text.rangeOfComposedCharacterSequence(at: place - 1).location }
    }
    selectedTextRange = UITextRange(NSRange(location: place, length: 0))
  }

  /// The part that the key `delete` takes away: the selection, or the character before the cursor.
  var backwards: NSRange? {
    guard let selection = selectedTextRange?.range, let text = text(in: UITextRange(whole)) as NSString? else {
      return nil
    }
    if selection.length > 0 { return selection }
    return selection.location > 0 ? text.rangeOfComposedCharacterSequence(at: selection.location - 1) : nil
  }

  private var whole: NSRange { NSRange(location: 0, length: endOfDocument.offset) }
}

extension NSRange {
  /// The part of it that a text of this length has.
  func cut(to length: Int) -> NSRange {
    let start = min(max(location, 0), length)
    return NSRange(location: start, length: min(max(self.length, 0), length - start))
  }
}
