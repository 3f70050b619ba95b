// UIResponder: what handles events and hands on those that it does not handle.

/// An object that can respond to events.
@preconcurrency @MainActor
open class UIResponder: NSObject {
  /// The responder that gets what this one does not handle.
  open var next: UIResponder? { nil }

  /// Whether the responder takes the events that are bound to no place, such as keys.
  open var canBecomeFirstResponder: Bool { false }
  /// Whether it is willing to give that up.
  open var canResignFirstResponder: Bool { true }
  /// Whether it is the one.
  open var isFirstResponder: Bool { UIResponder.first === self }

  /// The app's first responder.
  static weak var first: UIResponder?

  /// Of a view or a view controller, in the order they were made.
  final var traitRegistrations: [TraitRegistration] = []

  /// Asks to be the first responder; the one that is it has to resign before.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard canBecomeFirstResponder else { return false }
    if let current = UIResponder.first, !(current.canResignFirstResponder && current.resignFirstResponder()) {
      return false
    }
    UIResponder.first = self
    return true
  }

  /// Gives up being the first responder.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    if isFirstResponder { UIResponder.first = nil }
    return true
  }

  /// Is the first responder no more, willing or not.
  func resignByForce() {
    if !resignFirstResponder(), isFirstResponder { UIResponder.first = nil }
  }

  /// The view that takes the place of the keyboard while this is the first responder.
  open var inputView: UIView? { nil }
  /// The view that is shown above the keyboard.
  open var inputAccessoryView: UIView? { nil }
  /// Tells the keyboard that its views have changed.
  open func reloadInputViews() {}

  /// The activity of the person with this responder's content.
  open var userActivity: NSUserActivity?
  /// Brings the activity up to date before it is handed on.
  open func updateUserActivityState(_ activity: NSUserActivity) {}
  /// Shows what the activity is about.
  open func restoreUserActivityState(_ activity: NSUserActivity) {}

  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }

  open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    var rest = presses
    if isFirstResponder, let input = self as? any UIKeyInput {
      rest = presses.filter { $0.key.map { !$0.enter(in: input) } ?? true }
    }
    if !rest.isEmpty { next?.pressesBegan(rest, with: event) }
  }
  open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesChanged(presses, with: event)
  }
  open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesEnded(presses, with: event)
  }
  open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesCancelled(presses, with: event)
  }

  open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { next?.motionBegan(motion, with: event) }
  open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { next?.motionEnded(motion, with: event) }
  open func motionCancelled(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    next?.motionCancelled(motion, with: event)
  }

  open func remoteControlReceived(with event: UIEvent?) { next?.remoteControlReceived(with: event) }
}
