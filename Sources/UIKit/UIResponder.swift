// UIResponder: what the application, its delegate, and later windows and views have in common.

/// An object that can respond to events.
@MainActor
open class UIResponder: NSObject {
  /// The responder that gets what this one does not handle.
  open var next: UIResponder? { nil }
}
