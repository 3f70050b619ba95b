// UINavigationItem: what a navigation bar shows for one controller.

/// The title and the buttons of one controller.
@preconcurrency @MainActor
open class UINavigationItem: NSObject {
  public enum LargeTitleDisplayMode: Int, Sendable {
    case automatic, always, never
  }
  public enum BackButtonDisplayMode: Int, Sendable {
    case `default`, generic, minimal
  }

  open var title: String? { didSet { bar?.contentIsOld() } }
  open var prompt: String?
  open var titleView: UIView? { didSet { bar?.contentIsOld() } }
  open var backBarButtonItem: UIBarButtonItem? { didSet { bar?.contentIsOld() } }
  open var backButtonTitle: String? { didSet { bar?.contentIsOld() } }
  open var backButtonDisplayMode = BackButtonDisplayMode.default
  open var hidesBackButton = false { didSet { bar?.contentIsOld() } }
  open var leftItemsSupplementBackButton = false
  open var leftBarButtonItems: [UIBarButtonItem]? { didSet { bar?.contentIsOld() } }
  open var rightBarButtonItems: [UIBarButtonItem]? { didSet { bar?.contentIsOld() } }
  open var leftBarButtonItem: UIBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = newValue.map { [$0] } }
  }
  open var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }
  open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic { didSet { bar?.contentIsOld() } }
  open var standardAppearance: UINavigationBarAppearance? { didSet { bar?.contentIsOld() } }
  open var compactAppearance: UINavigationBarAppearance?
  open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { bar?.contentIsOld() } }
  open var compactScrollEdgeAppearance: UINavigationBarAppearance?
  final weak var bar: UIBarView?

  public init(title: String) {
    self.title = title
    super.init()
  }
  public required init?(coder: NSCoder) { super.init() }

  open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) { self.hidesBackButton = hidesBackButton }
  open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
  open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }
  open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }
  open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { rightBarButtonItems = items }
}
