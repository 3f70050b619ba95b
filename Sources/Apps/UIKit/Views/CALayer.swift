// CALayer: how a view's surface looks; the view draws it.

/// The surface of a view.
@preconcurrency @MainActor
open class CALayer: NSObject {
  /// The view whose surface this is.
  weak var view: UIView?

  open var cornerRadius: CGFloat = 0 { didSet { changed() } }
  open var maskedCorners: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
  { didSet { changed() } }
  open var borderWidth: CGFloat = 0 { didSet { changed() } }
  open var borderColor: CGColor? { didSet { changed() } }
  open var backgroundColor: CGColor? { didSet { changed() } }
  open var masksToBounds = false { didSet { changed() } }
  open var opacity: Float = 1 { didSet { changed() } }
  open var isHidden = false { didSet { changed() } }
  open var shadowColor: CGColor? = CGColor(gray: 0, alpha: 1) { didSet { changed() } }
  open var shadowOpacity: Float = 0 { didSet { changed() } }
  open var shadowOffset = CGSize(width: 0, height: -3) { didSet { changed() } }
  open var shadowRadius: CGFloat = 3 { didSet { changed() } }
  open var shouldRasterize = false
  open var rasterizationScale: CGFloat = 1
  open var name: String?

  open var bounds: CGRect {
    get { view?.bounds ?? .zero }
    set { view?.bounds = newValue }
  }
  open var frame: CGRect {
    get { view?.frame ?? .zero }
    set { view?.frame = newValue }
  }
  open var position: CGPoint {
    get { view?.center ?? .zero }
    set { view?.center = newValue }
  }

  open func setNeedsDisplay() { view?.setNeedsDisplay() }
  /// Draws the view now, in the background too.
  open func displayIfNeeded() { view?.displayIfNeeded() }
  open func display() {
    setNeedsDisplay()
    displayIfNeeded()
  }
  open func setNeedsLayout() { view?.setNeedsLayout() }
  open func layoutIfNeeded() { view?.layoutIfNeeded() }

  private func changed() { view?.contentChanged() }
}
