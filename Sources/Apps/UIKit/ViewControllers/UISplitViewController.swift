// UISplitViewController: two or three columns side by side, or one after the other where there is no room.

/// Shows a primary and a secondary controller, and perhaps a supplementary one between them.
@preconcurrency @MainActor
open class UISplitViewController: UIViewController {
  public enum Style: Int, Sendable {
    case unspecified, doubleColumn, tripleColumn
  }
  public enum Column: Int, Sendable {
    case primary, supplementary, secondary, compact
  }
  public enum DisplayMode: Int, Sendable {
    case automatic, secondaryOnly, oneBesideSecondary, oneOverSecondary, twoBesideSecondary, twoOverSecondary
    case twoDisplaceSecondary

    public static let primaryHidden = DisplayMode.secondaryOnly
    public static let allVisible = DisplayMode.oneBesideSecondary
    public static let primaryOverlay = DisplayMode.oneOverSecondary
  }
  public enum SplitBehavior: Int, Sendable {
    case automatic, tile, overlay, displace
  }

  public final let style: Style
  open weak var delegate: (any UISplitViewControllerDelegate)?
  open var preferredDisplayMode = DisplayMode.automatic { didSet { columnsChanged() } }
  open var preferredSplitBehavior = SplitBehavior.automatic
  open var presentsWithGesture = true
  open var preferredPrimaryColumnWidth = UISplitViewController.automaticDimension
  open var preferredPrimaryColumnWidthFraction = UISplitViewController.automaticDimension
  open var minimumPrimaryColumnWidth = UISplitViewController.automaticDimension
  open var maximumPrimaryColumnWidth = UISplitViewController.automaticDimension
  public nonisolated static let automaticDimension: CGFloat = -.greatestFiniteMagnitude

  private var columns: [Column: UIViewController] = [:]
  private var hidden: Set<Column> = []
  private var shown: [UIViewController] = []

  public init(style: Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
  }
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    style = .unspecified
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }
  public required init?(coder: NSCoder) {
    style = .unspecified
    super.init(coder: coder)
  }

  /// From the primary to the secondary.
  open var viewControllers: [UIViewController] {
    get { [.primary, .supplementary, .secondary].compactMap { columns[$0] } }
    set {
      let places: [Column] = newValue.count > 2 ? [.primary, .supplementary, .secondary] : [.primary, .secondary]
      var new = columns.filter { $0.key == .compact }
      for (place, controller) in zip(places, newValue) { new[place] = controller }
      change(to: new)
    }
  }
  open func setViewController(_ vc: UIViewController?, for column: Column) {
    var new = columns
    new[column] = vc.map { $0 is UINavigationController ? $0 : UINavigationController(rootViewController: $0) }
    // The compact column is shown as it is.
    if column == .compact { new[column] = vc }
    change(to: new)
  }
  open func viewController(for column: Column) -> UIViewController? {
    guard let controller = columns[column] else { return nil }
    if column == .compact { return controller }
    return (controller as? UINavigationController)?.viewControllers.first ?? controller
  }
  open func show(_ column: Column) {
    hidden.remove(column)
    columnsChanged()
  }
  open func hide(_ column: Column) {
    hidden.insert(column)
    columnsChanged()
  }

  /// Whether there is room for one column only.
  open var isCollapsed: Bool { traitCollection.horizontalSizeClass == .compact }
  open var displayMode: DisplayMode {
    if preferredDisplayMode != .automatic { return preferredDisplayMode }
    return hidden.contains(.primary) ? .secondaryOnly : .oneBesideSecondary
  }
  /// A button that hides the primary column, or shows it again; the delegate hears of the change before.
  open private(set) lazy var displayModeButtonItem = UIBarButtonItem(
    title: "Sidebar",
    primaryAction: UIAction { [weak self] _ in self?.changeDisplayMode() })

  private func changeDisplayMode() {
    let next: DisplayMode = displayMode == .secondaryOnly ? .oneBesideSecondary : .secondaryOnly
    delegate?.splitViewController(self, willChangeTo: next)
    preferredDisplayMode = next
  }

  open var primaryColumnWidth: CGFloat {
    if preferredPrimaryColumnWidth > 0 { return preferredPrimaryColumnWidth }
    let fraction = preferredPrimaryColumnWidthFraction > 0 ? preferredPrimaryColumnWidthFraction : 0.4
    let most = maximumPrimaryColumnWidth > 0 ? maximumPrimaryColumnWidth : 320
    return min((loadedView?.bounds.width ?? 0) * fraction, most)
  }

  open override func show(_ vc: UIViewController, sender: Any?) {
    if let navigation = columns[.primary] as? UINavigationController, isCollapsed {
      navigation.pushViewController(vc, animated: true)
    } else {
      showDetailViewController(vc, sender: sender)
    }
  }
  open override func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    if isCollapsed, let navigation = shown.first as? UINavigationController {
      navigation.pushViewController(vc, animated: true)
    } else {
      change(to: columns.merging([.secondary: vc]) { $1 })
    }
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    columnsChanged()
  }
  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    placeColumns()
  }
  override var visibleChildren: [UIViewController] { shown }

  private func change(to new: [Column: UIViewController]) {
    let old = columns
    columns = new
    for (_, controller) in new where controller.parent !== self { take(controller) }
    columnsChanged()
    for (_, controller) in old where !new.values.contains(controller) { release(controller) }
  }

  /// When there is room for one, the compact column, else the one that the app or its delegate wants on top.
  private var columnsToShow: [UIViewController] {
    if isCollapsed {
      if let compact = columns[.compact] { return [compact] }
      let wanted = topColumn
      return [columns[wanted] ?? columns[.primary] ?? columns[.secondary]].compactMap { $0 }
    }
    let hidesPrimary = displayMode == .secondaryOnly && columns[.secondary] != nil
    return [Column.primary, .supplementary, .secondary].compactMap { column in
      hidden.contains(column) || (hidesPrimary && column != .secondary) ? nil : columns[column]
    }
  }

  /// A split view made without a style shows its secondary column unless the delegate has merged it into the primary.
  private var topColumn: Column {
    if style == .unspecified, let primary = columns[.primary], let secondary = columns[.secondary] {
      return delegate?.splitViewController(self, collapseSecondary: secondary, onto: primary) == true
        ? .primary : .secondary
    }
    return delegate?.splitViewController(self, topColumnForCollapsingToProposedTopColumn: .primary) ?? .primary
  }

  private func columnsChanged() {
    guard isViewLoaded else { return }
    let old = shown
    shown = columnsToShow
    for controller in old where !shown.contains(controller) {
      if isOnScreen { controller.beginAppearanceTransition(false, animated: false) }
      controller.loadedView?.removeFromSuperview()
      if isOnScreen { controller.endAppearanceTransition() }
    }
    let new = shown.filter { !old.contains($0) }
    if isOnScreen { for controller in new { controller.beginAppearanceTransition(true, animated: false) } }
    placeColumns()
    if isOnScreen {
      for controller in new {
        controller.viewIsIn()
        controller.loadedView?.layoutIfNeeded()
        controller.endAppearanceWithParent()
      }
    }
  }

  private func placeColumns() {
    guard let bounds = loadedView?.bounds else { return }
    var x: CGFloat = 0
    for (index, controller) in shown.enumerated() {
      let isLast = index == shown.count - 1
      let width = isLast ? bounds.width - x : min(primaryColumnWidth, bounds.width - x)
      embed(controller, in: CGRect(x: x, y: 0, width: width, height: bounds.height))
      x += width
    }
  }
}

/// Decides which column is seen when there is room for one.
@preconcurrency @MainActor
public protocol UISplitViewControllerDelegate: AnyObject {
  func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column
  func splitViewController(
    _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
    onto primaryViewController: UIViewController
  ) -> Bool
  func splitViewController(_ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode)
}

extension UISplitViewControllerDelegate {
  public func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column { proposedTopColumn }
  public func splitViewController(
    _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
    onto primaryViewController: UIViewController
  ) -> Bool { false }
  public func splitViewController(
    _ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode
  ) {}
}
