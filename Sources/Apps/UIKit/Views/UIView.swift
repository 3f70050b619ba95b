// UIView: a rectangle with content, what it is made of and how it looks. Its geometry, tree, layout and drawing are in
// the files beside this one.

/// A rectangle on the screen, its content, and the views in it.
@preconcurrency @MainActor
open class UIView: UIResponder {
  // MARK: The tree

  /// From back to front.
  open var subviews: [UIView] { children }
  open var superview: UIView? { parent }
  open var window: UIWindow? { parent?.window }
  final var children: [UIView] = []
  final weak var parent: UIView?
  /// The view controller whose view this is.
  final weak var owner: UIResponder?

  // MARK: Geometry

  /// The frame without the transform, and the place in its own coordinates that it begins at.
  final var placement = Placement()
  open var transform = CGAffineTransform.identity { didSet { contentChanged() } }
  /// The rectangle in the superview; the one around the corners when there is a transform.
  open var frame: CGRect {
    get { transformedFrame }
    set { setFrame(newValue) }
  }
  /// The rectangle in the view's own coordinates. Another size leaves the centre where it is.
  open var bounds: CGRect {
    get { CGRect(origin: placement.boundsOrigin, size: placement.frame.size) }
    set { setBounds(newValue) }
  }
  open var center: CGPoint {
    get { CGPoint(x: placement.frame.midX, y: placement.frame.midY) }
    set { setCenter(newValue) }
  }
  open var autoresizingMask: AutoresizingMask = []
  open var autoresizesSubviews = true
  open var contentMode = ContentMode.scaleToFill { didSet { contentChanged() } }

  // MARK: Looks

  open var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      contentChanged()
      parent?.subviewVisibilityChanged()
    }
  }
  open var alpha: CGFloat = 1 { didSet { contentChanged() } }
  open var backgroundColor: UIColor? { didSet { contentChanged() } }
  open var isOpaque = true
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }
  open var clearsContextBeforeDrawing = true
  /// The colour of what can be tapped; that of the superview unless set.
  open var tintColor: UIColor! {
    get { ownTintColor ?? parent?.tintColor ?? .systemBlue }
    set {
      ownTintColor = newValue
      tintColorChanged()
    }
  }
  private var ownTintColor: UIColor?
  open var tintAdjustmentMode = TintAdjustmentMode.automatic
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified { didSet { contentChanged() } }
  open var semanticContentAttribute = UISemanticContentAttribute.unspecified
  open private(set) lazy var layer: CALayer = {
    let made = (type(of: self).layerClass as? CALayer.Type)?.makeDynamically()
    let layer = made as? CALayer ?? CALayer()
    layer.view = self
    return layer
  }()
  /// The class that ``layer`` is made of.
  open class var layerClass: AnyClass { CALayer.self }
  open var mask: UIView? { didSet { contentChanged() } }

  // MARK: Input

  open var isUserInteractionEnabled = true
  open var isMultipleTouchEnabled = false
  open var isExclusiveTouch = false
  open var gestureRecognizers: [UIGestureRecognizer]?
  open var tag = 0
  open var restorationIdentifier: String?
  open var accessibilityIdentifier: String?
  open var isAccessibilityElement = false
  open var accessibilityLabel: String?
  open var accessibilityValue: String?
  open var accessibilityHint: String?
  open var accessibilityTraits = UIAccessibilityTraits.none
  open var accessibilityElementsHidden = false
  open var accessibilityViewIsModal = false

  // MARK: Layout and drawing

  open var translatesAutoresizingMaskIntoConstraints = true { didSet { constraintsChanged() } }
  open var insetsLayoutMarginsFromSafeArea = true
  open var preservesSuperviewLayoutMargins = false
  final var needsLayout = true
  final var needsDisplay = true
  final var layoutState = LayoutState()

  /// A view at `frame` of its superview.
  public init(frame: CGRect) {
    super.init()
    placement.frame = frame
  }
  public convenience override init() { self.init(frame: .zero) }
  public required init?(coder: NSCoder) {
    super.init()
  }

  open override var next: UIResponder? { owner ?? superview }

  open func removeFromSuperview() {
    if parent != nil, window != nil { endInput() }
    // The end of the input is the app's business too, which may have removed the view by now.
    guard parent != nil else { return }
    let leaves = window != nil
    willMove(toSuperview: nil)
    if leaves { eachInTree { $0.willMove(toWindow: nil) } }
    detach()
    didMoveToSuperview()
    guard leaves else { return }
    eachInTree { $0.didMoveToWindow() }
    tellLeftWindow()
  }

  // MARK: For subclasses to override

  open func didAddSubview(_ subview: UIView) {}
  open func willRemoveSubview(_ subview: UIView) {}
  open func willMove(toSuperview newSuperview: UIView?) {}
  open func didMoveToSuperview() {}
  open func willMove(toWindow newWindow: UIWindow?) {}
  open func didMoveToWindow() {}
  open func tintColorDidChange() {}
  open func safeAreaInsetsDidChange() {}
  /// The width of each edge that bars and the device's corners cover.
  open var safeAreaInsets: UIEdgeInsets { inheritedSafeArea }
  open func layoutMarginsDidChange() {}
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  open func updateConstraints() { layoutState.needsUpdateConstraints = false }
  /// Lays out the subviews; called when they may have moved, at most once in an update.
  open func layoutSubviews() {}
  /// Draws the content; called when it has changed, at most once in an update. There is no Quartz to draw with: it is
  /// the place to bring the view up to date.
  open func draw(_ rect: CGRect) {}
  open func awakeFromNib() {}
  open func prepareForInterfaceBuilder() {}
  open class var requiresConstraintBasedLayout: Bool { false }

  open var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.holds(point) }
  /// The frontmost view at a point of this one's coordinates, among those that take input.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard !isHidden, alpha >= 0.01, isUserInteractionEnabled, self.point(inside: point, with: event) else { return nil }
    for child in children.reversed() {
      if let hit = child.hitTest(child.convert(point, from: self), with: event) { return hit }
    }
    return self
  }

  /// The colour that the whole surface is filled with, which hides what lies behind it.
  var surfaceColor: UIColor? { backgroundColor ?? layer.backgroundColor.map(UIColor.init(cgColor:)) }
  /// Whether a recogniser that follows a finger on this view may recognise its gesture.
  open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

  /// Draws what lies between background and subviews into a picture.
  func drawContent(into picture: Picture) {}
  /// A subview was hidden or shown.
  func subviewVisibilityChanged() {}
  /// Equations of the layout that the view itself adds.
  func ownConstraints() -> [NSLayoutConstraint] { [] }
}

extension UIView: UITraitEnvironment {
  public var traitCollection: UITraitCollection {
    (parent?.traitCollection ?? UIScreen.main.traitCollection).with(overrideUserInterfaceStyle)
  }
}

extension UIView {
  public nonisolated static let noIntrinsicMetric: CGFloat = -1

  /// The way in which content fills bounds of another size.
  public enum ContentMode: Int, Sendable {
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right
    case topLeft, topRight, bottomLeft, bottomRight
  }

  /// The dimensions and margins that give way when the superview's size changes.
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)
  }

  public enum TintAdjustmentMode: Int, Sendable {
    case automatic, normal, dimmed
  }

  private func tintColorChanged() {
    contentChanged()
    tintColorDidChange()
    for child in children where child.ownTintColor == nil { child.tintColorChanged() }
  }
}

/// The meaning of a view's content, which says whether the view is mirrored in right-to-left languages.
public enum UISemanticContentAttribute: Int, Sendable {
  case unspecified, playback, spatial, forceLeftToRight, forceRightToLeft
}
