// The tree of views: adding, moving and removing subviews.

extension UIView {
  public func addSubview(_ view: UIView) { insert(view) { $0.count } }
  public func insertSubview(_ view: UIView, at index: Int) { insert(view) { max(0, min(index, $0.count)) } }
  public func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    insert(view) { siblings in siblings.firstIndex(of: siblingSubview).map { $0 + 1 } ?? siblings.count }
  }
  public func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    insert(view) { siblings in siblings.firstIndex(of: siblingSubview) ?? siblings.count }
  }

  public func bringSubviewToFront(_ view: UIView) { reorder(view) { $0.count } }
  public func sendSubviewToBack(_ view: UIView) { reorder(view) { _ in 0 } }
  public func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
    guard children.indices.contains(index1), children.indices.contains(index2) else { return }
    children.swapAt(index1, index2)
    contentChanged()
  }

  public func isDescendant(of view: UIView) -> Bool {
    sequence(first: self, next: \.parent).contains { $0 === view }
  }

  /// The view of this tree that has the tag.
  public func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    for child in children {
      if let found = child.viewWithTag(tag) { return found }
    }
    return nil
  }

  public func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
    gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
    gestureRecognizer.view = self
  }
  public func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizers?.removeAll { $0 === gestureRecognizer }
    if gestureRecognizer.view === self { gestureRecognizer.view = nil }
  }

  private func reorder(_ view: UIView, _ index: ([UIView]) -> Int) {
    guard let old = children.firstIndex(of: view) else { return }
    children.remove(at: old)
    children.insert(view, at: index(children))
    contentChanged()
  }

  private func insert(_ view: UIView, at index: ([UIView]) -> Int) {
    if view.window != nil, view.window !== window { view.endInput() }
    if view === self || isDescendant(of: view) { return }
    if view.parent === self { return reorder(view, index) }
    let target = window
    let moves = view.window !== target
    view.willMove(toSuperview: self)
    if moves { view.eachInTree { $0.willMove(toWindow: target) } }
    view.detach()
    children.insert(view, at: index(children))
    view.parent = self
    view.constraintsChanged()
    view.setNeedsLayout()
    setNeedsLayout()
    view.didMoveToSuperview()
    if moves { view.eachInTree { $0.didMoveToWindow() } }
    if moves, target == nil { view.tellLeftWindow() }
    didAddSubview(view)
  }

  /// Out of the superview, without a word to the view itself.
  func detach() {
    guard let parent else { return }
    parent.willRemoveSubview(self)
    parent.contentChanged()
    parent.setNeedsLayout()
    parent.children.removeAll { $0 === self }
    self.parent = nil
    NSLayoutConstraint.forget(leaving: self, of: parent)
  }

  /// A view that is in no window is not laid out, so its controller would not hear of it then.
  func tellLeftWindow() { eachInTree { ($0.owner as? any LayoutObserver)?.viewLeftWindow() } }

  func eachInTree(_ body: (UIView) -> Void) {
    body(self)
    for child in children { child.eachInTree(body) }
  }
}

extension UIView {
  /// Has what is being written in, in this view or below, give up being the first responder.
  @discardableResult
  public func endEditing(_ force: Bool) -> Bool {
    guard let first = firstResponderInside else { return false }
    return first.resignFirstResponder()
  }

  /// The tree leaves its window, or is covered: input would go on to what nobody sees.
  func endInput() { firstResponderInside?.resignByForce() }

  private var firstResponderInside: UIView? {
    guard let first = UIResponder.first as? UIView, first.isDescendant(of: self) else { return nil }
    return first
  }
}
