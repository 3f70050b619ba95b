// UIActivityViewController: the sheet from which the user shares something; there is nobody to share it with.

/// Something that can be done with what is shared.
@preconcurrency @MainActor
open class UIActivity: NSObject {
  public struct ActivityType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public static let mail = ActivityType("com.apple.UIKit.activity.Mail")
    public static let message = ActivityType("com.apple.UIKit.activity.Message")
    public static let print = ActivityType("com.apple.UIKit.activity.Print")
    public static let copyToPasteboard = ActivityType("com.apple.UIKit.activity.CopyToPasteboard")
    public static let assignToContact = ActivityType("com.apple.UIKit.activity.AssignToContact")
    public static let saveToCameraRoll = ActivityType("com.apple.UIKit.activity.SaveToCameraRoll")
    public static let addToReadingList = ActivityType("com.apple.UIKit.activity.AddToReadingList")
    public static let airDrop = ActivityType("com.apple.UIKit.activity.AirDrop")
    public static let postToFacebook = ActivityType("com.apple.UIKit.activity.PostToFacebook")
    public static let postToTwitter = ActivityType("com.apple.UIKit.activity.PostToTwitter")
  }

  open var activityType: ActivityType? { nil }
  open var activityTitle: String? { nil }
  open var activityImage: UIImage? { nil }
  open var activityViewController: UIViewController? { nil }
  open func canPerform(withActivityItems activityItems: [Any]) -> Bool { false }
  open func prepare(withActivityItems activityItems: [Any]) {}
  open func perform() {}
  /// The activity is done: the sheet goes.
  open func activityDidFinish(_ completed: Bool) { finished?(completed) }
  final var finished: ((Bool) -> Void)?
}

/// Shows the app's own activities that can be performed with its items, and a way out.
@preconcurrency @MainActor
open class UIActivityViewController: UIViewController {
  public typealias CompletionWithItemsHandler = (UIActivity.ActivityType?, Bool, [Any]?, (any Error)?) -> Void

  open var completionWithItemsHandler: CompletionWithItemsHandler?
  open var excludedActivityTypes: [UIActivity.ActivityType]?
  private let items: [Any]
  private let own: [UIActivity]

  public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
    items = activityItems
    own = applicationActivities ?? []
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .pageSheet
  }
  public required init?(coder: NSCoder) { return nil }

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let rows = UIStackView(frame: view.bounds)
    rows.axis = .vertical
    rows.distribution = .fillEqually
    rows.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(rows)
    for activity in own where isOffered(activity) {
      rows.addArrangedSubview(button(activity.activityTitle ?? "") { [weak self] in self?.run(activity) })
    }
    rows.addArrangedSubview(button("Cancel") { [weak self] in self?.end(nil, false) })
  }

  private func isOffered(_ activity: UIActivity) -> Bool {
    if let type = activity.activityType, excludedActivityTypes?.contains(type) == true { return false }
    return activity.canPerform(withActivityItems: items)
  }

  private func button(_ title: String, _ action: @escaping () -> Void) -> UIButton {
    let button = UIButton(type: .system)
    button.setTitle(title, for: .normal)
    button.addAction(UIAction { _ in action() }, for: .touchUpInside)
    return button
  }

  private func run(_ activity: UIActivity) {
    activity.finished = { [weak self, weak activity] in self?.end(activity?.activityType, $0) }
    activity.prepare(withActivityItems: items)
    if let controller = activity.activityViewController {
      present(controller, animated: true)
    } else {
      activity.perform()
    }
  }

  /// The sheet is gone before the handler runs.
  private func end(_ type: UIActivity.ActivityType?, _ completed: Bool) {
    let told = completionWithItemsHandler
    guard let presenter = presentingViewController else {
      told?(type, completed, nil, nil)
      return
    }
    presenter.dismiss(animated: true) { told?(type, completed, nil, nil) }
  }
}
