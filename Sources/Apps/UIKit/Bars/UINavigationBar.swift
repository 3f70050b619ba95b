// UINavigationBar: the bar at the top, with a title, the way back, and buttons.

/// Shows the items of a stack, of which the topmost is seen.
@preconcurrency @MainActor
open class UINavigationBar: UIBarView {
  open weak var delegate: (any UINavigationBarDelegate)?
  open var items: [UINavigationItem]? { didSet { itemsChanged(oldValue ?? []) } }
  open var topItem: UINavigationItem? { items?.last }
  open var backItem: UINavigationItem? { items?.dropLast().last }

  open var prefersLargeTitles = false { didSet { contentIsOld() } }
  open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { contentIsOld() } }
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any]? { didSet { contentIsOld() } }
  open var shadowImage: UIImage? { didSet { contentIsOld() } }
  open var backIndicatorImage: UIImage?
  open var backIndicatorTransitionMaskImage: UIImage?
  final var backgroundImages: [Int: UIImage] = [:]
  final var titleOffsets: [Int: CGFloat] = [:]

  /// The look of the bar; made of the older properties when it is first asked for, which count until then.
  open var standardAppearance: UINavigationBarAppearance {
    get {
      if let own = ownStandardAppearance { return own }
      let made = UINavigationBarAppearance()
      adoptOlderProperties(into: made)
      made.titleTextAttributes = titleTextAttributes ?? [:]
      made.largeTitleTextAttributes = largeTitleTextAttributes ?? [:]
      ownStandardAppearance = made
      return made
    }
    set { ownStandardAppearance = newValue }
  }
  final var ownStandardAppearance: UINavigationBarAppearance? { didSet { contentIsOld() } }
  open var compactAppearance: UINavigationBarAppearance?
  open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { contentIsOld() } }
  open var compactScrollEdgeAppearance: UINavigationBarAppearance?

  open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {
    backgroundImages[barMetrics.rawValue] = backgroundImage
    contentIsOld()
  }
  open func setBackgroundImage(
    _ backgroundImage: UIImage?, for barPosition: UIBarPosition, barMetrics: UIBarMetrics
  ) {
    setBackgroundImage(backgroundImage, for: barMetrics)
  }
  open func backgroundImage(for barMetrics: UIBarMetrics) -> UIImage? { backgroundImages[barMetrics.rawValue] }
  open func setTitleVerticalPositionAdjustment(_ adjustment: CGFloat, for barMetrics: UIBarMetrics) {
    titleOffsets[barMetrics.rawValue] = adjustment
  }
  open func titleVerticalPositionAdjustment(for barMetrics: UIBarMetrics) -> CGFloat {
    titleOffsets[barMetrics.rawValue] ?? 0
  }

  open func setItems(_ items: [UINavigationItem]?, animated: Bool) { self.items = items }
  open func pushItem(_ item: UINavigationItem, animated: Bool) { items = (items ?? []) + [item] }
  @discardableResult
  open func popItem(animated: Bool) -> UINavigationItem? {
    guard let item = items?.last else { return nil }
    items?.removeLast()
    return item
  }

  open override var barPosition: UIBarPosition { .top }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: height) }
  /// Without the status bar.
  final var height: CGFloat { hasLargeTitle ? 96 : 44 }
  /// The action of a tap on the way back, which the navigation controller sets.
  final var goBack: (@MainActor () -> Void)?

  override var currentAppearance: UIBarAppearance? { appearanceNow }
  /// Under the status bar as well.
  override var backgroundFrame: CGRect {
    CGRect(x: 0, y: -frame.minY, width: bounds.width, height: bounds.height + frame.minY)
  }

  override func makeContent() -> [UIView] {
    guard let item = topItem else { return [] }
    let leading = (showsBack ? [makeBackButton()] : []) + leftItems.map(makeButton)
    let trailing = (item.rightBarButtonItems ?? []).map(makeButton)
    leadingCount = leading.count
    return leading + trailing + [item.titleView ?? makeTitle(item.title)]
  }
  private var leadingCount = 0

  override func placeContent(_ content: [UIView]) {
    guard let title = content.last else { return }
    let side: CGFloat = 16
    var left = side
    var right = bounds.width - side
    for (index, view) in content.dropLast().enumerated() {
      let size = CGSize(width: max(view.sizeThatFits(bounds.size).width, 24), height: 44)
      if index < leadingCount {
        view.frame = CGRect(origin: CGPoint(x: left, y: 0), size: size)
        left += size.width + 8
      } else {
        right -= size.width
        view.frame = CGRect(origin: CGPoint(x: right, y: 0), size: size)
        right -= 8
      }
    }
    if hasLargeTitle && topItem?.titleView == nil {
      title.frame = CGRect(x: side, y: 48, width: bounds.width - 2 * side, height: 44)
    } else {
      let room = 2 * max(0, min(bounds.midX - left, right - bounds.midX))
      title.frame = CGRect(x: bounds.midX - room / 2, y: 0, width: room, height: 44)
    }
  }

  private var appearanceNow: UINavigationBarAppearance? {
    if let item = topItem, let own = item.scrollEdgeAppearance ?? item.standardAppearance { return own }
    return scrollEdgeAppearance ?? ownStandardAppearance
  }

  private var hasLargeTitle: Bool { prefersLargeTitles && topItem.map { $0.largeTitleDisplayMode != .never } ?? false }
  private var leftItems: [UIBarButtonItem] { topItem?.leftBarButtonItems ?? [] }
  private var showsBack: Bool {
    guard let item = topItem, backItem != nil, !item.hidesBackButton else { return false }
    return leftItems.isEmpty || item.leftItemsSupplementBackButton
  }

  private func itemsChanged(_ old: [UINavigationItem]) {
    for item in old where item.bar === self { item.bar = nil }
    for item in items ?? [] { item.bar = self }
    contentIsOld()
  }

  private func makeTitle(_ text: String?) -> UIView {
    let large = hasLargeTitle
    let attributes =
      (large ? appearanceNow?.largeTitleTextAttributes : appearanceNow?.titleTextAttributes)
      ?? (large ? largeTitleTextAttributes : titleTextAttributes) ?? [:]
    let label = UILabel(frame: .zero)
    label.text = text
    label.textAlignment = large ? .natural : .center
    label.font = attributes[.font] as? UIFont ?? .boldSystemFont(ofSize: large ? 34 : 17)
    if let color = attributes[.foregroundColor] as? UIColor { label.textColor = color }
    return label
  }

  private func makeButton(_ item: UIBarButtonItem) -> UIView {
    item.bar = self
    return BarButton.make(
      item, looks: item.style == .done ? appearanceNow?.doneButtonAppearance : appearanceNow?.buttonAppearance)
  }

  private func makeBackButton() -> UIView {
    let back =
      backItem?.backBarButtonItem ?? UIBarButtonItem(title: backItem?.backButtonTitle ?? backItem?.title ?? "Back")
    let button = BarButton.make(back, looks: appearanceNow?.backButtonAppearance, title: "‹ \(back.title ?? "")")
    (button as? UIControl)?.addAction(UIAction { [weak self] _ in self?.goBack?() }, for: .touchUpInside)
    return button
  }
}

/// The calls of a navigation bar that belongs to no navigation controller.
@preconcurrency @MainActor
public protocol UINavigationBarDelegate: UIBarPositioningDelegate {}
