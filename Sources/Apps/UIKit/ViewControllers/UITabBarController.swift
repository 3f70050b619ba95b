// UITabBarController: several controllers side by side, one of which is seen; a bar chooses.

/// Shows one of several controllers, which the user chooses from a bar.
@preconcurrency @MainActor
open class UITabBarController: UIViewController, UITabBarDelegate {
  open weak var delegate: (any UITabBarControllerDelegate)?
  open var viewControllers: [UIViewController]? { didSet { tabsChanged(from: oldValue ?? []) } }
  open var customizableViewControllers: [UIViewController]?
  open private(set) lazy var tabBar: UITabBar = {
    let bar = UITabBar()
    bar.delegate = self
    return bar
  }()
  private var chosen: UIViewController?

  /// The place of the controller that is seen; `NSNotFound` when there is none.
  open var selectedIndex: Int {
    get { viewControllers?.firstIndex { $0 === chosen } ?? NSNotFound }
    set {
      guard let tabs = viewControllers, tabs.indices.contains(newValue) else { return }
      select(tabs[newValue])
    }
  }
  open var selectedViewController: UIViewController? {
    get { chosen }
    set {
      guard let newValue, viewControllers?.contains(newValue) == true else { return }
      select(newValue)
    }
  }

  open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
    self.viewControllers = viewControllers
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(tabBar)
    if let chosen { embed(chosen) }
    barsChanged()
  }
  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    placeBar()
  }

  /// A tap on the bar: the delegate may refuse, and hears of what was chosen. Setting ``selectedIndex`` asks nobody.
  open func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {
    guard let tab = viewControllers?.first(where: { $0.tabBarItem === item }) else { return }
    guard delegate?.tabBarController(self, shouldSelect: tab) ?? true else {
      return tabBar.selectedItem = chosen?.tabBarItem
    }
    select(tab)
    delegate?.tabBarController(self, didSelect: tab)
  }

  open override var childForStatusBarStyle: UIViewController? { chosen }
  open override var childForStatusBarHidden: UIViewController? { chosen }
  override var visibleChildren: [UIViewController] { chosen.map { [$0] } ?? [] }

  override func barsChanged() {
    guard isViewLoaded else { return }
    tabBar.items = viewControllers?.map(\.tabBarItem)
    tabBar.selectedItem = chosen?.tabBarItem
    placeBar()
  }

  private func placeBar() {
    guard let view = loadedView else { return }
    let height = UITabBar.height + view.safeAreaInsets.bottom
    tabBar.frame = CGRect(x: 0, y: view.bounds.height - height, width: view.bounds.width, height: height)
    view.bringSubviewToFront(tabBar)
  }

  private func tabsChanged(from old: [UIViewController]) {
    let new = viewControllers ?? []
    for tab in new where !old.contains(tab) { take(tab) }
    if !new.contains(where: { $0 === chosen }) { select(new.first) }
    for tab in old where !new.contains(tab) { release(tab) }
    barsChanged()
  }

  /// In the order of iOS, which asks the new controller to appear before the old one goes.
  private func select(_ new: UIViewController?) {
    let old = chosen
    guard old !== new else { return }
    chosen = new
    guard isViewLoaded else { return }
    let showsCalls = isOnScreen
    new?.loadViewIfNeeded()
    if showsCalls {
      new?.beginAppearanceTransition(true, animated: false)
      old?.beginAppearanceTransition(false, animated: false)
    }
    old?.loadedView?.removeFromSuperview()
    if let new { embed(new) }
    barsChanged()
    if showsCalls {
      new?.viewIsIn()
      new?.loadedView?.layoutIfNeeded()
      old?.endAppearanceTransition()
      new?.endAppearanceWithParent()
    }
  }
}

/// Decides about and hears of what the user chooses.
@preconcurrency @MainActor
public protocol UITabBarControllerDelegate: NSObjectProtocol {
  func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool
  func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

extension UITabBarControllerDelegate {
  public func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController)
    -> Bool
  { true }
  public func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {}
}
