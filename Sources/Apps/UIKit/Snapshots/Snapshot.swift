// Snapshot: what windows look like, as an SVG document (SN1).

@MainActor enum Snapshot {
  /// The windows as they are, from back to front. Hidden views and those one can see through altogether are left out,
  /// with all that is in them, and so is all that lies behind something opaque or outside of what it is cut off by.
  static func svg(of windows: [UIWindow], size: CGSize) -> String {
    let picture = Picture(UIScreen.main.traitCollection, Occlusion(of: windows, size: size))
    picture.rect(CGRect(origin: .zero, size: size), fill: .black)
    for window in windows { draw(window, into: picture) }
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(Int(size.width))\" height=\"\(Int(size.height))\" "
      + "viewBox=\"0 0 \(Int(size.width)) \(Int(size.height))\">\n\(picture.svg)</svg>\n"
  }

  /// One view and what is in it, without its place in its superview; nothing of a view that cannot be seen.
  static func content(of view: UIView) -> String {
    guard isVisible(view) else { return "" }
    contents += 1
    let picture = Picture(view.traitCollection, Occlusion(in: view), prefix: "v\(contents)")
    drawInside(view, into: picture)
    return picture.svg
  }
  private static var contents = 0

  static func isVisible(_ view: UIView) -> Bool {
    !view.isHidden && view.alpha >= 0.01 && !view.layer.isHidden && view.layer.opacity > 0
  }

  private static func draw(_ view: UIView, into picture: Picture) {
    guard isVisible(view) else { return }
    let outside = picture.traits
    picture.traits = outside.with(view.overrideUserInterfaceStyle)
    defer { picture.traits = outside }
    let clip = view.clipsToBounds ? (size: view.bounds.size, radius: view.layer.cornerRadius) : nil
    let opacity = view.alpha * CGFloat(view.layer.opacity)
    if view.transform.isIdentity {
      picture.group(at: view.frame.origin, opacity: opacity, clip: clip) { drawInside(view, into: picture) }
    } else {
      // drawInside(_:into:) takes the origin of the bounds away itself.
      let origin = view.bounds.origin
      let matrix = view.toSuperview.translatedBy(x: origin.x, y: origin.y)
      picture.group(matrix, opacity: opacity, clip: clip) { drawInside(view, into: picture) }
    }
  }

  /// The content that an app puts into a secure field is hidden with the field, as on iOS.
  static func hidesSubviews(_ view: UIView) -> Bool {
    (view as? UITextField)?.isSecureTextEntry ?? (view as? UITextView)?.isSecureTextEntry ?? false
  }

  private static func drawInside(_ view: UIView, into picture: Picture) {
    picture.view = view
    let layer = view.layer
    let area = CGRect(origin: .zero, size: view.bounds.size)
    picture.rect(
      area, fill: view.backgroundColor ?? layer.backgroundColor.map(UIColor.init(cgColor:)), radius: layer.cornerRadius,
      stroke: layer.borderColor.map(UIColor.init(cgColor:)), strokeWidth: layer.borderWidth)
    view.drawContent(into: picture)
    if hidesSubviews(view) { return }
    let scrolled = view.bounds.origin
    if scrolled == .zero {
      for child in view.subviews { draw(child, into: picture) }
    } else {
      picture.group(at: CGPoint(x: -scrolled.x, y: -scrolled.y), opacity: 1, clip: nil) {
        for child in view.subviews { draw(child, into: picture) }
      }
    }
  }
}

extension UIView {
  /// A view that goes on showing what this one looks like now.
  public func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    if afterUpdates { layoutIfNeeded() }
    return FrozenView(of: self)
  }

  /// As ``snapshotView(afterScreenUpdates:)``; there are no insets to stretch.
  public func resizableSnapshotView(
    from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
  ) -> UIView? { snapshotView(afterScreenUpdates: afterUpdates) }
}

/// Shows what another view looked like.
private final class FrozenView: UIView {
  private let content: String

  init(of view: UIView) {
    content = Snapshot.content(of: view)
    super.init(frame: CGRect(origin: .zero, size: view.bounds.size))
  }

  required init?(coder: NSCoder) { return nil }

  override func drawContent(into picture: Picture) {
    picture.insert(content, in: CGRect(origin: .zero, size: bounds.size))
  }
}
