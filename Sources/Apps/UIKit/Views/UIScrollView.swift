// UIScrollView: a window onto content that is larger than itself.

/// The calls of a scroll view.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: NSObjectProtocol {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>)
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
  func scrollViewDidZoom(_ scrollView: UIScrollView)
  func viewForZooming(in scrollView: UIScrollView) -> UIView?
}

extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
  public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
}

/// Shows a part of its content.
@preconcurrency @MainActor
open class UIScrollView: UIView {
  public enum ContentInsetAdjustmentBehavior: Int, Sendable { case automatic, scrollableAxes, never, always }
  public enum KeyboardDismissMode: Int, Sendable { case none, onDrag, interactive }

  open var contentSize = CGSize.zero
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set {
      guard newValue != bounds.origin else { return }
      bounds.origin = newValue
      delegate?.scrollViewDidScroll(self)
    }
  }
  open var contentInset = UIEdgeInsets.zero
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  open weak var delegate: (any UIScrollViewDelegate)?
  open var isScrollEnabled = true { didSet { panGestureRecognizer.isEnabled = isScrollEnabled } }
  /// Follows the finger that scrolls.
  open private(set) lazy var panGestureRecognizer = makePan()
  open private(set) var isDragging = false
  open var isTracking: Bool { !panGestureRecognizer.fingers.isEmpty }
  /// The content stops with the finger.
  open var isDecelerating: Bool { false }
  open var isPagingEnabled = false
  open var bounces = true
  open var alwaysBounceVertical = false
  open var alwaysBounceHorizontal = false
  open var showsVerticalScrollIndicator = true
  open var showsHorizontalScrollIndicator = true
  open var keyboardDismissMode = KeyboardDismissMode.none
  open var minimumZoomScale: CGFloat = 1
  open var maximumZoomScale: CGFloat = 1
  open var zoomScale: CGFloat = 1

  public override init(frame: CGRect) {
    super.init(frame: frame)
    clipsToBounds = true
    addGestureRecognizer(panGestureRecognizer)
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addGestureRecognizer(panGestureRecognizer)
  }

  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    let moves = contentOffset != self.contentOffset
    self.contentOffset = contentOffset
    if animated && moves { delegate?.scrollViewDidEndScrollingAnimation(self) }
  }

  // MARK: Scrolling by a finger

  private func makePan() -> UIPanGestureRecognizer {
    let pan = UIPanGestureRecognizer()
    pan.actions.append { [weak self] _ in self?.follow() }
    return pan
  }
  private var offsetAtStart = CGPoint.zero

  private func follow() {
    let pan = panGestureRecognizer
    switch pan.state {
    case .began:
      offsetAtStart = contentOffset
      isDragging = true
      delegate?.scrollViewWillBeginDragging(self)
      if keyboardDismissMode != .none { window?.endEditing(false) }
      drag()
    case .changed: drag()
    case .ended, .cancelled:
      drag()
      isDragging = false
      let speed = pan.velocity(in: self)
      var target = contentOffset
      // Points a millisecond, against the finger's way.
      delegate?.scrollViewWillEndDragging(
        self, withVelocity: CGPoint(x: -speed.x / 1000, y: -speed.y / 1000), targetContentOffset: &target)
      if isPagingEnabled { target = page(nearest: target, offsetAtStart) }
      let goesOn = target != contentOffset
      delegate?.scrollViewDidEndDragging(self, willDecelerate: goesOn)
      guard goesOn else { return }
      delegate?.scrollViewWillBeginDecelerating(self)
      contentOffset = within(target)
      delegate?.scrollViewDidEndDecelerating(self)
    case .possible, .failed: break
    }
  }

  private func drag() {
    let moved = panGestureRecognizer.translation(in: self)
    contentOffset = within(CGPoint(x: offsetAtStart.x - moved.x, y: offsetAtStart.y - moved.y))
  }

  /// The nearest place where content is in view; nothing bounces.
  private func within(_ offset: CGPoint) -> CGPoint {
    let inset = contentInset
    let right = max(-inset.left, contentSize.width + inset.right - bounds.width)
    let bottom = max(-inset.top, contentSize.height + inset.bottom - bounds.height)
    return CGPoint(x: min(max(offset.x, -inset.left), right), y: min(max(offset.y, -inset.top), bottom))
  }

  /// The page beside the one that the finger began on, if it went far enough.
  private func page(nearest offset: CGPoint, _ start: CGPoint) -> CGPoint {
    func page(_ here: CGFloat, _ start: CGFloat, _ length: CGFloat) -> CGFloat {
      guard length > 0 else { return here }
      let from = (start / length).rounded()
      let way = (here - start) / length
      return (from + (way > 0.2 ? max(1, way.rounded()) : way < -0.2 ? min(-1, way.rounded()) : 0)) * length
    }
    return CGPoint(x: page(offset.x, start.x, bounds.width), y: page(offset.y, start.y, bounds.height))
  }
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    let x = min(max(contentOffset.x, rect.maxX - bounds.width), rect.minX)
    let y = min(max(contentOffset.y, rect.maxY - bounds.height), rect.minY)
    contentOffset = CGPoint(x: x, y: y)
  }
}
