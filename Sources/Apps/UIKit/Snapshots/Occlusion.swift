// Occlusion: the parts of views that something in front of them hides, so that a picture has nothing that nobody could
// have seen (SN1).

/// Where each view lies on the screen, the part of it that its superviews do not cut off, and the opaque rectangles that
/// are drawn after it.
@MainActor struct Occlusion {
  /// The place of one view.
  struct Place {
    /// From the view's own coordinates, whose origin is the corner of its surface, to the screen's.
    let toScreen: CGAffineTransform
    let clip: CGRect
    /// As many of the covers lie in front of it, the frontmost first.
    let inFront: Int
  }

  private var places: [ObjectIdentifier: Place] = [:]
  private var covers: [CGRect] = []
  /// Far more than an interface has; from there on nothing more is taken for a cover.
  private static let mostCovers = 2000

  /// Of windows, from back to front, on a screen of `size`.
  init(of windows: [UIWindow], size: CGSize) {
    let screen = CGRect(origin: .zero, size: size)
    for window in windows.reversed() { visit(window, .identity, screen, UIScreen.main.traitCollection, isSolid: true) }
  }

  /// Of one view, which is not moved.
  init(in view: UIView) {
    let everywhere = CGRect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)
    visitInside(view, .identity, everywhere, view.traitCollection, isSolid: true)
  }

  /// From front to back: first what is drawn last.
  private mutating func visit(
    _ view: UIView, _ outside: CGAffineTransform, _ clip: CGRect, _ traits: UITraitCollection, isSolid: Bool
  ) {
    guard Snapshot.isVisible(view) else { return }
    let origin = view.bounds.origin
    let inside = view.toSuperview.translatedBy(x: origin.x, y: origin.y).concatenating(outside)
    let solid = isSolid && view.alpha >= 1 && view.layer.opacity >= 1
    visitInside(view, inside, clip, traits.with(view.overrideUserInterfaceStyle), isSolid: solid)
  }

  private mutating func visitInside(
    _ view: UIView, _ toScreen: CGAffineTransform, _ outerClip: CGRect, _ traits: UITraitCollection, isSolid: Bool
  ) {
    let surface = CGRect(origin: .zero, size: view.bounds.size)
    let area = surface.applying(toScreen)
    let clip = view.clipsToBounds ? outerClip.common(with: area) : outerClip
    if !Snapshot.hidesSubviews(view) {
      let scrolled = view.bounds.origin
      let content = toScreen.translatedBy(x: -scrolled.x, y: -scrolled.y)
      for child in view.subviews.reversed() { visit(child, content, clip, traits, isSolid: isSolid) }
    }
    places[ObjectIdentifier(view)] = Place(toScreen: toScreen, clip: clip, inFront: covers.count)
    guard isSolid, toScreen.b == 0, toScreen.c == 0, view.mask == nil, covers.count < Self.mostCovers,
      let fill = view.surfaceColor?.resolvedColor(with: traits).cgColor, fill.alpha >= 1
    else { return }
    // The square in a rounded corner, of which the rest can be seen through.
    let corner = max(view.layer.cornerRadius, 0) * 0.3
    let cover = surface.insetBy(dx: corner, dy: corner).applying(toScreen).common(with: outerClip)
    if !cover.isNull, !cover.isEmpty { covers.append(cover) }
  }

  /// Whether anything of a rectangle of the view's surface can be seen.
  func shows(_ rectangle: CGRect, of view: UIView) -> Bool { !visible(rectangle, of: view).isEmpty }

  /// Whether these parts of a rectangle are all of it.
  func isWhole(_ parts: [CGRect], _ rectangle: CGRect, of view: UIView) -> Bool {
    guard let place = places[ObjectIdentifier(view)], parts.count == 1 else { return false }
    let whole = rectangle.applying(place.toScreen)
    return abs(parts[0].width - whole.width) < 1 && abs(parts[0].height - whole.height) < 1
  }

  /// The parts of a rectangle of the view's surface that can be seen, on the screen.
  func visible(_ rectangle: CGRect, of view: UIView) -> [CGRect] {
    // Not a place: a broken frame is nowhere, and the picture has nothing of it to hide.
    guard let place = places[ObjectIdentifier(view)] else { return [] }
    let whole = rectangle.applying(place.toScreen).common(with: place.clip)
    guard !whole.isNull, !whole.isEmpty else { return [] }
    // Slivers beside a cover are nothing that anybody sees.
    var parts = [whole]
    for cover in covers[..<place.inFront] {
      parts = parts.flatMap { $0.without(cover) }
      if parts.isEmpty || parts.count > 64 { break }
    }
    return parts
  }
}

extension CGRect {
  /// The rest when `other` is taken away: up to four rectangles, without slivers that rounding leaves.
  fileprivate func without(_ other: CGRect) -> [CGRect] {
    let hole = common(with: other)
    guard !hole.isNull, !hole.isEmpty else { return [self] }
    return [
      CGRect(x: minX, y: minY, width: width, height: hole.minY - minY),
      CGRect(x: minX, y: hole.maxY, width: width, height: maxY - hole.maxY),
      CGRect(x: minX, y: hole.minY, width: hole.minX - minX, height: hole.height),
      CGRect(x: hole.maxX, y: hole.minY, width: maxX - hole.maxX, height: hole.height),
    ].filter { $0.width > 0.5 && $0.height > 0.5 }
  }
}
