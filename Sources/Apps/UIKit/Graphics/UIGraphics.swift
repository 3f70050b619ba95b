// Image contexts and UIGraphicsImageRenderer: pictures that an app draws itself. They are SVG documents, as the pictures
// of its windows are; nothing turns them into pixels.

/// A place to draw in.
@preconcurrency @MainActor
open class CGContext: NSObject {
  let size: CGSize
  let scale: CGFloat
  let picture = Picture(UIScreen.main.traitCollection, prefix: "g")
  private var fill = UIColor.black
  private var stroke = UIColor.black
  private var lineWidth: CGFloat = 1

  init(size: CGSize, scale: CGFloat) {
    self.size = size
    self.scale = scale > 0 ? scale : UIScreen.main.scale
  }

  open func setFillColor(_ color: CGColor) { fill = UIColor(cgColor: color) }
  open func setStrokeColor(_ color: CGColor) { stroke = UIColor(cgColor: color) }
  open func setLineWidth(_ width: CGFloat) { lineWidth = width }
  open func fill(_ rect: CGRect) { picture.rect(rect, fill: fill) }
  open func stroke(_ rect: CGRect) { picture.rect(rect, fill: nil, stroke: stroke, strokeWidth: lineWidth) }
  open func fillEllipse(in rect: CGRect) {
    picture.circle(
      center: CGPoint(x: rect.midX, y: rect.midY), radius: min(rect.width, rect.height) / 2, fill: fill)
  }

  /// The drawing so far.
  func image() -> UIImage {
    let (width, height) = (Int(size.width.rounded(.up)), Int(size.height.rounded(.up)))
    let svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\">\n\(picture.svg)</svg>\n"
    return UIImage(drawn: Data(svg.utf8), size: size, scale: scale)
  }
}

@MainActor private var contexts: [CGContext] = []

/// Begins to draw an image; every one is to be ended by ``UIGraphicsEndImageContext()``.
@MainActor public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  let context = CGContext(
    size: CGSize(width: finite(size.width), height: finite(size.height)), scale: scale)
  if opaque { context.fill(CGRect(origin: .zero, size: context.size)) }
  contexts.append(context)
}
@MainActor public func UIGraphicsBeginImageContext(_ size: CGSize) {
  UIGraphicsBeginImageContextWithOptions(size, false, 1)
}
/// The context of the innermost image that is being drawn.
@MainActor public func UIGraphicsGetCurrentContext() -> CGContext? { contexts.last }
@MainActor public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? { contexts.last?.image() }
@MainActor public func UIGraphicsEndImageContext() { _ = contexts.popLast() }
@MainActor public func UIRectFill(_ rect: CGRect) { contexts.last?.fill(rect) }

private func finite(_ number: CGFloat) -> CGFloat { number.isFinite ? min(max(0, number), 1e6) : 0 }

/// The format of a rendered image.
@preconcurrency @MainActor
open class UIGraphicsImageRendererFormat: NSObject {
  open var scale: CGFloat = UIScreen.main.scale
  open var opaque = false
  open class func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
  open class func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

/// The context that a renderer draws in while it runs.
@preconcurrency @MainActor
open class UIGraphicsImageRendererContext: NSObject {
  public let cgContext: CGContext
  public let format: UIGraphicsImageRendererFormat
  open var currentImage: UIImage { cgContext.image() }

  init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
    cgContext = context
    self.format = format
  }
  open func fill(_ rect: CGRect) { cgContext.fill(rect) }
  open func stroke(_ rect: CGRect) { cgContext.stroke(rect) }
}

/// Draws images.
@preconcurrency @MainActor
open class UIGraphicsImageRenderer: NSObject {
  public let format: UIGraphicsImageRendererFormat
  private let size: CGSize

  public init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    self.size = size
    self.format = format
  }
  public convenience init(size: CGSize) { self.init(size: size, format: .default()) }
  public convenience init(bounds: CGRect) { self.init(size: bounds.size, format: .default()) }
  public convenience init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
    self.init(size: bounds.size, format: format)
  }

  open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    UIGraphicsBeginImageContextWithOptions(size, format.opaque, format.scale)
    defer { UIGraphicsEndImageContext() }
    guard let context = UIGraphicsGetCurrentContext() else { return UIImage() }
    actions(UIGraphicsImageRendererContext(context, format))
    return context.image()
  }
}

extension UIView {
  /// Draws the view and what is in it into the current image; false when there is none.
  @discardableResult
  public func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
    guard let context = UIGraphicsGetCurrentContext() else { return false }
    if afterUpdates { layoutIfNeeded() }
    let content = Snapshot.content(of: self)
    let matrix = CGAffineTransform(translationX: rect.minX, y: rect.minY).scaledBy(
      x: bounds.width > 0 ? rect.width / bounds.width : 1, y: bounds.height > 0 ? rect.height / bounds.height : 1)
    context.picture.group(matrix, opacity: 1, clip: nil) {
      context.picture.insert(content, in: CGRect(origin: .zero, size: bounds.size))
    }
    return true
  }
}

extension CALayer {
  /// Draws the layer's view into the current image.
  public func render(in ctx: CGContext) {
    guard let view else { return }
    ctx.picture.insert(Snapshot.content(of: view), in: view.bounds)
  }
}

extension UIImage {
  public func draw(in rect: CGRect) { UIGraphicsGetCurrentContext()?.picture.image(self, in: rect, mode: .scaleToFill) }
  public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }
}

extension UIColor {
  @MainActor public func setFill() { if let color = cgColorNow { UIGraphicsGetCurrentContext()?.setFillColor(color) } }
  @MainActor public func setStroke() {
    if let color = cgColorNow { UIGraphicsGetCurrentContext()?.setStrokeColor(color) }
  }
  @MainActor public func set() {
    setFill()
    setStroke()
  }
  private var cgColorNow: CGColor? { resolvedColor(with: .current).cgColor }
}
