// UIToolbar: a row of buttons.

/// Shows buttons beside each other.
@preconcurrency @MainActor
open class UIToolbar: UIBarView {
  open weak var delegate: (any UIToolbarDelegate)?
  open var items: [UIBarButtonItem]? { didSet { contentIsOld() } }
  /// The look of the bar; made of the older properties when it is first asked for, which count until then.
  open var standardAppearance: UIToolbarAppearance {
    get {
      if let own = ownStandardAppearance { return own }
      let made = UIToolbarAppearance()
      adoptOlderProperties(into: made)
      ownStandardAppearance = made
      return made
    }
    set { ownStandardAppearance = newValue }
  }
  final var ownStandardAppearance: UIToolbarAppearance? { didSet { contentIsOld() } }
  open var compactAppearance: UIToolbarAppearance?
  open var scrollEdgeAppearance: UIToolbarAppearance? { didSet { contentIsOld() } }
  open var compactScrollEdgeAppearance: UIToolbarAppearance?

  static let height: CGFloat = 44

  open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: UIToolbar.height) }
  open override var barPosition: UIBarPosition { .bottom }

  override var currentAppearance: UIBarAppearance? { ownStandardAppearance ?? scrollEdgeAppearance }

  override func makeContent() -> [UIView] {
    let looks = ownStandardAppearance ?? scrollEdgeAppearance
    return (items ?? []).map { item in
      item.bar = self
      return BarButton.make(item, looks: item.style == .done ? looks?.doneButtonAppearance : looks?.buttonAppearance)
    }
  }

  /// From left to right; flexible spaces share what is left over.
  override func placeContent(_ content: [UIView]) {
    let items = items ?? []
    let widths = content.map { max($0.sizeThatFits(bounds.size).width, 24) }
    let isFlexible = items.map { $0.systemItem == .flexibleSpace }
    let taken = zip(widths, isFlexible).reduce(0) { $1.1 ? $0 : $0 + $1.0 }
    let share = max(0, bounds.width - 32 - taken) / CGFloat(max(isFlexible.filter { $0 }.count, 1))
    var x: CGFloat = 16
    for (index, view) in content.enumerated() {
      let fixed = items[index].systemItem == .fixedSpace ? items[index].width : widths[index]
      let width = isFlexible[index] ? share : fixed
      view.frame = CGRect(x: x, y: 0, width: width, height: bounds.height)
      x += width
    }
  }
}

/// Says where a toolbar is.
@preconcurrency @MainActor
public protocol UIToolbarDelegate: UIBarPositioningDelegate {}
