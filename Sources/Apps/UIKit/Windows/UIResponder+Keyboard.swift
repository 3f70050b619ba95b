// The notifications of the keyboard on the screen, so that code that makes room for it compiles.

extension UIResponder {
  // There is no keyboard on the screen: what is typed comes as keys, and none of these is ever posted.

  /// `UIResponder.keyboardWillShowNotification`. Never posted: there is no keyboard on the screen.
  public nonisolated static let keyboardWillShowNotification = Notification.Name("UIKeyboardWillShowNotification")
  /// `UIResponder.keyboardDidShowNotification`. Never posted.
  public nonisolated static let keyboardDidShowNotification = Notification.Name("UIKeyboardDidShowNotification")
  /// `UIResponder.keyboardWillHideNotification`. Never posted.
  public nonisolated static let keyboardWillHideNotification = Notification.Name("UIKeyboardWillHideNotification")
  /// `UIResponder.keyboardDidHideNotification`. Never posted.
  public nonisolated static let keyboardDidHideNotification = Notification.Name("UIKeyboardDidHideNotification")
  /// `UIResponder.keyboardWillChangeFrameNotification`. Never posted.
  public nonisolated static let keyboardWillChangeFrameNotification =
    Notification.Name("UIKeyboardWillChangeFrameNotification")
  /// `UIResponder.keyboardDidChangeFrameNotification`. Never posted.
  public nonisolated static let keyboardDidChangeFrameNotification =
    Notification.Name("UIKeyboardDidChangeFrameNotification")

  /// `UIResponder.keyboardFrameBeginUserInfoKey`: an `NSValue` of a rectangle on the screen.
  public nonisolated static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
  /// `UIResponder.keyboardFrameEndUserInfoKey`: an `NSValue` of a rectangle on the screen.
  public nonisolated static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
  /// `UIResponder.keyboardAnimationDurationUserInfoKey`: seconds, in an `NSNumber`.
  public nonisolated static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
  /// `UIResponder.keyboardAnimationCurveUserInfoKey`: the raw value of a `UIView.AnimationCurve`, in an `NSNumber`.
  public nonisolated static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
  /// `UIResponder.keyboardIsLocalUserInfoKey`: whether the keyboard is this app's, in an `NSNumber`.
  public nonisolated static let keyboardIsLocalUserInfoKey = "UIKeyboardIsLocalUserInfoKey"
}

extension NSValue {
  /// `NSValue.cgRectValue`: the rectangle, as Foundation's `rectValue` is.
  public var cgRectValue: CGRect { rectValue }
}
