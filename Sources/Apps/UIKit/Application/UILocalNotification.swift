// Local notifications as they were scheduled before UserNotifications, which does the work.

/// A notification that the app itself has scheduled. The notification centre delivers it, to the centre's delegate.
@preconcurrency @MainActor
open class UILocalNotification: NSObject {
  /// Nil: at once.
  open var fireDate: Date?
  open var timeZone: TimeZone?
  open var alertTitle: String?
  open var alertBody: String?
  open var alertAction: String?
  open var hasAction = true
  open var alertLaunchImage: String?
  open var soundName: String?
  /// 0: the number stays.
  open var applicationIconBadgeNumber = 0
  open var category: String?
  open var userInfo: [AnyHashable: Any]?
  fileprivate let identifier = UUID().uuidString

  public override init() {}

  /// The action that the person has chosen.
  init(_ response: UNNotificationResponse) {
    let content = response.notification.request.content
    alertTitle = content.title
    alertBody = content.body
    category = content.categoryIdentifier
    userInfo = content.userInfo
    fireDate = response.notification.date
  }

  fileprivate var request: UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = alertTitle ?? ""
    content.body = alertBody ?? ""
    content.launchImageName = alertLaunchImage ?? ""
    content.categoryIdentifier = category ?? ""
    content.userInfo = userInfo ?? [:]
    if applicationIconBadgeNumber != 0 { content.badge = NSNumber(value: applicationIconBadgeNumber) }
    if let soundName {
      let isDefault = soundName == UILocalNotificationDefaultSoundName
      content.sound = isDefault ? .default : UNNotificationSound(named: UNNotificationSoundName(soundName))
    }
    let wait = fireDate.map(\.timeIntervalSinceNow) ?? 0
    let trigger = wait > 0 ? UNTimeIntervalNotificationTrigger(timeInterval: wait, repeats: false) : nil
    return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
  }
}

/// The name of the sound that the device chooses.
public let UILocalNotificationDefaultSoundName = "UILocalNotificationDefaultSoundName"

extension UIApplication {
  public func scheduleLocalNotification(_ notification: UILocalNotification) {
    UNUserNotificationCenter.current().add(notification.request)
  }
  public func presentLocalNotificationNow(_ notification: UILocalNotification) {
    notification.fireDate = nil
    scheduleLocalNotification(notification)
  }
  public func cancelLocalNotification(_ notification: UILocalNotification) {
    UNUserNotificationCenter.current().removePendingNotificationRequests(withIdentifiers: [notification.identifier])
  }
  public func cancelAllLocalNotifications() {
    UNUserNotificationCenter.current().removeAllPendingNotificationRequests()
  }
}
