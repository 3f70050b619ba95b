// UITextView: many lines of text that are read or written.

/// The calls of a text view.
@preconcurrency @MainActor
public protocol UITextViewDelegate: UIScrollViewDelegate {
  func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
  func textViewShouldEndEditing(_ textView: UITextView) -> Bool
  func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
  func textViewDidChangeSelection(_ textView: UITextView)
  func textViewDidBeginEditing(_ textView: UITextView)
  func textViewDidEndEditing(_ textView: UITextView)
  func textViewDidChange(_ textView: UITextView)
}

extension UITextViewDelegate {
  public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
  public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }
  public func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
  {
    true
  }
  public func textViewDidChangeSelection(_ textView: UITextView) {}
  public func textViewDidBeginEditing(_ textView: UITextView) {}
  public func textViewDidEndEditing(_ textView: UITextView) {}
  public func textViewDidChange(_ textView: UITextView) {}
}

/// Text that may be longer than the screen.
@preconcurrency @MainActor
open class UITextView: UIScrollView, UITextInput {
  /// Setting it moves the cursor to its end.
  open var text: String! {
    get { written.string }
    set {
      written = WrittenText(newValue)
      selection = NSRange(location: written.length, length: 0)
      contentChanged()
    }
  }
  private var written = WrittenText("")
  private var selection = NSRange(location: 0, length: 0)
  open var attributedText: NSAttributedString! {
    get { NSAttributedString(string: text ?? "") }
    set { text = newValue?.string }
  }
  open var font: UIFont? = .systemFont(ofSize: 12) { didSet { contentChanged() } }
  open var textColor: UIColor? = .label { didSet { contentChanged() } }
  open var textAlignment = NSTextAlignment.natural { didSet { contentChanged() } }
  open var isEditable = true
  open var isSelectable = true
  /// As a text field's.
  open var isSecureTextEntry = false { didSet { contentChanged() } }

  open override var canBecomeFirstResponder: Bool { isEditable }
  open var hasText: Bool { !(text ?? "").isEmpty }
  private var isEditing = false
  private var writingDelegate: (any UITextViewDelegate)? { delegate as? any UITextViewDelegate }

  public nonisolated static let textDidBeginEditingNotification =
    Notification.Name("UITextViewTextDidBeginEditingNotification")
  public nonisolated static let textDidChangeNotification = Notification.Name("UITextViewTextDidChangeNotification")
  public nonisolated static let textDidEndEditingNotification =
    Notification.Name("UITextViewTextDidEndEditingNotification")

  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard writingDelegate?.textViewShouldBeginEditing(self) ?? true, super.becomeFirstResponder() else { return false }
    isEditing = true
    writingDelegate?.textViewDidBeginEditing(self)
    NotificationCenter.default.post(name: UITextView.textDidBeginEditingNotification, object: self)
    return true
  }

  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard isEditing else { return super.resignFirstResponder() }
    guard writingDelegate?.textViewShouldEndEditing(self) ?? true, super.resignFirstResponder() else { return false }
    editingEnds()
    return true
  }
  override func resignByForce() {
    super.resignByForce()
    if isEditing { editingEnds() }
  }
  private func editingEnds() {
    isEditing = false
    writingDelegate?.textViewDidEndEditing(self)
    NotificationCenter.default.post(name: UITextView.textDidEndEditingNotification, object: self)
  }

  /// Enters text at the cursor, in place of what is selected; the delegate may refuse.
  open func insertText(_ text: String) { change(selection, text) }
  /// Takes away what is selected, or the character before the cursor.
  open func deleteBackward() { if let backwards { change(backwards, "") } }

  // MARK: The cursor

  open var selectedTextRange: UITextRange? {
    get { UITextRange(selection) }
    set {
      selection = (newValue?.range ?? NSRange(location: endOfDocument.offset, length: 0)).cut(to: endOfDocument.offset)
      writingDelegate?.textViewDidChangeSelection(self)
    }
  }
  open var endOfDocument: UITextPosition { UITextPosition(written.length) }
  open func text(in range: UITextRange) -> String? {
    ((text ?? "") as NSString).substring(with: range.range.cut(to: endOfDocument.offset))
  }
  open func replace(_ range: UITextRange, withText new: String) {
    put(new, in: range.range.cut(to: endOfDocument.offset))
  }

  private func put(_ new: String, in range: NSRange) {
    selection = NSRange(location: written.replace(range, with: new), length: 0)
    contentChanged()
  }

  /// In units of UTF-16.
  open var selectedRange: NSRange {
    get { selection }
    set { selectedTextRange = UITextRange(newValue) }
  }

  private func change(_ range: NSRange, _ new: String) {
    guard writingDelegate?.textView(self, shouldChangeTextIn: range, replacementText: new) ?? true else { return }
    put(new, in: range.cut(to: endOfDocument.offset))
    writingDelegate?.textViewDidChangeSelection(self)
    writingDelegate?.textViewDidChange(self)
    NotificationCenter.default.post(name: UITextView.textDidChangeNotification, object: self)
  }

  /// A finger that did not scroll.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    if isEditable { becomeFirstResponder() } else { super.touchesEnded(touches, with: event) }
  }

  override func drawContent(into picture: Picture) {
    guard let text, !text.isEmpty, !isSecureTextEntry else { return }
    let area = CGRect(origin: .zero, size: bounds.size).insetBy(dx: 5, dy: 8)
    TextLines(text, font ?? .systemFont(ofSize: 12), width: area.width, 0)
      .draw(into: picture, area, textColor ?? .label, textAlignment, centred: false)
  }
}
