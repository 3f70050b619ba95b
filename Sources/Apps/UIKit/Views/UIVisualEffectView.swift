// UIVisualEffectView: a view that veils the content behind it.

/// Something that is done to what lies behind a view.
@preconcurrency @MainActor
open class UIVisualEffect: NSObject {}

/// Blurs the content behind; a picture shows it under an almost opaque cover.
@preconcurrency @MainActor
open class UIBlurEffect: UIVisualEffect {
  public enum Style: Int, Sendable {
    case extraLight, light, dark, regular = 4, prominent, systemUltraThinMaterial, systemThinMaterial, systemMaterial
    case systemThickMaterial, systemChromeMaterial
  }
  let style: Style
  public init(style: Style) { self.style = style }
}

/// Veils what lies behind it.
@preconcurrency @MainActor
open class UIVisualEffectView: UIView {
  open var effect: UIVisualEffect? { didSet { contentChanged() } }
  /// The view that content goes into.
  public let contentView = UIView(frame: .zero)

  public init(effect: UIVisualEffect?) {
    self.effect = effect
    super.init(frame: .zero)
    addContent()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addContent()
  }

  private func addContent() {
    contentView.frame = bounds
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
  }

  /// Opaque: nobody may read veiled content from a picture (SN1).
  override func drawContent(into picture: Picture) {
    picture.rect(CGRect(origin: .zero, size: bounds.size), fill: veil)
  }
  override var surfaceColor: UIColor? { veil ?? super.surfaceColor }
  private var veil: UIColor? { (effect as? UIBlurEffect).map { $0.style == .dark ? .darkGray : .systemGray5 } }
}
