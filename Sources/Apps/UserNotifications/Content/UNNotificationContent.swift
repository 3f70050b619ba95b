// UNNotificationContent: what a notification says.

/// The content of a notification; an app fills in a ``UNMutableNotificationContent``.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked: only UNMutableNotificationContent writes them, and a request keeps a copy that is not mutable.
  fileprivate(set) var text: NotificationText
  fileprivate var userInfoValue: [AnyHashable: Any]

  public override convenience init() { self.init(NotificationText(), userInfo: [:]) }

  init(_ text: NotificationText, userInfo: [AnyHashable: Any]) {
    self.text = text
    userInfoValue = userInfo
    super.init()
  }

  open var title: String { text.title }
  open var subtitle: String { text.subtitle }
  open var body: String { text.body }
  /// The number on the app's icon; nil leaves it as it is, 0 removes it.
  open var badge: NSNumber? { text.badge.map { NSNumber(value: $0) } }
  open var sound: UNNotificationSound? { text.sound.map(UNNotificationSound.init) }
  open var categoryIdentifier: String { text.categoryIdentifier }
  /// Groups notifications that belong together.
  open var threadIdentifier: String { text.threadIdentifier }
  open var targetContentIdentifier: String? { text.targetContentIdentifier }
  open var launchImageName: String { text.launchImageName }
  open var summaryArgument: String { text.summaryArgument }
  open var summaryArgumentCount: Int { text.summaryArgumentCount }
  open var interruptionLevel: UNNotificationInterruptionLevel { text.interruptionLevel }
  open var relevanceScore: Double { text.relevanceScore }
  open var attachments: [UNNotificationAttachment] { text.attachments.map(UNNotificationAttachment.init) }
  /// Data that the app wants to find again; only values that a property list can hold outlive the process.
  open var userInfo: [AnyHashable: Any] { userInfoValue }

  open func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(text, userInfo: userInfoValue) }

  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    UNMutableNotificationContent(text, userInfo: userInfoValue)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationContent else { return false }
    return text == other.text && NSDictionary(dictionary: userInfo).isEqual(NSDictionary(dictionary: other.userInfo))
  }

  open override var hash: Int { text.hashValue }
}

/// Content to fill in.
open class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
  open override var title: String {
    get { text.title }
    set { text.title = newValue }
  }
  open override var subtitle: String {
    get { text.subtitle }
    set { text.subtitle = newValue }
  }
  open override var body: String {
    get { text.body }
    set { text.body = newValue }
  }
  open override var badge: NSNumber? {
    get { super.badge }
    set { text.badge = newValue?.intValue }
  }
  open override var sound: UNNotificationSound? {
    get { super.sound }
    set { text.sound = newValue?.sound }
  }
  open override var categoryIdentifier: String {
    get { text.categoryIdentifier }
    set { text.categoryIdentifier = newValue }
  }
  open override var threadIdentifier: String {
    get { text.threadIdentifier }
    set { text.threadIdentifier = newValue }
  }
  open override var targetContentIdentifier: String? {
    get { text.targetContentIdentifier }
    set { text.targetContentIdentifier = newValue }
  }
  open override var launchImageName: String {
    get { text.launchImageName }
    set { text.launchImageName = newValue }
  }
  open override var summaryArgument: String {
    get { text.summaryArgument }
    set { text.summaryArgument = newValue }
  }
  open override var summaryArgumentCount: Int {
    get { text.summaryArgumentCount }
    set { text.summaryArgumentCount = newValue }
  }
  open override var interruptionLevel: UNNotificationInterruptionLevel {
    get { text.interruptionLevel }
    set { text.interruptionLevel = newValue }
  }
  open override var relevanceScore: Double {
    get { text.relevanceScore }
    set { text.relevanceScore = newValue }
  }
  open override var attachments: [UNNotificationAttachment] {
    get { super.attachments }
    set { text.attachments = newValue.map(\.attachment) }
  }
  open override var userInfo: [AnyHashable: Any] {
    get { userInfoValue }
    set { userInfoValue = newValue }
  }
}

/// The urgency with which a notification wants to be seen.
public enum UNNotificationInterruptionLevel: Int, Codable, Sendable {
  /// Only in the list.
  case passive
  case active
  /// Shown also while a focus keeps others back.
  case timeSensitive
  case critical
}

/// The part of a content that is kept, apart from `userInfo`.
struct NotificationText: Hashable, Codable {
  var title = ""
  var subtitle = ""
  var body = ""
  var badge: Int?
  var sound: Sound?
  var categoryIdentifier = ""
  var threadIdentifier = ""
  var targetContentIdentifier: String?
  var launchImageName = ""
  var summaryArgument = ""
  var summaryArgumentCount = 0
  var interruptionLevel = UNNotificationInterruptionLevel.active
  var relevanceScore = 0.0
  var attachments: [Attachment] = []
}
