// UIStackView: views in a row or a column.

/// Lays its arranged views out one after another.
@preconcurrency @MainActor
open class UIStackView: UIView {
  public enum Distribution: Int, Sendable { case fill, fillEqually, fillProportionally, equalSpacing, equalCentering }
  public enum Alignment: Int, Sendable { case fill, leading, firstBaseline, center, trailing, lastBaseline }
  public enum Axis: Int, Sendable { case horizontal, vertical }

  open private(set) var arrangedSubviews: [UIView] = []
  open var axis = Axis.horizontal { didSet { setNeedsLayout() } }
  open var distribution = Distribution.fill { didSet { setNeedsLayout() } }
  open var alignment = Alignment.fill { didSet { setNeedsLayout() } }
  open var spacing: CGFloat = 0 { didSet { setNeedsLayout() } }
  open var isLayoutMarginsRelativeArrangement = false

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }
  open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    arrangedSubviews.removeAll { $0 === view }
    arrangedSubviews.insert(view, at: min(stackIndex, arrangedSubviews.count))
    if view.superview !== self { addSubview(view) }
    setNeedsLayout()
  }
  open func removeArrangedSubview(_ view: UIView) {
    arrangedSubviews.removeAll { $0 === view }
    setNeedsLayout()
  }
  open override func willRemoveSubview(_ subview: UIView) { arrangedSubviews.removeAll { $0 === subview } }
  override func subviewVisibilityChanged() { setNeedsLayout() }

  private var shown: [UIView] { arrangedSubviews.filter { !$0.isHidden } }

  open override var intrinsicContentSize: CGSize {
    let sizes = shown.map { $0.sizeThatFits(.zero) }
    let gaps = spacing * CGFloat(max(0, sizes.count - 1))
    switch axis {
    case .horizontal:
      return CGSize(width: sizes.map(\.width).reduce(gaps, +), height: sizes.map(\.height).max() ?? 0)
    case .vertical:
      return CGSize(width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).reduce(gaps, +))
    }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let views = shown
    guard !views.isEmpty else { return }
    let whole = axis == .horizontal ? bounds.width : bounds.height
    let room = whole - spacing * CGFloat(views.count - 1)
    let wanted = views.map { axis == .horizontal ? $0.sizeThatFits(.zero).width : $0.sizeThatFits(.zero).height }
    let total = wanted.reduce(0, +)
    var at: CGFloat = 0
    for (index, view) in views.enumerated() {
      let length: CGFloat =
        switch distribution {
        case .fillEqually: room / CGFloat(views.count)
        case .fill: index == views.count - 1 ? max(0, whole - at) : wanted[index]
        case .fillProportionally: total > 0 ? room * wanted[index] / total : room / CGFloat(views.count)
        case .equalSpacing, .equalCentering: wanted[index]
        }
      view.frame =
        axis == .horizontal
        ? CGRect(x: at, y: 0, width: length, height: bounds.height)
        : CGRect(x: 0, y: at, width: bounds.width, height: length)
      at += length + spacing
    }
  }
}
