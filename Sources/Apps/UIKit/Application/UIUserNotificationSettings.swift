// Asking a person for notifications as it was before UserNotifications, which does the work.

/// The ways in which notifications may reach a person.
public struct UIUserNotificationType: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = UIUserNotificationType(rawValue: 1 << 0)
  public static let sound = UIUserNotificationType(rawValue: 1 << 1)
  public static let alert = UIUserNotificationType(rawValue: 1 << 2)
}

/// Actions that a notification offers; they are not shown.
@preconcurrency @MainActor
open class UIUserNotificationCategory: NSObject {
  open internal(set) var identifier: String?
}

/// The ways in which an app's notifications may reach a person.
@preconcurrency @MainActor
open class UIUserNotificationSettings: NSObject {
  public let types: UIUserNotificationType
  public let categories: Set<UIUserNotificationCategory>?

  public init(types: UIUserNotificationType, categories: Set<UIUserNotificationCategory>?) {
    self.types = types
    self.categories = categories
  }
}

extension UIApplication {
  /// Asks for them as `UNUserNotificationCenter.requestAuthorization` does; the delegate is told what was granted.
  public func registerUserNotificationSettings(_ notificationSettings: UIUserNotificationSettings) {
    // The options of both have the same bits.
    let options = UNAuthorizationOptions(rawValue: notificationSettings.types.rawValue)
    UNUserNotificationCenter.current().requestAuthorization(options: options) { granted, _ in
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          let settings = granted ? notificationSettings : UIUserNotificationSettings(types: [], categories: nil)
          self.notificationSettings = settings
          self.delegate?.application(self, didRegister: settings)
        }
      }
    }
  }

  /// The settings that were granted in this process; nil before the app asked.
  public var currentUserNotificationSettings: UIUserNotificationSettings? { notificationSettings }
}
