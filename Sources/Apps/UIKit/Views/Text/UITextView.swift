// UITextView: many lines of text that are read or written.

/// The calls of a text view.
@preconcurrency @MainActor
public protocol UITextViewDelegate: UIScrollViewDelegate {
  func textViewDidBeginEditing(_ textView: UITextView)
  func textViewDidEndEditing(_ textView: UITextView)
  func textViewDidChange(_ textView: UITextView)
}

extension UITextViewDelegate {
  public func textViewDidBeginEditing(_ textView: UITextView) {}
  public func textViewDidEndEditing(_ textView: UITextView) {}
  public func textViewDidChange(_ textView: UITextView) {}
}

/// Text that may be longer than the screen.
@preconcurrency @MainActor
open class UITextView: UIScrollView {
  open var text: String! = "" { didSet { contentChanged() } }
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

  override func drawContent(into picture: Picture) {
    guard let text, !text.isEmpty, !isSecureTextEntry else { return }
    let area = CGRect(origin: .zero, size: bounds.size).insetBy(dx: 5, dy: 8)
    TextLines(text, font ?? .systemFont(ofSize: 12), width: area.width, 0)
      .draw(into: picture, area, textColor ?? .label, textAlignment, centred: false)
  }
}
