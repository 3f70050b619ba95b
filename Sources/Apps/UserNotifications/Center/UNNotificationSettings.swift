// The permissions of the app for notifications, and the styles that they are shown in.

/// The permissions that an app asks for.
public struct UNAuthorizationOptions: OptionSet, Hashable, Codable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let badge = UNAuthorizationOptions(rawValue: 1 << 0)
  public static let sound = UNAuthorizationOptions(rawValue: 1 << 1)
  public static let alert = UNAuthorizationOptions(rawValue: 1 << 2)
  public static let carPlay = UNAuthorizationOptions(rawValue: 1 << 3)
  public static let criticalAlert = UNAuthorizationOptions(rawValue: 1 << 4)
  public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 1 << 5)
  /// Quietly, and without asking anybody.
  public static let provisional = UNAuthorizationOptions(rawValue: 1 << 6)
  public static let announcement = UNAuthorizationOptions(rawValue: 1 << 7)
  public static let timeSensitive = UNAuthorizationOptions(rawValue: 1 << 8)
}

/// The ways in which a notification that arrives while the app is in front is shown.
public struct UNNotificationPresentationOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let badge = UNNotificationPresentationOptions(rawValue: 1 << 0)
  public static let sound = UNNotificationPresentationOptions(rawValue: 1 << 1)
  /// Both ``list`` and ``banner``, from before iOS 14.
  public static let alert = UNNotificationPresentationOptions(rawValue: 1 << 2)
  public static let list = UNNotificationPresentationOptions(rawValue: 1 << 3)
  public static let banner = UNNotificationPresentationOptions(rawValue: 1 << 4)
}

/// The permission of the app to show notifications.
public enum UNAuthorizationStatus: Int, Codable, Sendable {
  case notDetermined, denied, authorized, provisional, ephemeral
}

/// One setting.
public enum UNNotificationSetting: Int, Sendable {
  case notSupported, disabled, enabled
}

/// The look of an alert.
public enum UNAlertStyle: Int, Sendable {
  case none, banner, alert
}

/// When a preview of the content is shown.
public enum UNShowPreviewsSetting: Int, Sendable {
  case always, whenAuthenticated, never
}

/// The permissions that the app has for notifications now.
open class UNNotificationSettings: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: nothing of it changes.
  private let status: UNAuthorizationStatus
  private let granted: UNAuthorizationOptions

  init(_ status: UNAuthorizationStatus, _ granted: UNAuthorizationOptions) {
    self.status = status
    self.granted = granted
  }

  open var authorizationStatus: UNAuthorizationStatus { status }
  open var soundSetting: UNNotificationSetting { setting(.sound) }
  open var badgeSetting: UNNotificationSetting { setting(.badge) }
  open var alertSetting: UNNotificationSetting { setting(.alert) }
  open var notificationCenterSetting: UNNotificationSetting { setting(.alert) }
  open var lockScreenSetting: UNNotificationSetting { setting(.alert) }
  open var criticalAlertSetting: UNNotificationSetting { setting(.criticalAlert) }
  open var timeSensitiveSetting: UNNotificationSetting { setting(.timeSensitive) }
  open var carPlaySetting: UNNotificationSetting { .notSupported }
  open var announcementSetting: UNNotificationSetting { .notSupported }
  open var scheduledDeliverySetting: UNNotificationSetting { .notSupported }
  open var directMessagesSetting: UNNotificationSetting { .notSupported }
  open var alertStyle: UNAlertStyle { setting(.alert) == .enabled ? .banner : .none }
  open var showPreviewsSetting: UNShowPreviewsSetting { .always }
  open var providesAppNotificationSettings: Bool { granted.contains(.providesAppNotificationSettings) }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  private func setting(_ option: UNAuthorizationOptions) -> UNNotificationSetting {
    granted.contains(option) ? .enabled : .disabled
  }
}
