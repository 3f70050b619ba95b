// A notification on its way: asked for, delivered, answered.

package import AgentProtocol

/// A notification to deliver, and when.
open class UNNotificationRequest: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: nothing of it changes.
  /// Names it for the app: a request of the same identifier replaces the one before.
  public let identifier: String
  public let content: UNNotificationContent
  /// Nil: at once.
  public let trigger: UNNotificationTrigger?

  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    self.content = UNNotificationContent(content.text, userInfo: content.userInfo)
    self.trigger = trigger
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationRequest else { return false }
    return identifier == other.identifier && content == other.content && trigger == other.trigger
  }
  open override var hash: Int { identifier.hashValue }
}

/// A notification that has been delivered.
open class UNNotification: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: nothing of it changes.
  /// When it was delivered.
  public let date: Date
  public let request: UNNotificationRequest

  init(_ request: UNNotificationRequest, date: Date) {
    self.date = date
    self.request = request
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension UNNotificationResponse {
  /// As roostd tells of it.
  /// - Parameter session: the scene session that is told; nil in an app without scenes.
  package static func make(_ response: NotificationResponse, in session: String? = nil) -> UNNotificationResponse {
    let notification = UNNotification(response.notification)
    let action = response.action ?? UNNotificationDefaultActionIdentifier
    guard let text = response.text else {
      return UNNotificationResponse(notification, action: action, session: session)
    }
    return UNTextInputNotificationResponse(notification, action: action, session: session, text: text)
  }
}

/// The action of a person on a notification.
open class UNNotificationResponse: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: nothing of it changes.
  public let notification: UNNotification
  /// The action that was chosen, or one of the two identifiers that every notification has.
  public let actionIdentifier: String
  /// The persistent identifier of the session whose scene UIKit gives as `targetScene`.
  package let session: String?

  init(_ notification: UNNotification, action: String, session: String?) {
    self.notification = notification
    actionIdentifier = action
    self.session = session
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A response with a text that was typed.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
  public let userText: String

  init(_ notification: UNNotification, action: String, session: String?, text: String) {
    userText = text
    super.init(notification, action: action, session: session)
  }
}

/// The action of a person who opened the app from the notification.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The action of a person who dismissed the notification; no response has it here.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
