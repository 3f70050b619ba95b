// UIImageView: a picture among the views.

/// Shows a picture.
@preconcurrency @MainActor
open class UIImageView: UIView {
  open var image: UIImage? { didSet { contentChanged() } }
  open var highlightedImage: UIImage?
  open var isHighlighted = false { didSet { contentChanged() } }
  open var animationImages: [UIImage]?
  open var animationDuration: TimeInterval = 0
  open private(set) var isAnimating = false

  public init(image: UIImage?) {
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
    isUserInteractionEnabled = false
  }
  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(image: image)
    self.highlightedImage = highlightedImage
  }
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open func startAnimating() { isAnimating = animationImages != nil }
  open func stopAnimating() { isAnimating = false }

  open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? size }

  override func drawContent(into picture: Picture) {
    guard let shown = isHighlighted ? highlightedImage ?? image : image else { return }
    picture.image(shown, in: CGRect(origin: .zero, size: bounds.size), mode: contentMode)
  }
}
