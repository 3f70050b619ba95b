// Restoration: makes the controllers of an archive again and has each decode its state, in the order of iOS: all are
// made, containers get what they contain, each decodes after its view is loaded, then all hear that it is over (SC5).

@MainActor struct Restoration {
  private let application: UIApplication
  private let delegate: any UIApplicationDelegate
  private let roots = KeptController.roots
  private let kept: [KeptController]
  private var made: [Int: UIViewController] = [:]
  private var coders: [Int: StateCoder] = [:]

  init(_ kept: [KeptController], _ application: UIApplication, _ delegate: any UIApplicationDelegate) {
    self.kept = kept
    self.application = application
    self.delegate = delegate
  }

  /// Returns the controllers that have decoded, from the root down.
  mutating func run() -> [UIViewController] {
    for one in kept { make(one) }
    for one in kept { connect(one) }
    var restored: [UIViewController] = []
    for one in kept {
      guard let controller = made[one.number] else { continue }
      controller.loadViewIfNeeded()
      if let coder = coders[one.number] { controller.decodeRestorableState(with: coder) }
      restored.append(controller)
    }
    return restored
  }

  // MARK: Making

  /// Nobody is asked for the controllers in one that was refused.
  private mutating func make(_ one: KeptController) {
    let parent = one.parent.flatMap { made[$0] }
    if one.parent != nil, parent == nil { return }
    let storyboard = one.storyboard.map { UIStoryboard(name: $0, bundle: nil) }
    let coder = one.state.flatMap(StateCoder.init(data:)) ?? StateCoder()
    coder.given[UIApplication.stateRestorationViewControllerStoryboardKey] = storyboard
    coders[one.number] = coder
    made[one.number] = controller(one, parent, storyboard, coder)
  }

  /// By its restoration class, whose nil is a refusal; else by the app's delegate; else the one that is there already;
  /// else of its storyboard.
  private func controller(
    _ one: KeptController, _ parent: UIViewController?, _ storyboard: UIStoryboard?, _ coder: StateCoder
  ) -> UIViewController? {
    if let maker = one.restorationClass.flatMap(AppClass.named) as? any UIViewControllerRestoration.Type {
      return maker.viewController(withRestorationIdentifierPath: one.path, coder: coder)
    }
    return delegate.application(application, viewControllerWithRestorationIdentifierPath: one.path, coder: coder)
      ?? present(one, parent) ?? one.path.last.flatMap { storyboard?.controller(restoring: $0) }
  }

  /// The one that the app, or its storyboard, has made before.
  private func present(_ one: KeptController, _ parent: UIViewController?) -> UIViewController? {
    guard let parent else {
      let root = roots.indices.contains(one.window) ? roots[one.window] : nil
      return root?.restorationIdentifier == one.path.last ? root : nil
    }
    if one.isPresented {
      return parent.presented?.restorationIdentifier == one.path.last ? parent.presented : nil
    }
    let twins = parent.restorableChildren.filter { $0.restorationIdentifier == one.path.last }
    return twins.indices.contains(one.twin) ? twins[one.twin] : nil
  }

  // MARK: Containing

  private func connect(_ one: KeptController) {
    guard let controller = made[one.number] else { return }
    // One that its class or the delegate made, for a window that has no content yet.
    if one.parent == nil, !UIWindow.all.contains(where: { $0.rootViewController === controller }) {
      UIWindow.all.first { $0.rootViewController == nil }?.rootViewController = controller
    }
    let inside = kept.filter { $0.parent == one.number && !$0.isPresented }
    switch controller {
    case let navigation as UINavigationController:
      // A stack has no gaps: what lies on a controller that is not there again is not there either.
      let stack = inside.prefix { made[$0.number] != nil }.compactMap { made[$0.number] }
      if !stack.isEmpty, stack != navigation.viewControllers { navigation.setViewControllers(stack, animated: false) }
    case let tabs as UITabBarController:
      let again = inside.compactMap { made[$0.number] }
      if tabs.viewControllers?.isEmpty ?? true { tabs.setViewControllers(again, animated: false) }
      tabs.selectedViewController = inside.first(where: \.isSelected).flatMap { made[$0.number] }
    case let split as UISplitViewController:
      if split.viewControllers.isEmpty { split.viewControllers = inside.compactMap { made[$0.number] } }
    default: break
    }
    for over in kept where over.parent == one.number && over.isPresented {
      guard let presented = made[over.number], presented.presenter == nil else { continue }
      controller.present(presented, animated: false)
    }
  }
}

extension UIStoryboard {
  /// The controller whose restoration identifier, or storyboard identifier used as such, this is.
  fileprivate func controller(restoring identifier: String) -> UIViewController? {
    (try? restored(identifier)) ?? nil
  }
}
