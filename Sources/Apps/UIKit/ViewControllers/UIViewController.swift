// UIViewController: what manages a part of the interface. Here are its parts and the methods that subclasses override;
// its work is in the files beside this one.

/// Manages the views of one part of an app's interface.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
  // MARK: The view

  /// The view, which is loaded when it is first asked for.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set { replaceView(newValue) }
  }
  final var loadedView: UIView?
  /// The view as a storyboard describes it, made when the view is loaded.
  final var viewFromStoryboard: (@MainActor () -> UIView)?

  /// The nib named at the beginning; nibs are compiled for iOS and cannot be read here.
  public final let nibName: String?
  public final let nibBundle: Bundle?
  /// The storyboard that the controller is from.
  open internal(set) var storyboard: UIStoryboard?
  final var storyboardSegues: [StoryboardSegue] = []

  // MARK: Other controllers

  open internal(set) weak var parent: UIViewController?
  open internal(set) var children: [UIViewController] = []
  /// The stage of the controller's appearance, between its beginning and its end.
  final var appearance = Appearance.disappeared
  final var movement: Movement?
  /// The controller that this one itself has put over the interface.
  final var presented: UIViewController?
  final weak var presenter: UIViewController?
  /// Made when the app first asks for it.
  final var presentation: UIPresentationController?
  /// Shows what was presented before this controller was on the screen, as launches do.
  final var awaitingPresentation: (@MainActor () -> Void)?
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  open var modalPresentationCapturesStatusBarAppearance = false
  open var isModalInPresentation = false
  open var definesPresentationContext = false
  open var providesPresentationContextTransitionStyle = false
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?

  // MARK: Bars

  /// The title that bars show for this controller.
  open var title: String? { didSet { titleChanged() } }
  open private(set) lazy var navigationItem = UINavigationItem(title: title ?? "")
  open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, selectedImage: nil)
  open var toolbarItems: [UIBarButtonItem]? { didSet { navigationController?.barsChanged() } }
  open var hidesBottomBarWhenPushed = false
  open var edgesForExtendedLayout = UIRectEdge.all
  open var extendedLayoutIncludesOpaqueBars = false
  open var automaticallyAdjustsScrollViewInsets = true
  open var additionalSafeAreaInsets = UIEdgeInsets.zero { didSet { loadedView?.setNeedsLayout() } }
  open var preferredContentSize = CGSize.zero

  // MARK: Restoration

  open var restorationIdentifier: String?
  open var restorationClass: (any UIViewControllerRestoration.Type)?

  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
    didSet { loadedView?.overrideUserInterfaceStyle = overrideUserInterfaceStyle }
  }

  /// A controller whose view is made by ``loadView()``.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    nibName = nibNameOrNil
    nibBundle = nibBundleOrNil
    super.init()
  }
  /// Storyboards make their controllers with this.
  public required init?(coder: NSCoder) {
    nibName = nil
    nibBundle = nil
    super.init()
  }
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  open override var next: UIResponder? { loadedView?.superview ?? presenter ?? parent }

  // MARK: For subclasses to override

  /// Makes the view and sets ``view``. Never call it.
  open func loadView() {
    view = viewFromStoryboard?() ?? plainView()
    viewFromStoryboard = nil
  }
  /// The view has been loaded.
  open func viewDidLoad() {}

  /// The view is about to be put on the screen. It is called when the controller comes into the interface, not when
  /// the app comes back from the background (FG3).
  open func viewWillAppear(_ animated: Bool) {}
  /// The view is in its window and has its traits, but is not laid out yet.
  open func viewIsAppearing(_ animated: Bool) {}
  /// The view is on the screen.
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}

  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}
  open func updateViewConstraints() { loadedView?.updateConstraints() }
  open func viewLayoutMarginsDidChange() {}
  open func viewSafeAreaInsetsDidChange() {}

  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) { catchUpWithWindow() }
  /// False for a container that calls ``beginAppearanceTransition(_:animated:)`` of its children itself.
  open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }
  open var childForStatusBarStyle: UIViewController? { nil }
  open var childForStatusBarHidden: UIViewController? { nil }
  open func addChild(_ childController: UIViewController) { adopt(childController) }
  open func removeFromParent() { leaveParent() }

  open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
    putOver(viewControllerToPresent, animated: flag, completion: completion)
  }
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    takeAway(animated: flag, completion: completion)
  }
  open func show(_ vc: UIViewController, sender: Any?) {
    if let target = enclosing({ $0 is UINavigationController || $0 is UISplitViewController }) {
      target.show(vc, sender: sender)
    } else {
      present(vc, animated: true)
    }
  }
  open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    if let target = enclosing({ $0 is UISplitViewController }) {
      target.showDetailViewController(vc, sender: sender)
    } else {
      present(vc, animated: true)
    }
  }
  open func performSegue(withIdentifier identifier: String, sender: Any?) { follow(identifier, sender: sender) }
  open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}

  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  open var prefersStatusBarHidden: Bool { false }
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
  open func setNeedsStatusBarAppearanceUpdate() { loadedView?.contentChanged() }
  open var prefersHomeIndicatorAutoHidden: Bool { false }
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
  open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }

  /// Phones do not turn upside down, as on iOS.
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    UIDevice.current.userInterfaceIdiom == .pad ? .all : .allButUpsideDown
  }
  open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
  open var shouldAutorotate: Bool { true }
  /// Of the time before ``supportedInterfaceOrientations``; nobody asks it any more, as on iOS.
  open func shouldAutorotate(to toInterfaceOrientation: UIInterfaceOrientation) -> Bool {
    supportedInterfaceOrientations.contains(toInterfaceOrientation.mask)
  }
  open func setNeedsUpdateOfSupportedInterfaceOrientations() { supportedOrientationsChanged() }
  /// The view will get another size, for example because the device was turned (LA8).
  open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    for child in visibleChildren { child.viewWillTransition(to: size, with: coordinator) }
  }
  open func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    for child in visibleChildren { child.willTransition(to: newCollection, with: coordinator) }
  }
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
  open var isEditing = false
  open func size(forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize)
    -> CGSize
  { parentSize }

  /// Memory is short (ME2): let go of what can be made again.
  open func didReceiveMemoryWarning() {}
  open func encodeRestorableState(with coder: NSCoder) {}
  open func decodeRestorableState(with coder: NSCoder) {}
  open func applicationFinishedRestoringState() {}
  /// The controller has been made from a storyboard.
  open func awakeFromNib() {}

  /// The children whose views can be seen now; containers know.
  var visibleChildren: [UIViewController] { childrenInView }
  /// The title or an item of a bar has changed.
  func barsChanged() {}
}
