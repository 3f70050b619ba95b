// Controllers in controllers.

extension UIViewController {
  func adopt(_ child: UIViewController) {
    guard child.parent !== self, !child.isUnder(self) else { return }
    child.willMove(toParent: self)
    if child.parent != nil { child.removeFromParent() }
    child.parent = self
    child.movement = .toParent
    children.append(child)
  }

  func leaveParent() {
    guard let parent else { return }
    if isOnScreen, loadedView?.window == nil { runAppearance(false, animated: false) }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    movement = nil
    didMove(toParent: nil)
  }

  /// Takes one child's view out and another's in, with the calls that belong to it.
  public func transition(
    from fromViewController: UIViewController, to toViewController: UIViewController, duration: TimeInterval,
    options: UIView.AnimationOptions = [], animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    let container = fromViewController.view.superview ?? view
    let isAnimated = duration > 0
    toViewController.loadViewIfNeeded()
    if isOnScreen {
      toViewController.beginAppearanceTransition(true, animated: isAnimated)
      fromViewController.beginAppearanceTransition(false, animated: isAnimated)
    }
    container?.addSubview(toViewController.view)
    animations?()
    fromViewController.view.removeFromSuperview()
    toViewController.viewIsIn()
    container?.layoutIfNeeded()
    fromViewController.endAppearanceTransition()
    toViewController.endAppearanceWithParent()
    completion?(true)
  }

  /// Adds a child for good, with both calls.
  func take(_ child: UIViewController) {
    addChild(child)
    child.didMove(toParent: self)
  }

  /// Removes a child for good, with both calls.
  func release(_ child: UIViewController) {
    child.willMove(toParent: nil)
    child.loadedView?.removeFromSuperview()
    child.removeFromParent()
  }
}
