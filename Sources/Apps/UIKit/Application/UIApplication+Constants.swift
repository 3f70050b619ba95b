// The words of UIApplication: states, and the keys of launch and URL options.

import AgentProtocol
import RoostAgent
import WireJSON

extension UIApplication {
  /// The state of an app.
  public enum State: Int, Sendable {
    /// On screen and receives input.
    case active
    /// On screen, receives no input.
    case inactive
    /// Runs code, not on screen.
    case background
  }

  /// The keys of the launch options, which say why the app was launched (LA4).
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The `URL` to open.
    public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
    /// The bundle id of the app that asked for it, a `String`.
    public static let sourceApplication = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
    /// The payload of the notification, `[String: Any]`.
    public static let remoteNotification = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
    public static let localNotification = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsLocalNotificationKey")
    public static let annotation = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsAnnotationKey")
    /// `true`: there is a location event.
    public static let location = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsLocationKey")
    /// Names of the managers to restore, `[String]`.
    public static let bluetoothCentrals = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsBluetoothCentralsKey")
    public static let bluetoothPeripherals =
      LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsBluetoothPeripheralsKey")
    /// The `UIApplicationShortcutItem`.
    public static let shortcutItem = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
    /// The activity to continue: a dictionary with `userActivityType`.
    public static let userActivityDictionary =
      LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
    public static let userActivityType = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsUserActivityTypeKey")
    public static let cloudKitShareMetadata =
      LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsCloudKitShareMetadataKey")
    /// The ends of the app's last processes, newest first, `[[String: Any]]`: the records that `roostctl exits --json`
    /// prints (TE3). Only when the last of them did not end in order: a launch by the icon has no options else. Of
    /// Roost's own; `MXMetricManager` tells of all ends.
    public static let roostPreviousExits = LaunchOptionsKey(rawValue: "RoostLaunchOptionsPreviousExitsKey")
    public static let newsstandDownloads = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsNewsstandDownloadsKey")
  }

  /// The keys of the options that come with a URL.
  public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The bundle id of the app that asked for it, a `String`.
    public static let sourceApplication = OpenURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
    public static let annotation = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsAnnotationKey")
    public static let openInPlace = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
  }

  /// The keys of the options of ``open(_:options:completionHandler:)``.
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let universalLinksOnly = OpenExternalURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
  }

  /// A kind of app extensions that an app may allow.
  public struct ExtensionPointIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let keyboard = ExtensionPointIdentifier(rawValue: "com.apple.keyboard-service")
  }

  /// A URL that opens the app's settings; nobody declares its scheme unless the device has such an app.
  public nonisolated static let openSettingsURLString = "app-settings:"
  public nonisolated static let openNotificationSettingsURLString = "app-settings:notifications"

  /// Nil when the app was launched by its icon, as UIKit has it.
  func launchOptions(_ launch: Launch) -> [LaunchOptionsKey: Any]? {
    let options = launch.options
    var keyed: [LaunchOptionsKey: Any] = [:]
    if launch.exits.first?.isUnexpectedEnd == true {
      keyed[.roostPreviousExits] = launch.exits.map(\.propertyListValue)
    }
    if let url = options.url.flatMap(URL.init(string:)) { keyed[.url] = url }
    if let sourceApplication = options.sourceApplication { keyed[.sourceApplication] = sourceApplication }
    if let json = options.shortcut?.value,
      let item = UIApplicationShortcutItem(json: json, among: shortcutItems ?? [])
    {
      keyed[.shortcutItem] = item
    }
    if let activity = (options.userActivity?.value).flatMap(NSUserActivity.init(json:)) {
      keyed[.userActivityDictionary] = [
        LaunchOptionsKey.userActivityType.rawValue: activity.activityType,
        "UIApplicationLaunchOptionsUserActivityKey": activity,
      ]
    }
    if let response = options.notificationResponse, response.notification.isRemote {
      keyed[.remoteNotification] = response.notification.content.value.propertyListValue as? [String: Any] ?? [:]
    } else if let response = options.notificationResponse {
      keyed[.localNotification] = UILocalNotification(UNNotificationResponse.make(response))
    }
    switch options.backgroundEvent {
    case "push": keyed[.remoteNotification] = options.payload?.value.propertyListValue as? [String: Any] ?? [:]
    case "location": keyed[.location] = true
    case "bluetooth":
      let role = AppInfo.current.isPeripheralOnly ? LaunchOptionsKey.bluetoothPeripherals : .bluetoothCentrals
      let name = options.payload?.value["name"]?.propertyListValue as? String ?? ""
      keyed[role] = Self.restoreIdentifiers(of: role) ?? [name]
    default: break
    }
    return keyed.isEmpty ? nil : keyed
  }

  /// The managers that CoreBluetooth has kept for the app; nil where it has none, or is not linked.
  private static func restoreIdentifiers(of role: LaunchOptionsKey) -> [String]? {
    guard let data = FileManager.default.contents(atPath: KeptBluetooth.file),
      let kept = try? JSONSerialization.jsonObject(with: data) as? [String: [String: Any]],
      let managers = kept[role == .bluetoothPeripherals ? "peripherals" : "centrals"], !managers.isEmpty
    else { return nil }
    return managers.keys.sorted()
  }
}

extension JSON {
  /// Whether an exit record is of an end that neither the person, nor the system in its ordinary course, nor the app
  /// itself has wanted. An app that slept when memory was short is not to notice its end.
  var isUnexpectedEnd: Bool {
    switch self["reason"] {
    case "force-quit", "terminated", "shutdown", "privacy-changed": false
    case "exit": self["status"] != 0
    case "highwater", "vm-pageshortage", "idle-exit": self["state"] != "suspended"
    default: true
    }
  }
}

extension UIApplication.State {
  init(_ state: ApplicationState) {
    switch state {
    case .active: self = .active
    case .inactive: self = .inactive
    case .background: self = .background
    }
  }
}
