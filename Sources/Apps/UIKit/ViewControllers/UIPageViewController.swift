// UIPageViewController: one page at a time.

/// Shows pages, between which the app turns.
@preconcurrency @MainActor
open class UIPageViewController: UIViewController {
  public enum TransitionStyle: Int, Sendable {
    case pageCurl, scroll
  }
  public enum NavigationOrientation: Int, Sendable {
    case horizontal, vertical
  }
  public enum NavigationDirection: Int, Sendable {
    case forward, reverse
  }
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let spineLocation = OptionsKey(rawValue: "UIPageViewControllerOptionSpineLocationKey")
    public static let interPageSpacing = OptionsKey(rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
  }

  public final let transitionStyle: TransitionStyle
  public final let navigationOrientation: NavigationOrientation
  open weak var dataSource: (any UIPageViewControllerDataSource)?
  open weak var delegate: (any UIPageViewControllerDelegate)?
  open var isDoubleSided = false
  open private(set) var viewControllers: [UIViewController]?

  public init(
    transitionStyle style: TransitionStyle, navigationOrientation: NavigationOrientation,
    options: [OptionsKey: Any]? = nil
  ) {
    transitionStyle = style
    self.navigationOrientation = navigationOrientation
    super.init(nibName: nil, bundle: nil)
  }
  public override convenience init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    self.init(transitionStyle: .pageCurl, navigationOrientation: .horizontal)
  }
  public required init?(coder: NSCoder) {
    transitionStyle = .pageCurl
    navigationOrientation = .horizontal
    super.init(coder: coder)
  }

  open func setViewControllers(
    _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) {
    let old = self.viewControllers?.first
    let new = viewControllers?.first
    self.viewControllers = viewControllers
    if old !== new {
      if let new { addChild(new) }
      old?.willMove(toParent: nil)
      if isOnScreen {
        UIViewController.exchange(old, for: new, animated: animated) { turn(from: old, to: new) }
      } else {
        turn(from: old, to: new)
      }
      old?.removeFromParent()
      new?.didMove(toParent: self)
    }
    completion?(true)
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    turn(from: nil, to: viewControllers?.first)
  }
  override var visibleChildren: [UIViewController] { viewControllers.map { Array($0.prefix(1)) } ?? [] }

  private func turn(from old: UIViewController?, to new: UIViewController?) {
    old?.loadedView?.removeFromSuperview()
    if isViewLoaded, let new { embed(new) }
  }
}

/// Has the pages before and after one.
@preconcurrency @MainActor
public protocol UIPageViewControllerDataSource: NSObjectProtocol {
  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
  ) -> UIViewController?
  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
  ) -> UIViewController?
}

/// Hears of turned pages; without fingers only the app itself turns them, which it is not told of.
@preconcurrency @MainActor
public protocol UIPageViewControllerDelegate: NSObjectProtocol {}
