// UINavigationController: a stack of controllers of which the topmost is seen, under a bar.

/// Shows a stack of controllers, and a bar with the way back.
@preconcurrency @MainActor
open class UINavigationController: UIViewController {
  open weak var delegate: (any UINavigationControllerDelegate)?
  open var viewControllers: [UIViewController] {
    get { stack }
    set { setViewControllers(newValue, animated: false) }
  }
  private var stack: [UIViewController] = []
  open var topViewController: UIViewController? { stack.last }
  /// The top, or what is presented over it.
  open var visibleViewController: UIViewController? { presentedViewController ?? topViewController }

  open private(set) lazy var navigationBar: UINavigationBar =
    (navigationBarClass?.makeDynamically() as? UINavigationBar) ?? UINavigationBar()
  open private(set) lazy var toolbar: UIToolbar! = (toolbarClass?.makeDynamically() as? UIToolbar) ?? UIToolbar()
  private let navigationBarClass: NSObject.Type?
  private let toolbarClass: NSObject.Type?
  open var isNavigationBarHidden = false { didSet { barsChanged() } }
  open var isToolbarHidden = true { didSet { barsChanged() } }
  open var hidesBarsOnSwipe = false
  open var hidesBarsOnTap = false
  open var hidesBarsWhenKeyboardAppears = false
  open var hidesBarsWhenVerticallyCompact = false
  /// A swipe from the left edge, which goes back.
  open private(set) lazy var interactivePopGestureRecognizer: UIGestureRecognizer? = makeEdgePan()

  public init(rootViewController: UIViewController) {
    navigationBarClass = nil
    toolbarClass = nil
    super.init(nibName: nil, bundle: nil)
    setViewControllers([rootViewController], animated: false)
  }
  public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
    self.navigationBarClass = navigationBarClass as? NSObject.Type
    self.toolbarClass = toolbarClass as? NSObject.Type
    super.init(nibName: nil, bundle: nil)
  }
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    navigationBarClass = nil
    toolbarClass = nil
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }
  public required init?(coder: NSCoder) {
    navigationBarClass = nil
    toolbarClass = nil
    super.init(coder: coder)
  }

  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) { isNavigationBarHidden = hidden }
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    // iOS throws an exception here; a controller that is on the stack already stays where it is.
    guard !stack.contains(viewController) else {
      return complain("unable to push \(viewController): it is on the stack already; pop to it instead")
    }
    change(to: stack + [viewController], animated: animated)
  }
  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard stack.count > 1 else { return nil }
    return change(to: stack.dropLast(), animated: animated).last
  }
  @discardableResult
  open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
    guard let index = stack.firstIndex(of: viewController) else { return nil }
    return change(to: stack[...index], animated: animated)
  }
  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    stack.count > 1 ? change(to: stack.prefix(1), animated: animated) : nil
  }
  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    change(to: viewControllers, animated: animated)
  }
  open override func show(_ vc: UIViewController, sender: Any?) { pushViewController(vc, animated: true) }

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(navigationBar)
    navigationBar.goBack = { [weak self] in _ = self?.popViewController(animated: true) }
    if let interactivePopGestureRecognizer { view.addGestureRecognizer(interactivePopGestureRecognizer) }
    showTop()
  }

  private func makeEdgePan() -> UIGestureRecognizer {
    let pan = UIScreenEdgePanGestureRecognizer()
    pan.edges = .left
    pan.addTarget(self, action: UINavigationController.followBack)
    return pan
  }
  private func followBack(_ pan: UIScreenEdgePanGestureRecognizer) {
    guard pan.state == .ended, pan.translation(in: view).x > view.bounds.width / 3 else { return }
    popViewController(animated: true)
  }
  // The delegate is told of the first controller too.
  open override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    if let top = topViewController { delegate?.navigationController(self, willShow: top, animated: animated) }
  }
  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    if let top = topViewController { delegate?.navigationController(self, didShow: top, animated: animated) }
  }
  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    placeBars()
  }

  open override var childForStatusBarStyle: UIViewController? { isNavigationBarHidden ? topViewController : nil }
  open override var childForStatusBarHidden: UIViewController? { topViewController }
  override var visibleChildren: [UIViewController] { topViewController.map { [$0] } ?? [] }

  override func barsChanged() {
    guard isViewLoaded else { return }
    navigationBar.setItems(stack.map(\.navigationItem), animated: false)
    placeBars()
  }

  /// Brings the stack from what it is to what it shall be; returns the controllers that left it.
  @discardableResult
  private func change<S: Sequence>(to new: S, animated: Bool) -> [UIViewController]
  where S.Element == UIViewController {
    let old = stack
    let new = Array(new)
    let gone = old.filter { !new.contains($0) }
    let added = new.filter { !old.contains($0) }
    for controller in added { addChild(controller) }
    for controller in gone {
      controller.willMove(toParent: nil)
      controller.movement = .fromParent
    }
    stack = new
    if isViewLoaded { exchangeTops(old.last, new.last, animated) }
    for controller in gone { controller.removeFromParent() }
    for controller in added { controller.didMove(toParent: self) }
    return gone
  }

  private func exchangeTops(_ old: UIViewController?, _ new: UIViewController?, _ animated: Bool) {
    guard old !== new else { return barsChanged() }
    guard isOnScreen else {
      old?.loadedView?.removeFromSuperview()
      return showTop()
    }
    UIViewController.exchange(old, for: new, animated: animated) {
      if let new { delegate?.navigationController(self, willShow: new, animated: animated) }
      old?.loadedView?.removeFromSuperview()
      showTop()
    }
    // While the stack itself comes to the screen, its own viewDidAppear says so.
    guard appearance == .appeared, let new else { return }
    delegate?.navigationController(self, didShow: new, animated: animated)
  }

  private func showTop() {
    if let top = topViewController { embed(top) }
    barsChanged()
  }

  /// The bar lies over the top of the content, which extends under it.
  private func placeBars() {
    guard let view = loadedView else { return }
    navigationBar.isHidden = isNavigationBarHidden
    navigationBar.frame = CGRect(
      x: 0, y: view.safeAreaInsets.top, width: view.bounds.width, height: navigationBar.height)
    view.bringSubviewToFront(navigationBar)
    if isToolbarHidden { return toolbar.removeFromSuperview() }
    toolbar.items = topViewController?.toolbarItems
    let height = UIToolbar.height
    toolbar.frame = CGRect(
      x: 0, y: view.bounds.height - view.safeAreaInsets.bottom - height, width: view.bounds.width, height: height)
    view.addSubview(toolbar)
  }
}

/// The calls that a navigation controller makes when it shows another controller.
@preconcurrency @MainActor
public protocol UINavigationControllerDelegate: NSObjectProtocol {
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
}

extension UINavigationControllerDelegate {
  public func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
  ) {}
  public func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
  ) {}
}
