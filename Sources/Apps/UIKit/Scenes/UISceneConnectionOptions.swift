// The reason for which a scene is connected, and the values that it gets (LA4).

import AgentProtocol
import WireJSON

extension UIScene {
  /// The things to open when a scene is connected; empty when a person tapped the app's icon.
  @preconcurrency @MainActor
  open class ConnectionOptions: NSObject {
    open internal(set) var urlContexts: Set<UIOpenURLContext> = []
    open internal(set) var sourceApplication: String?
    open internal(set) var handoffUserActivityType: String?
    open internal(set) var userActivities: Set<NSUserActivity> = []
    open internal(set) var notificationResponse: UNNotificationResponse?
    open internal(set) var shortcutItem: UIApplicationShortcutItem?
    /// There is no CloudKit.
    open var cloudKitShareMetadata: Any? { nil }

    init(_ options: LaunchOptions, of session: String) {
      super.init()
      sourceApplication = options.sourceApplication
      if let url = options.url.flatMap(URL.init(string:)) {
        urlContexts = [UIOpenURLContext(url, from: options.sourceApplication)]
      }
      if let activity = (options.userActivity?.value).flatMap(NSUserActivity.init(json:)) {
        userActivities = [activity]
        handoffUserActivityType = activity.activityType
      }
      notificationResponse = options.notificationResponse.map { UNNotificationResponse.make($0, in: session) }
      shortcutItem = (options.shortcut?.value).flatMap {
        UIApplicationShortcutItem(json: $0, among: UIApplication.running?.shortcutItems ?? [])
      }
    }
  }

  /// The origin of a URL to open: the app that asked for it.
  @preconcurrency @MainActor
  open class OpenURLOptions: NSObject {
    /// The bundle id of the app that asked for it.
    public let sourceApplication: String?
    public let annotation: Any? = nil
    public let openInPlace = false

    init(sourceApplication: String?) { self.sourceApplication = sourceApplication }
  }
}

/// A URL to open, and who asked for it.
@preconcurrency @MainActor
open class UIOpenURLContext: NSObject {
  public let url: URL
  public let options: UIScene.OpenURLOptions

  init(_ url: URL, from sourceApplication: String?) {
    self.url = url
    options = UIScene.OpenURLOptions(sourceApplication: sourceApplication)
  }
}
