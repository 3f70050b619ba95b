// UIWindow: for now what an app delegate needs to name one; drawing comes with views.

/// The place on screen where an app shows its content.
@MainActor
open class UIWindow: UIResponder {
  /// Whether the window is kept off the screen; a new window is.
  open var isHidden = true
  /// Whether this is the app's key window, the one that receives input not bound to a place.
  open var isKeyWindow: Bool { UIWindow.key === self }

  private static weak var key: UIWindow?

  /// Shows the window and makes it the key window.
  open func makeKeyAndVisible() {
    isHidden = false
    UIWindow.key = self
  }

  open override var next: UIResponder? { UIApplication.shared }
}
