// UITextField: one line of text that is written by a person.

/// The calls and questions of a text field.
@preconcurrency @MainActor
public protocol UITextFieldDelegate: NSObjectProtocol {
  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
  func textFieldDidBeginEditing(_ textField: UITextField)
  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
  func textFieldDidEndEditing(_ textField: UITextField)
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool
  func textFieldShouldClear(_ textField: UITextField) -> Bool
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
  func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason)
  func textFieldDidChangeSelection(_ textField: UITextField)
}

extension UITextFieldDelegate {
  public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
  public func textFieldDidBeginEditing(_ textField: UITextField) {}
  public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
  public func textFieldDidEndEditing(_ textField: UITextField) {}
  public func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool { true }
  public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
  public func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason) {
    textFieldDidEndEditing(textField)
  }
  public func textFieldDidChangeSelection(_ textField: UITextField) {}
}

public enum UIKeyboardType: Int, Sendable {
  case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad
  case twitter, webSearch, asciiCapableNumberPad
}
public enum UIReturnKeyType: Int, Sendable {
  case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}
public enum UITextAutocapitalizationType: Int, Sendable { case none, words, sentences, allCharacters }
public enum UITextAutocorrectionType: Int, Sendable { case `default`, no, yes }
public enum UIKeyboardAppearance: Int, Sendable { case `default`, dark, light }

/// A line of text to write in.
@preconcurrency @MainActor
open class UITextField: UIControl, UITextInput {
  public enum BorderStyle: Int, Sendable { case none, line, bezel, roundedRect }
  public enum ViewMode: Int, Sendable { case never, whileEditing, unlessEditing, always }
  public enum DidEndEditingReason: Int, Sendable { case committed, cancelled }

  /// Setting it moves the cursor to its end.
  open var text: String? {
    get { written.string }
    set {
      written = WrittenText(newValue)
      selection = NSRange(location: written.length, length: 0)
      contentChanged()
    }
  }
  private var written = WrittenText("")
  private var selection = NSRange(location: 0, length: 0)
  open var attributedText: NSAttributedString? {
    get { text.map { NSAttributedString(string: $0) } }
    set { text = newValue?.string }
  }
  open var placeholder: String? { didSet { contentChanged() } }
  open var attributedPlaceholder: NSAttributedString? {
    get { placeholder.map { NSAttributedString(string: $0) } }
    set { placeholder = newValue?.string }
  }
  open var font: UIFont? = .systemFont(ofSize: 17) { didSet { contentChanged() } }
  open var textColor: UIColor? = .label { didSet { contentChanged() } }
  open var textAlignment = NSTextAlignment.natural { didSet { contentChanged() } }
  open var borderStyle = BorderStyle.none { didSet { contentChanged() } }
  open weak var delegate: (any UITextFieldDelegate)?
  open var clearButtonMode = ViewMode.never
  open var leftView: UIView?
  open var leftViewMode = ViewMode.never
  open var rightView: UIView?
  open var rightViewMode = ViewMode.never
  open var adjustsFontSizeToFitWidth = false
  open var minimumFontSize: CGFloat = 0
  /// The text is nobody's business but the writer's: a picture shows neither the text nor how long it is (SN1).
  open var isSecureTextEntry = false { didSet { contentChanged() } }
  open var keyboardType = UIKeyboardType.default
  open var keyboardAppearance = UIKeyboardAppearance.default
  open var returnKeyType = UIReturnKeyType.default
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var autocorrectionType = UITextAutocorrectionType.default
  open var enablesReturnKeyAutomatically = false
  open private(set) var isEditing = false
  open var hasText: Bool { !(text ?? "").isEmpty }

  open override var canBecomeFirstResponder: Bool { isEnabled }

  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard delegate?.textFieldShouldBeginEditing(self) ?? true, super.becomeFirstResponder() else { return false }
    isEditing = true
    delegate?.textFieldDidBeginEditing(self)
    sendActions(for: .editingDidBegin)
    NotificationCenter.default.post(name: UITextField.textDidBeginEditingNotification, object: self)
    return true
  }

  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard isEditing else { return super.resignFirstResponder() }
    guard delegate?.textFieldShouldEndEditing(self) ?? true, super.resignFirstResponder() else { return false }
    editingEnds()
    return true
  }
  override func resignByForce() {
    super.resignByForce()
    if isEditing { editingEnds() }
  }
  private func editingEnds() {
    isEditing = false
    delegate?.textFieldDidEndEditing(self, reason: .committed)
    sendActions(for: .editingDidEnd)
    NotificationCenter.default.post(name: UITextField.textDidEndEditingNotification, object: self)
  }

  // MARK: Writing

  public nonisolated static let textDidBeginEditingNotification =
    Notification.Name("UITextFieldTextDidBeginEditingNotification")
  public nonisolated static let textDidChangeNotification = Notification.Name("UITextFieldTextDidChangeNotification")
  public nonisolated static let textDidEndEditingNotification =
    Notification.Name("UITextFieldTextDidEndEditingNotification")

  /// Enters text at the cursor, in place of what is selected; the delegate may refuse. A line break is the return key.
  open func insertText(_ text: String) {
    if text == "\n" { return pressReturn() }
    change(selection, text)
  }
  /// Takes away what is selected, or the character before the cursor.
  open func deleteBackward() { if let backwards { change(backwards, "") } }

  // MARK: The cursor

  open var selectedTextRange: UITextRange? {
    get { UITextRange(selection) }
    set {
      selection = (newValue?.range ?? NSRange(location: endOfDocument.offset, length: 0)).cut(to: endOfDocument.offset)
      delegate?.textFieldDidChangeSelection(self)
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

  /// As the button at the end of the field does.
  func clear() {
    guard delegate?.textFieldShouldClear(self) ?? true else { return }
    text = ""
    textChanged()
  }

  private func change(_ range: NSRange, _ new: String) {
    guard delegate?.textField(self, shouldChangeCharactersIn: range, replacementString: new) ?? true else { return }
    put(new, in: range.cut(to: endOfDocument.offset))
    textChanged()
  }

  private func textChanged() {
    delegate?.textFieldDidChangeSelection(self)
    sendActions(for: .editingChanged)
    NotificationCenter.default.post(name: UITextField.textDidChangeNotification, object: self)
  }

  /// With an action for `editingDidEndOnExit`, the return key ends the editing; else the delegate does what it likes.
  private func pressReturn() {
    guard delegate?.textFieldShouldReturn(self) ?? true else { return }
    sendActions(for: [.editingDidEndOnExit, .primaryActionTriggered])
    if allControlEvents.contains(.editingDidEndOnExit) { resignFirstResponder() }
  }

  override func isUsed(at point: CGPoint) {
    let clears: Bool =
      switch clearButtonMode {
      case .never: false
      case .whileEditing: isEditing
      case .unlessEditing: !isEditing
      case .always: true
      }
    if clears, hasText, point.x >= bounds.width - 28 { return clear() }
    becomeFirstResponder()
  }

  open override var intrinsicContentSize: CGSize {
    let shown = hasText ? text : placeholder
    let size = TextLines(shown ?? "", font ?? .systemFont(ofSize: 17), width: .infinity, 1).size
    return CGSize(width: size.width + 14, height: max(size.height + 12, 34))
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  override func drawContent(into picture: Picture) {
    let area = CGRect(origin: .zero, size: bounds.size)
    switch borderStyle {
    case .none: break
    case .line, .bezel: picture.rect(area, fill: nil, stroke: .systemGray, strokeWidth: 1)
    case .roundedRect: picture.rect(area, fill: .white, radius: 5, stroke: .systemGray4, strokeWidth: 1)
    }
    let font = font ?? .systemFont(ofSize: 17)
    let inside = area.insetBy(dx: 7, dy: 0)
    if hasText, isSecureTextEntry {
      for dot in 0..<8 {
        let center = CGPoint(x: inside.minX + 5 + CGFloat(dot) * 11, y: area.midY)
        picture.circle(center: center, radius: 3.5, fill: textColor ?? .label)
      }
    } else if let text, !text.isEmpty {
      picture.line(text, in: inside, font: font, color: textColor ?? .label, alignment: textAlignment)
    } else if let placeholder {
      picture.line(placeholder, in: inside, font: font, color: .systemGray3, alignment: textAlignment)
    }
  }
}
