// NSUserActivity, which Foundation has not on Linux: what a person is doing, to go on with it elsewhere or later.

import AgentProtocol
import WireJSON

/// An activity of a person in an app: kept for state restoration (SC5), and handed over to be continued (LA4).
open class NSUserActivity: NSObject, @unchecked Sendable {
  // Unchecked, as Apple's is used: made, filled and read on the main thread.

  /// In reverse-DNS style; the app tells its activities apart by it.
  public let activityType: String
  open var title: String?
  /// Property-list values.
  open var userInfo: [AnyHashable: Any]?
  /// The keys of `userInfo` that it cannot do without.
  open var requiredUserInfoKeys: Set<String>?
  open var webpageURL: URL?
  open var referrerURL: URL?
  open var expirationDate: Date = .distantFuture
  open var keywords: Set<String> = []
  open var needsSave = false
  open var supportsContinuationStreams = false
  open weak var delegate: (any NSUserActivityDelegate)?
  open var targetContentIdentifier: String?
  open var isEligibleForHandoff = true
  open var isEligibleForSearch = false
  open var isEligibleForPublicIndexing = false
  open var isEligibleForPrediction = false
  open var persistentIdentifier: String?
  private var isValid = true

  public init(activityType: String) {
    self.activityType = activityType
    super.init()
  }

  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { _, new in new }
  }

  /// This is what the person does now.
  open func becomeCurrent() {
    guard isValid else { return }
    NSUserActivity.current = self
  }

  open func resignCurrent() {
    if NSUserActivity.current === self { NSUserActivity.current = nil }
  }

  /// It is over, and will not be current again.
  open func invalidate() {
    resignCurrent()
    isValid = false
  }

  nonisolated(unsafe) private static weak var current: NSUserActivity?
  // Unsafe: see above; nothing but these calls looks at it.

  open class func deleteAllSavedUserActivities(completionHandler handler: @escaping () -> Void) { handler() }
  open class func deleteSavedUserActivities(
    withPersistentIdentifiers persistentIdentifiers: [String], completionHandler handler: @escaping () -> Void
  ) { handler() }
}

/// Told when an activity is to be saved or has been continued.
public protocol NSUserActivityDelegate: NSObjectProtocol {
  func userActivityWillSave(_ userActivity: NSUserActivity)
  func userActivityWasContinued(_ userActivity: NSUserActivity)
}

extension NSUserActivityDelegate {
  public func userActivityWillSave(_ userActivity: NSUserActivity) {}
  public func userActivityWasContinued(_ userActivity: NSUserActivity) {}
}

/// The type of an activity that is a web page; its `webpageURL` says which.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

extension NSUserActivity {
  /// As roostd keeps it and hands it over; nil for what is no activity.
  convenience init?(json: JSON) {
    guard case .string(let type)? = json["activityType"] else { return nil }
    self.init(activityType: type)
    if case .string(let title)? = json["title"] { self.title = title }
    if case .string(let page)? = json["webpageURL"] { webpageURL = URL(string: page) }
    if case .string(let target)? = json["targetContentIdentifier"] { targetContentIdentifier = target }
    if case .string(let name)? = json["persistentIdentifier"] { persistentIdentifier = name }
    if case .object(let members)? = json["userInfo"] {
      let pairs = members.dictionary.map { (AnyHashable($0.key), $0.value.propertyListValue) }
      userInfo = Dictionary(uniqueKeysWithValues: pairs)
    }
  }

  var json: JSON {
    if needsSave {
      delegate?.userActivityWillSave(self)
      needsSave = false
    }
    var members: [String: JSON] = ["activityType": .string(activityType)]
    if let title { members["title"] = .string(title) }
    if let webpageURL { members["webpageURL"] = .string(webpageURL.absoluteString) }
    if let targetContentIdentifier { members["targetContentIdentifier"] = .string(targetContentIdentifier) }
    if let persistentIdentifier { members["persistentIdentifier"] = .string(persistentIdentifier) }
    if let userInfo {
      let pairs = userInfo.compactMap { key, value in
        (key.base as? String).map { ($0, JSON(propertyListValue: value)) }
      }
      members["userInfo"] = .object(Dictionary(pairs) { _, last in last })
    }
    return .object(members)
  }
}
