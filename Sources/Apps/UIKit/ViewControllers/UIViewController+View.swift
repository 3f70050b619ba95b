// Loading the view, and what the view tells its controller.

extension UIViewController: LayoutObserver, UIContentContainer, UITraitEnvironment, UIAppearanceContainer {
  public var isViewLoaded: Bool { loadedView != nil }
  public var viewIfLoaded: UIView? { loadedView }

  public func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    // A loadView() that sets no view leaves the controller with a plain one, where iOS would end the app.
    if loadedView == nil { replaceView(plainView()) }
    loadedView?.overrideUserInterfaceStyle = overrideUserInterfaceStyle
    viewDidLoad()
  }

  public var traitCollection: UITraitCollection {
    (loadedView?.traitCollection ?? UIScreen.main.traitCollection).with(overrideUserInterfaceStyle)
  }

  public func setEditing(_ editing: Bool) { setEditing(editing, animated: false) }
  /// A button that toggles ``isEditing``.
  public var editButtonItem: UIBarButtonItem {
    UIBarButtonItem(
      systemItem: .edit,
      primaryAction: UIAction { [weak self] _ in
        guard let self else { return }
        setEditing(!isEditing, animated: true)
      })
  }

  func plainView() -> UIView {
    let view = UIView(frame: UIScreen.main.bounds)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    return view
  }

  func replaceView(_ view: UIView?) {
    if loadedView?.owner === self { loadedView?.owner = nil }
    loadedView = view
    view?.owner = self
  }

  func viewLayout(begins: Bool) {
    if begins {
      catchUpWithWindow()
      viewWillLayoutSubviews()
    } else {
      viewDidLayoutSubviews()
    }
  }

  func viewLeftWindow() { catchUpWithWindow(hasLeft: true) }

  /// Puts a child's view in the place of the own view, under what is there already.
  func embed(_ child: UIViewController, in rectangle: CGRect? = nil) {
    guard let content = child.view, let view else { return }
    content.frame = rectangle ?? view.bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    if content.superview !== view { view.insertSubview(content, at: 0) }
  }

  /// The nearest controller around this one that fits.
  func enclosing(_ fits: (UIViewController) -> Bool) -> UIViewController? {
    sequence(first: self) { $0.parent }.dropFirst().first(where: fits)
  }

  func titleChanged() {
    navigationItem.title = title
    tabBarItem?.title = title
    enclosing { $0 is UINavigationController }?.barsChanged()
    enclosing { $0 is UITabBarController }?.barsChanged()
  }
}

extension UIViewController {
  /// The nearest one that contains this controller.
  public var navigationController: UINavigationController? {
    enclosing { $0 is UINavigationController } as? UINavigationController
  }
  public var tabBarController: UITabBarController? {
    enclosing { $0 is UITabBarController } as? UITabBarController
  }
  public var splitViewController: UISplitViewController? {
    enclosing { $0 is UISplitViewController } as? UISplitViewController
  }
}
