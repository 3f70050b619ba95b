// UIBarView: what navigation bars, tab bars and toolbars have in common: a background, and content that is made anew
// from the items when they have changed.

/// The look of a bar when nothing else is said.
public enum UIBarStyle: Int, Sendable {
  case `default`, black
  public static let blackOpaque = UIBarStyle.black
  public static let blackTranslucent = UIBarStyle.black
}

/// The sizes of bars that images are made for.
public enum UIBarMetrics: Int, Sendable {
  case `default`, compact
  case defaultPrompt = 101
  case compactPrompt
}

/// The place of a bar.
public enum UIBarPosition: Int, Sendable {
  case any, bottom, top, topAttached
}

/// An object that has a place as bars have.
@preconcurrency @MainActor
public protocol UIBarPositioning: NSObjectProtocol {
  var barPosition: UIBarPosition { get }
}

/// Says where a bar is.
@preconcurrency @MainActor
public protocol UIBarPositioningDelegate: NSObjectProtocol {
  func position(for bar: any UIBarPositioning) -> UIBarPosition
}
extension UIBarPositioningDelegate {
  public func position(for bar: any UIBarPositioning) -> UIBarPosition { .any }
}

/// Not Apple's: the class between UIView and the bars, which apps cannot name.
@preconcurrency @MainActor
open class UIBarView: UIView, UIBarPositioning {
  open var barStyle = UIBarStyle.default { didSet { contentIsOld() } }
  open var isTranslucent = true { didSet { contentIsOld() } }
  open var barTintColor: UIColor? { didSet { contentIsOld() } }
  open var barPosition: UIBarPosition { .any }
  private let background = UIView(frame: .zero)
  private var content: [UIView] = []
  private var isOld = true

  public override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(background)
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(background)
  }

  /// Makes the content anew at the next layout.
  final func contentIsOld() {
    isOld = true
    setNeedsLayout()
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil { AppearanceProxies.apply(to: self) }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if isOld {
      isOld = false
      let old = content
      content = makeContent()
      // The app's own view stays in: somebody may be typing in it.
      for view in old where !content.contains(view) { view.removeFromSuperview() }
      for view in content { addSubview(view) }
      background.backgroundColor = backgroundOfBar
    }
    background.frame = backgroundFrame
    placeContent(content)
  }

  /// The background that the app wants: of the appearance, else the old property's, else the system's.
  private var backgroundOfBar: UIColor? {
    guard let appearance = currentAppearance else {
      return barTintColor ?? (barStyle == .black ? .black : .systemBackground)
    }
    return appearance.backgroundColor ?? (appearance.backgroundEffect == nil ? nil : .systemBackground)
  }

  final func adoptOlderProperties(into appearance: UIBarAppearance) {
    if let barTintColor { appearance.backgroundColor = barTintColor }
  }

  var currentAppearance: UIBarAppearance? { nil }
  var backgroundFrame: CGRect { bounds }
  func makeContent() -> [UIView] { [] }
  func placeContent(_ content: [UIView]) {}
  open override func tintColorDidChange() { contentIsOld() }
}
