// The calls when a controller's view comes and goes, in pairs, for it and for the controllers in it.

extension UIViewController {
  /// The position of a controller between off the screen and on it.
  enum Appearance: Equatable {
    case disappeared
    case appearing(animated: Bool, hasView: Bool)
    case appeared
    case disappearing(animated: Bool)
  }

  /// The reason why a controller comes or goes, as `isBeingPresented` and its kin ask.
  enum Movement {
    case presented, dismissed, toParent, fromParent
  }

  public var isBeingPresented: Bool { movement == .presented }
  public var isBeingDismissed: Bool { movement == .dismissed }
  public var isMovingToParent: Bool { movement == .toParent }
  public var isMovingFromParent: Bool { movement == .fromParent }

  /// Begins to show or hide a child; containers that forward appearance themselves call it.
  public func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    switch (isAppearing, appearance) {
    case (true, .disappeared), (true, .disappearing):
      loadViewIfNeeded()
      appearance = .appearing(animated: animated, hasView: false)
      viewWillAppear(animated)
    case (false, .appeared), (false, .appearing):
      appearance = .disappearing(animated: animated)
      viewWillDisappear(animated)
    case (true, .appearing), (true, .appeared), (false, .disappearing), (false, .disappeared):
      return
    }
    for child in forwardedChildren { child.beginAppearanceTransition(isAppearing, animated: animated) }
  }

  /// Ends what ``beginAppearanceTransition(_:animated:)`` began.
  public func endAppearanceTransition() {
    viewIsIn()
    switch appearance {
    case .appearing(let animated, _):
      appearance = .appeared
      for child in forwardedChildren { child.endAppearanceTransition() }
      viewDidAppear(animated)
      let show = awaitingPresentation
      awaitingPresentation = nil
      show?()
    case .disappearing(let animated):
      appearance = .disappeared
      for child in forwardedChildren { child.endAppearanceTransition() }
      viewDidDisappear(animated)
    case .appeared, .disappeared:
      return
    }
    movement = nil
  }

  /// The view is in the window: viewIsAppearing, before the layout.
  func viewIsIn() {
    guard case .appearing(let animated, hasView: false) = appearance else { return }
    appearance = .appearing(animated: animated, hasView: true)
    loadedView?.eachInTree { AppearanceProxies.apply(to: $0) }
    viewIsAppearing(animated)
    for child in forwardedChildren { child.viewIsIn() }
  }

  /// The whole of a coming or going, with the layout between.
  func runAppearance(_ appearing: Bool, animated: Bool) {
    beginAppearanceTransition(appearing, animated: animated)
    if appearing {
      viewIsIn()
      loadedView?.layoutIfNeeded()
    }
    endAppearanceTransition()
  }

  /// One controller takes the place of another, in the order of a push and a pop.
  static func exchange(
    _ old: UIViewController?, for new: UIViewController?, animated: Bool, views: () -> Void
  ) {
    new?.loadViewIfNeeded()
    old?.beginAppearanceTransition(false, animated: animated)
    new?.beginAppearanceTransition(true, animated: animated)
    views()
    new?.viewIsIn()
    new?.loadedView?.layoutIfNeeded()
    old?.endAppearanceTransition()
    new?.endAppearanceWithParent()
  }

  /// Ends the coming of a child that its container has just put in. While that comes to the screen itself, as in a scene's
  /// first F and A, its end is the child's as well.
  func endAppearanceWithParent() {
    if let parent, case .appearing = parent.appearance, parent.forwardedChildren.contains(self) { return }
    endAppearanceTransition()
  }

  var isOnScreen: Bool {
    switch appearance {
    case .appearing, .appeared: true
    case .disappeared, .disappearing: false
    }
  }

  /// Children whose views are in this view.
  var childrenInView: [UIViewController] {
    guard let loadedView else { return [] }
    return children.filter { $0.loadedView?.isDescendant(of: loadedView) == true }
  }

  private var forwardedChildren: [UIViewController] {
    shouldAutomaticallyForwardAppearanceMethods ? visibleChildren : []
  }

  /// A child whose view was added to or removed from its parent's view by hand, while that is on the screen or comes to
  /// it, appears or disappears with it.
  ///
  /// - Parameter hasLeft: the view has just left its window.
  func catchUpWithWindow(hasLeft: Bool = false) {
    guard let parent, parent.shouldAutomaticallyForwardAppearanceMethods else { return }
    let isIn = parent.childrenInView.contains(self)
    switch appearance {
    case .disappeared where isIn && parent.visibleChildren.contains(self): appear(in: parent)
    case .appeared where !isIn: runAppearance(false, animated: false)
    // A container asks its child to appear before it puts in the view, which may be laid out in between.
    case .appearing(_, let hasView) where !isIn && (hasView || hasLeft): runAppearance(false, animated: false)
    case .disappeared, .appeared, .appearing, .disappearing: return
    }
  }

  private func appear(in parent: UIViewController) {
    switch parent.appearance {
    case .appeared: runAppearance(true, animated: false)
    case .appearing(let animated, hasView: true):
      // The parent's end is this one's as well.
      beginAppearanceTransition(true, animated: animated)
      viewIsIn()
    // The parent asks its children itself when its own call has returned.
    case .appearing(_, hasView: false), .disappearing, .disappeared: return
    }
  }
}
