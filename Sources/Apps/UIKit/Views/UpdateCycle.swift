// UpdateCycle: when changes of views reach the screen: once in a turn of the run loop, and not at all while the app is
// in the background (FG3).

@MainActor enum UpdateCycle {
  /// Whether changes are kept until ``release()``.
  private(set) static var isHeld = false
  private static var isDirty = false
  private static var isScheduled = false

  /// Whether some window looks different from what its last picture shows; a picture of one that does not would be
  /// the same again (SN1).
  static var hasChangesSinceSnapshot: Bool { UIWindow.all.contains { $0.hasChangesSinceSnapshot } }

  /// Something in a window has to be laid out or drawn anew.
  static func schedule() {
    isDirty = true
    if isHeld || isScheduled { return }
    isScheduled = true
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        isScheduled = false
        if !isHeld { flush() }
      }
    }
  }

  /// From now on changes are only remembered.
  static func hold() { isHeld = true }

  /// Shows all that has changed since ``hold()``, each view once.
  static func release() {
    isHeld = false
    flush()
  }

  /// Brings the windows up to date for a picture. While changes are held, views are only put in their places: the
  /// picture shows them as they were drawn last, and they are drawn once, on return.
  static func settle() {
    guard isHeld else { return flush() }
    for window in UIWindow.all where !window.isHidden { window.layoutIfNeeded() }
  }

  /// Lays out and draws what is due.
  static func flush() {
    // A change that a layout or draw(_:) makes belongs to the same update; one that changes itself each time waits for
    // the next.
    for _ in 0..<4 where isDirty {
      isDirty = false
      for window in UIWindow.all where !window.isHidden {
        window.layoutIfNeeded()
        window.displayIfNeeded()
      }
    }
    if isDirty { schedule() }
  }
}
