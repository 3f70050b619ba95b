// The layout of a view: constraints, priorities, guides, safe area and margins.

extension UIView {
  public var constraints: [NSLayoutConstraint] { layoutState.constraints }
  public func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }
  public func addConstraints(_ constraints: [NSLayoutConstraint]) { NSLayoutConstraint.activate(constraints) }
  public func removeConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = false }
  public func removeConstraints(_ constraints: [NSLayoutConstraint]) { NSLayoutConstraint.deactivate(constraints) }

  public func setNeedsUpdateConstraints() {
    layoutState.needsUpdateConstraints = true
    constraintsChanged()
  }
  public func needsUpdateConstraints() -> Bool { layoutState.needsUpdateConstraints }
  public func updateConstraintsIfNeeded() {
    eachInTree { if $0.layoutState.needsUpdateConstraints { $0.updateConstraints() } }
  }
  public func invalidateIntrinsicContentSize() { constraintsChanged() }

  public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    layoutState.hugging[axis] ?? .defaultLow
  }
  public func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
    layoutState.hugging[axis] = priority
    constraintsChanged()
  }
  public func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    layoutState.compression[axis] ?? .defaultHigh
  }
  public func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    layoutState.compression[axis] = priority
    constraintsChanged()
  }

  public func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
    layoutState.guides.append(layoutGuide)
    layoutGuide.owningView = self
  }
  public func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {
    layoutState.guides.removeAll { $0 === layoutGuide }
    layoutGuide.owningView = nil
  }
  public var layoutGuides: [UILayoutGuide] { layoutState.guides }

  /// The part that bars and the device's corners leave free.
  public var safeAreaLayoutGuide: UILayoutGuide {
    guideFollowing(\.safeAreaGuide, identifier: "UIViewSafeAreaLayoutGuide") { $0.safeAreaInsets }
  }
  public var layoutMarginsGuide: UILayoutGuide {
    guideFollowing(\.marginsGuide, identifier: "UIViewLayoutMarginsGuide") { $0.layoutMargins }
  }
  public var readableContentGuide: UILayoutGuide { layoutMarginsGuide }

  public var layoutMargins: UIEdgeInsets {
    get {
      let own = layoutState.margins ?? UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
      guard insetsLayoutMarginsFromSafeArea else { return own }
      let safe = safeAreaInsets
      return UIEdgeInsets(
        top: own.top + safe.top, left: own.left + safe.left, bottom: own.bottom + safe.bottom,
        right: own.right + safe.right)
    }
    set {
      layoutState.margins = newValue
      layoutMarginsDidChange()
      constraintsChanged()
    }
  }
  public var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get {
      let margins = layoutMargins
      return NSDirectionalEdgeInsets(
        top: margins.top, leading: margins.left, bottom: margins.bottom, trailing: margins.right)
    }
    set {
      layoutMargins = UIEdgeInsets(
        top: newValue.top, left: newValue.leading, bottom: newValue.bottom, right: newValue.trailing)
    }
  }

  /// The distances by which the superview's safe area insets reach into this view.
  var inheritedSafeArea: UIEdgeInsets {
    guard let parent, transform.isIdentity else { return .zero }
    let outer = parent.safeAreaInsets
    let frame = placement.frame.offsetBy(dx: -parent.placement.boundsOrigin.x, dy: -parent.placement.boundsOrigin.y)
    let size = parent.placement.frame.size
    return UIEdgeInsets(
      top: max(0, outer.top - frame.minY), left: max(0, outer.left - frame.minX),
      bottom: max(0, outer.bottom - (size.height - frame.maxY)), right: max(0, outer.right - (size.width - frame.maxX)))
  }

  private func guideFollowing(
    _ path: WritableKeyPath<LayoutState, UILayoutGuide?>, identifier: String,
    _ insets: @escaping @MainActor (UIView) -> UIEdgeInsets
  ) -> UILayoutGuide {
    if let made = layoutState[keyPath: path] { return made }
    let made = UILayoutGuide()
    made.identifier = identifier
    made.insets = insets
    addLayoutGuide(made)
    layoutState[keyPath: path] = made
    return made
  }

  /// The tree's equations are other ones now.
  func constraintsChanged() {
    let root = sequence(first: self, next: \.parent).reduce(self) { $1 }
    if !root.layoutState.isUnsolved { root.layoutState.isUnsolved = true }
    contentChanged()
  }

  /// The smallest size that the constraints allow, or the largest.
  public func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    LayoutSolver.fit(self, targetSize)
  }

  public nonisolated static let layoutFittingCompressedSize = CGSize.zero
  public nonisolated static let layoutFittingExpandedSize = CGSize(width: 10000, height: 10000)
}
