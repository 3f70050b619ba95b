// UIAlertController: a question to the user, as a sheet over the interface with labels, text fields and buttons.

/// An answer that the user can give.
@preconcurrency @MainActor
open class UIAlertAction: NSObject {
  public enum Style: Int, Sendable {
    case `default`, cancel, destructive
  }
  public final let title: String?
  public final let style: Style
  open var isEnabled = true { didSet { button?.isEnabled = isEnabled } }
  final var handler: ((UIAlertAction) -> Void)?
  /// The button it is shown as; its touchUpInside is the answer.
  final weak var button: UIButton?

  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    self.title = title
    self.style = style
    self.handler = handler
    super.init()
  }
}

/// Asks the user something.
@preconcurrency @MainActor
open class UIAlertController: UIViewController {
  public enum Style: Int, Sendable {
    case actionSheet, alert
  }
  open var message: String?
  open var preferredStyle: Style { alertStyle }
  private let alertStyle: Style
  open private(set) var actions: [UIAlertAction] = []
  open private(set) var textFields: [UITextField]?
  open var preferredAction: UIAlertAction?

  public init(title: String?, message: String?, preferredStyle: Style) {
    alertStyle = preferredStyle
    self.message = message
    super.init(nibName: nil, bundle: nil)
    self.title = title
    modalPresentationStyle = .overFullScreen
  }
  public override convenience init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    self.init(title: nil, message: nil, preferredStyle: .actionSheet)
  }
  public required init?(coder: NSCoder) {
    alertStyle = .actionSheet
    super.init(coder: coder)
    modalPresentationStyle = .overFullScreen
  }

  open func addAction(_ action: UIAlertAction) { actions.append(action) }
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    let field = UITextField(frame: .zero)
    configurationHandler?(field)
    textFields = (textFields ?? []) + [field]
  }

  open override func loadView() {
    let dimmed = plainView()
    dimmed.backgroundColor = UIColor(white: 0, alpha: 0.3)
    view = dimmed
  }
  open override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(box)
    for row in rows { box.addSubview(row.view) }
    box.backgroundColor = .systemBackground
    box.layer.cornerRadius = 14
    box.clipsToBounds = true
  }
  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    let width = min(view.bounds.width - 16, preferredStyle == .alert ? 270 : 640)
    var y: CGFloat = 16
    for (view, height) in rows {
      view.frame = CGRect(x: 16, y: y, width: width - 32, height: height)
      y += height
    }
    let height = y + 16
    let top =
      preferredStyle == .alert
      ? (view.bounds.height - height) / 2 : view.bounds.height - view.safeAreaInsets.bottom - height - 8
    box.frame = CGRect(x: (view.bounds.width - width) / 2, y: top, width: width, height: height)
  }

  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    // One that is presented again has to go again.
    isAnswered = false
  }

  private var isAnswered = false
  private let box = UIView(frame: .zero)
  private lazy var rows: [(view: UIView, height: CGFloat)] =
    [
      title.map { (makeLabel($0, .boldSystemFont(ofSize: 17)), 24) },
      message.map { (makeLabel($0, .systemFont(ofSize: 13)), 36) },
    ]
    .compactMap { $0 } + (textFields ?? []).map { ($0, 32) } + ordered.map { (makeButton($0), 44) }

  /// As iOS has them: the way out comes last in a column.
  private var ordered: [UIAlertAction] {
    actions.filter { $0.style != .cancel } + actions.filter { $0.style == .cancel }
  }

  private func makeLabel(_ text: String, _ font: UIFont) -> UIView {
    let label = UILabel(frame: .zero)
    label.text = text
    label.font = font
    label.textAlignment = .center
    label.numberOfLines = 0
    return label
  }

  private func makeButton(_ action: UIAlertAction) -> UIView {
    let button = UIButton(type: .system)
    button.setTitle(action.title, for: .normal)
    button.isEnabled = action.isEnabled
    if action.style == .destructive { button.setTitleColor(.systemRed, for: .normal) }
    let isBold = action === preferredAction || (preferredAction == nil && action.style == .cancel)
    button.titleLabel?.font = isBold ? .boldSystemFont(ofSize: 17) : .systemFont(ofSize: 17)
    button.addAction(UIAction { [weak self, weak action] _ in action.map { self?.answer($0) } }, for: .touchUpInside)
    action.button = button
    return button
  }

  /// The alert is gone before the handler runs.
  private func answer(_ action: UIAlertAction) {
    // Two fingers may lift from two buttons at once.
    guard action.isEnabled, !isAnswered else { return }
    isAnswered = true
    let handler = action.handler
    // As UIKit does: a handler often holds the alert, which holds the handler.
    for action in actions { action.handler = nil }
    guard let presenter = presentingViewController else {
      handler?(action)
      return
    }
    presenter.dismiss(animated: true) { handler?(action) }
  }
}
