// Dirty marking: what has to be laid out or drawn in the next update.

extension UIView {
  /// Lays the subviews out in the next update.
  public func setNeedsLayout() {
    needsLayout = true
    if let window {
      window.hasChangesSinceSnapshot = true
      UpdateCycle.schedule()
    }
  }

  /// Has the view drawn in the next update, however often it is asked for.
  public func setNeedsDisplay() {
    needsDisplay = true
    contentChanged()
  }
  public func setNeedsDisplay(_ rect: CGRect) { setNeedsDisplay() }

  /// The view looks different now.
  func contentChanged() {
    guard let window else { return }
    window.hasChangesSinceSnapshot = true
    UpdateCycle.schedule()
  }

  /// Lays the tree out now, where it is due.
  public func layoutIfNeeded() {
    let root = sequence(first: self, next: \.parent).reduce(self) { $1 }
    // A layout may change constraints, and constraints the layout; three rounds are enough for what settles at all.
    for _ in 0..<3 {
      LayoutSolver.solve(root)
      if !layOutTree() { return }
    }
  }

  /// Returns whether anything was due.
  private func layOutTree() -> Bool {
    var worked = false
    if needsLayout {
      needsLayout = false
      worked = true
      (owner as? any LayoutObserver)?.viewLayout(begins: true)
      layoutSubviews()
      (owner as? any LayoutObserver)?.viewLayout(begins: false)
    }
    for child in children where child.layOutTree() { worked = true }
    return worked
  }

  func displayIfNeeded() {
    if isHidden { return }
    if needsDisplay {
      needsDisplay = false
      UITraitCollection.$scoped.withValue(traitCollection) { draw(bounds) }
    }
    for child in children { child.displayIfNeeded() }
  }
}

/// A view controller, which is told before and after the layout of its view, and when the view has left its window.
@MainActor protocol LayoutObserver {
  func viewLayout(begins: Bool)
  func viewLeftWindow()
}
