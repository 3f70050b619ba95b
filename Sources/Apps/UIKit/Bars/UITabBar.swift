// UITabBar: the bar at the bottom that chooses between the parts of an app.

/// Shows tabs, one of which is selected.
@preconcurrency @MainActor
open class UITabBar: UIBarView {
  public enum ItemPositioning: Int, Sendable {
    case automatic, fill, centered
  }

  open weak var delegate: (any UITabBarDelegate)?
  open var items: [UITabBarItem]? {
    didSet {
      for item in items ?? [] { item.bar = self }
      contentIsOld()
    }
  }
  open var selectedItem: UITabBarItem? { didSet { contentIsOld() } }
  open var unselectedItemTintColor: UIColor? { didSet { contentIsOld() } }
  open var backgroundImage: UIImage?
  open var shadowImage: UIImage?
  open var selectionIndicatorImage: UIImage?
  open var itemPositioning = ItemPositioning.automatic
  open var itemWidth: CGFloat = 0
  open var itemSpacing: CGFloat = 0

  /// The look of the bar; made of the older properties when it is first asked for, which count until then.
  open var standardAppearance: UITabBarAppearance {
    get {
      if let own = ownStandardAppearance { return own }
      let made = UITabBarAppearance()
      adoptOlderProperties(into: made)
      ownStandardAppearance = made
      return made
    }
    set { ownStandardAppearance = newValue }
  }
  final var ownStandardAppearance: UITabBarAppearance? { didSet { contentIsOld() } }
  open var scrollEdgeAppearance: UITabBarAppearance? { didSet { contentIsOld() } }

  /// Without the home indicator's room.
  static let height: CGFloat = 49

  open func setItems(_ items: [UITabBarItem]?, animated: Bool) { self.items = items }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: UITabBar.height) }
  open override var barPosition: UIBarPosition { .bottom }

  override var currentAppearance: UIBarAppearance? { appearanceNow }
  private var appearanceNow: UITabBarAppearance? { ownStandardAppearance ?? scrollEdgeAppearance }

  override func makeContent() -> [UIView] { (items ?? []).map(makeTab) }

  override func placeContent(_ content: [UIView]) {
    let width = bounds.width / CGFloat(max(content.count, 1))
    for (index, tab) in content.enumerated() {
      tab.frame = CGRect(x: CGFloat(index) * width, y: 0, width: width, height: min(UITabBar.height, bounds.height))
    }
  }

  private func makeTab(_ item: UITabBarItem) -> UIView {
    AppearanceProxies.apply(to: item)
    let isSelected = item === selectedItem
    let looks = (item.standardAppearance ?? appearanceNow)?.stackedLayoutAppearance
    let button = UIButton(type: .system)
    button.setTitle(item.badgeValue.map { "\(item.title ?? "") (\($0))" } ?? item.title, for: .normal)
    button.setImage(isSelected ? item.selectedImage ?? item.image : item.image, for: .normal)
    button.isEnabled = item.isEnabled
    button.isSelected = isSelected
    button.titleLabel?.font = .systemFont(ofSize: 10)
    let state: UIControl.State = isSelected ? .selected : .normal
    let attributes =
      item.titleTextAttributes(for: state)
      ?? (isSelected ? looks?.selected : looks?.normal)?.titleTextAttributes ?? [:]
    let color = attributes[.foregroundColor] as? UIColor
    button.setTitleColor(color ?? (isSelected ? tintColor : unselectedItemTintColor ?? .systemGray), for: .normal)
    button.addAction(
      UIAction { [weak self, weak item] _ in
        guard let self, let item else { return }
        selectedItem = item
        delegate?.tabBar(self, didSelect: item)
      }, for: .touchUpInside)
    return button
  }
}

/// Hears of taps on a tab bar.
@preconcurrency @MainActor
public protocol UITabBarDelegate: NSObjectProtocol {
  func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}
extension UITabBarDelegate {
  public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}
