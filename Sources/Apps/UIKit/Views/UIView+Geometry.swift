// The place of a view: its frame, and coordinates of one view in another's.

/// A rectangle in the superview, and the origin of the view's own coordinates.
struct Placement {
  /// As if there were no transform.
  var frame = CGRect.zero
  var boundsOrigin = CGPoint.zero
}

extension UIView {
  var transformedFrame: CGRect {
    if transform.isIdentity { return placement.frame }
    let size = placement.frame.size
    return CGRect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
      .applying(transform).offsetBy(dx: center.x, dy: center.y)
  }

  func setFrame(_ frame: CGRect) {
    if transform.isIdentity { return place(frame, placement.boundsOrigin) }
    // Undefined with a transform, Apple says; the centre is what one can mean.
    setCenter(CGPoint(x: frame.midX, y: frame.midY))
  }

  func setCenter(_ center: CGPoint) {
    let size = placement.frame.size
    let origin = CGPoint(x: center.x - size.width / 2, y: center.y - size.height / 2)
    place(CGRect(origin: origin, size: size), placement.boundsOrigin)
  }

  func setBounds(_ bounds: CGRect) {
    let old = placement.frame
    let origin =
      bounds.size == old.size
      ? old.origin : CGPoint(x: old.midX - bounds.width / 2, y: old.midY - bounds.height / 2)
    place(CGRect(origin: origin, size: bounds.size), bounds.origin)
  }

  private func place(_ frame: CGRect, _ boundsOrigin: CGPoint) {
    let old = placement
    if frame == old.frame && boundsOrigin == old.boundsOrigin { return }
    placement = Placement(frame: frame, boundsOrigin: boundsOrigin)
    contentChanged()
    constraintsChanged()
    guard frame.size != old.frame.size else { return }
    if contentMode == .redraw { setNeedsDisplay() }
    setNeedsLayout()
    if autoresizesSubviews { for child in children { child.autoresize(from: old.frame.size, to: frame.size) } }
  }

  private func autoresize(from old: CGSize, to new: CGSize) {
    guard translatesAutoresizingMaskIntoConstraints, !autoresizingMask.isEmpty else { return }
    let mask = autoresizingMask
    let frame = placement.frame
    let (x, width) = stretch(
      frame.minX, frame.width, old.width, new.width, mask.contains(.flexibleLeftMargin),
      mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin))
    let (y, height) = stretch(
      frame.minY, frame.height, old.height, new.height, mask.contains(.flexibleTopMargin),
      mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin))
    place(CGRect(x: x, y: y, width: width, height: height), placement.boundsOrigin)
  }

  /// Shares out what the superview has grown by among the parts that may give way, in proportion to their lengths.
  private func stretch(
    _ origin: CGFloat, _ length: CGFloat, _ old: CGFloat, _ new: CGFloat, _ before: Bool, _ inside: Bool, _ after: Bool
  ) -> (CGFloat, CGFloat) {
    let parts = [before ? origin : 0, inside ? length : 0, after ? old - origin - length : 0]
    let total = parts.reduce(0, +)
    let count = CGFloat([before, inside, after].count { $0 })
    if count == 0 { return (origin, length) }
    func share(_ part: CGFloat, _ flexible: Bool) -> CGFloat {
      flexible ? (total == 0 ? (new - old) / count : (new - old) * part / total) : 0
    }
    return (origin + share(parts[0], before), length + share(parts[1], inside))
  }

  // MARK: Coordinates

  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    let target = view ?? window
    return (target?.toRoot.inverted()).map { point.applying(toRoot).applying($0) } ?? point.applying(toRoot)
  }
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    guard let source = view ?? window else { return point.applying(toRoot.inverted()) }
    return source.convert(point, to: self)
  }
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    let target = view ?? window
    return rect.applying(target.map { toRoot.concatenating($0.toRoot.inverted()) } ?? toRoot)
  }
  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    guard let source = view ?? window else { return rect.applying(toRoot.inverted()) }
    return source.convert(rect, to: self)
  }

  /// A point of the screen that `window` is on.
  func convert(_ point: CGPoint, fromScreenOf window: UIWindow?) -> CGPoint {
    guard let window else { return point }
    return window.convert(point.applying(window.toSuperview.inverted()), to: self)
  }

  /// From the view's own coordinates to its superview's.
  var toSuperview: CGAffineTransform {
    let frame = placement.frame
    let origin = placement.boundsOrigin
    return CGAffineTransform(translationX: -origin.x - frame.width / 2, y: -origin.y - frame.height / 2)
      .concatenating(transform)
      .concatenating(CGAffineTransform(translationX: frame.midX, y: frame.midY))
  }

  /// To the coordinates that the topmost view's frame is in.
  private var toRoot: CGAffineTransform {
    var transform = toSuperview
    var view = parent
    while let next = view {
      transform = transform.concatenating(next.toSuperview)
      view = next.parent
    }
    return transform
  }

  public func sizeToFit() {
    let size = sizeThatFits(bounds.size)
    placeKeepingOrigin(size)
  }

  private func placeKeepingOrigin(_ size: CGSize) {
    place(CGRect(origin: placement.frame.origin, size: size), placement.boundsOrigin)
  }
}
