// UIButton: something to tap.

/// A button.
@preconcurrency @MainActor
open class UIButton: UIControl {
  public enum ButtonType: Int, Sendable {
    case custom, system, detailDisclosure, infoLight, infoDark, contactAdd, close = 7
  }

  public let buttonType: ButtonType
  /// The label of the button; its text follows the title of the button's state.
  open private(set) lazy var titleLabel: UILabel? = {
    let label = UILabel(frame: .zero)
    label.font = .systemFont(ofSize: 18)
    return label
  }()
  open private(set) lazy var imageView: UIImageView? = UIImageView(image: nil)
  open var configuration: Configuration? { didSet { contentChanged() } }
  open var titleEdgeInsets = UIEdgeInsets.zero
  open var imageEdgeInsets = UIEdgeInsets.zero
  open var contentEdgeInsets = UIEdgeInsets.zero { didSet { contentChanged() } }
  open var showsMenuAsPrimaryAction = false
  open var menu: UIMenu?

  private var titles: [UInt: String] = [:]
  private var colors: [UInt: UIColor] = [:]
  private var images: [UInt: UIImage] = [:]
  private var backgrounds: [UInt: UIImage] = [:]

  public override init(frame: CGRect) {
    buttonType = .custom
    super.init(frame: frame)
  }
  public init(type buttonType: ButtonType) {
    self.buttonType = buttonType
    super.init(frame: .zero)
  }
  public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
    self.init(type: buttonType)
    take(primaryAction)
  }
  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(type: .system)
    self.configuration = configuration
    take(primaryAction)
  }
  public required init?(coder: NSCoder) {
    buttonType = .system
    super.init(coder: coder)
  }

  private func take(_ action: UIAction?) {
    guard let action else { return }
    if !action.title.isEmpty { setTitle(action.title, for: .normal) }
    if let image = action.image { setImage(image, for: .normal) }
    addAction(action, for: .primaryActionTriggered)
  }

  open func setTitle(_ title: String?, for state: State) {
    titles[state.rawValue] = title
    looksChanged()
  }
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) { setTitle(title?.string, for: state) }
  open func setTitleColor(_ color: UIColor?, for state: State) {
    colors[state.rawValue] = color
    looksChanged()
  }
  open func setImage(_ image: UIImage?, for state: State) {
    images[state.rawValue] = image
    looksChanged()
  }
  open func setBackgroundImage(_ image: UIImage?, for state: State) {
    backgrounds[state.rawValue] = image
    looksChanged()
  }
  open func title(for state: State) -> String? { titles[state.rawValue] ?? titles[0] }
  open func titleColor(for state: State) -> UIColor? { colors[state.rawValue] ?? colors[0] }
  open func image(for state: State) -> UIImage? { images[state.rawValue] ?? images[0] }
  open func backgroundImage(for state: State) -> UIImage? { backgrounds[state.rawValue] ?? backgrounds[0] }
  open var currentTitle: String? { configuration?.title ?? title(for: state) }
  open var currentTitleColor: UIColor {
    titleColor(for: state) ?? (buttonType == .custom ? .white : isEnabled ? tintColor ?? .systemBlue : .systemGray)
  }
  open var currentImage: UIImage? { configuration?.image ?? image(for: state) }

  private func looksChanged() {
    titleLabel?.text = currentTitle
    imageView?.image = currentImage
    contentChanged()
  }

  override var primaryEvent: Event { .primaryActionTriggered }

  open override var intrinsicContentSize: CGSize {
    let text = TextLines(currentTitle ?? "", titleLabel?.font ?? .systemFont(ofSize: 18), width: .infinity, 1).size
    let image = currentImage?.size ?? .zero
    let insets = contentEdgeInsets
    return CGSize(
      width: text.width + image.width + insets.left + insets.right + (configuration == nil ? 0 : 24),
      height: max(text.height, image.height) + insets.top + insets.bottom + 12)
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  override func drawContent(into picture: Picture) {
    let area = CGRect(origin: .zero, size: bounds.size)
    if configuration?.isFilled == true {
      picture.rect(area, fill: configuration?.baseBackgroundColor ?? tintColor, radius: 8)
    }
    if let background = backgroundImage(for: state) { picture.image(background, in: area, mode: .scaleToFill) }
    if let image = currentImage {
      let width = min(image.size.width, area.width)
      let place = currentTitle == nil ? area : CGRect(x: 0, y: 0, width: width, height: area.height)
      picture.image(image, in: place, mode: .scaleAspectFit)
    }
    guard let title = currentTitle else { return }
    let color =
      configuration.map { $0.baseForegroundColor ?? ($0.isFilled ? .white : tintColor ?? .systemBlue) }
      ?? currentTitleColor
    picture.line(title, in: area, font: titleLabel?.font ?? .systemFont(ofSize: 18), color: color, alignment: .center)
  }
}

extension UIButton {
  /// The look of a button of the system's.
  public struct Configuration {
    public var title: String?
    public var subtitle: String?
    public var image: UIImage?
    public var baseForegroundColor: UIColor?
    public var baseBackgroundColor: UIColor?
    public var imagePadding: CGFloat = 0
    let isFilled: Bool

    @MainActor public static func plain() -> Configuration { Configuration(isFilled: false) }
    @MainActor public static func tinted() -> Configuration { Configuration(isFilled: false) }
    @MainActor public static func gray() -> Configuration { Configuration(isFilled: false) }
    @MainActor public static func filled() -> Configuration { Configuration(isFilled: true) }
    @MainActor public static func borderedProminent() -> Configuration { Configuration(isFilled: true) }
  }
}
