// UNUserNotificationCenter: what an app does with notifications.

package import AgentProtocol
import Dispatch
import RoostAgent
import Synchronization

/// The app's way to notify its user.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
  // @unchecked: the delegate is set and called on the main thread; all else is Sendable.
  private static let shared = UNUserNotificationCenter(file: ownFile)
  private static let ownFile = URL(
    fileURLWithPath: NSHomeDirectory() + "/Library/Preferences/org.roost.usernotifications.plist")

  /// The app's one centre.
  open class func current() -> UNUserNotificationCenter { shared }

  /// Told on the main thread; not retained.
  open weak var delegate: (any UNUserNotificationCenterDelegate)?

  let delivery: LocalDelivery
  let categories = Mutex<Set<UNNotificationCategory>>([])
  private let foreground: ForegroundState

  /// - Parameters:
  ///   - notifications: where UIKit tells that the app comes and goes.
  ///   - daemon: the roostd that runs the app; nil while none does.
  init(
    file: URL, notifications: NotificationCenter = .default,
    daemon: @escaping @Sendable () -> RoostNotifications? = { RoostNotifications.ofApp }
  ) {
    let foreground = ForegroundState(notifications)
    let arrival = Arrival()
    self.foreground = foreground
    delivery = LocalDelivery(file: file, daemon: daemon) { notification in
      DispatchQueue.main.async { arrival.center?.present(notification, inForeground: foreground.isForeground) }
    }
    super.init()
    arrival.center = self
    _ = notifications.addObserver(
      forName: Notification.Name("UIApplicationWillEnterForegroundNotification"), object: nil, queue: nil
    ) { [delivery] _ in delivery.passDue() }
    _ = notifications.addObserver(forName: .NSSystemTimeZoneDidChange, object: nil, queue: nil) { [delivery] _ in
      delivery.planAgain()
    }
  }

  /// UIKit has launched the app, which may have planned what repeats and never ask for its centre in this process. One
  /// that has planned nothing has no file, and gets no centre.
  package static func appHasLaunched() {
    if FileManager.default.fileExists(atPath: ownFile.path) { shared.delivery.planAgain(unlessPlanned: true) }
  }

  var isForeground: Bool { foreground.isForeground }

  open var supportsContentExtensions: Bool { false }

  // MARK: Authorisation

  /// Asks the user whether the app may notify, unless that is decided, or the app asks for no more than to do it quietly.
  @preconcurrency
  open func requestAuthorization(
    options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    if options.contains(.provisional) {
      return delivery.change({ $0.authorize(options) }) { completionHandler($0, nil) }
    }
    Permission.ask(for: .notifications) { [delivery] permission in
      delivery.change({ $0.decide(permission, options) }) { completionHandler($0, nil) }
    }
  }

  open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    await withCheckedContinuation { continuation in
      requestAuthorization(options: options) { granted, _ in continuation.resume(returning: granted) }
    }
  }

  @preconcurrency
  open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
    // The user may have changed it in the settings.
    let permission = Permission.of(.notifications)
    delivery.read { completionHandler(UNNotificationSettings($0.status(under: permission), $0.granted)) }
  }

  open func notificationSettings() async -> UNNotificationSettings {
    await withCheckedContinuation { continuation in getNotificationSettings { continuation.resume(returning: $0) } }
  }

  // MARK: Categories

  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    self.categories.withLock { $0 = categories }
  }

  @preconcurrency
  open func getNotificationCategories(
    completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
  ) {
    delivery.read { _ in completionHandler(self.categories.withLock { $0 }) }
  }

  open func notificationCategories() async -> Set<UNNotificationCategory> { categories.withLock { $0 } }

  // MARK: Delivery

  /// The delegate decides about a notification that is due while the app is in front; otherwise it is shown without
  /// asking the delegate.
  func present(_ notification: NotificationLedger.Delivered, inForeground: Bool) {
    guard inForeground else { return delivery.change { $0.show(notification) } }
    delegate?.userNotificationCenter(self, willPresent: notification.notification) { [delivery] options in
      delivery.change {
        $0.show(
          notification, inList: !options.isDisjoint(with: [.list, .alert]), badge: options.contains(.badge))
      }
    }
  }

  /// roostd asks how to show one while the app is in front; `completed` is told whether to show it at all.
  package func present(_ shown: UserNotification, completed: @escaping (Bool) -> Void) {
    let notification = UNNotification(shown)
    if !shown.isRemote { delivery.passAsked(shown.identifier) }
    guard let delegate else { return completed(false) }
    delegate.userNotificationCenter(self, willPresent: notification) { [delivery] options in
      if options.contains(.badge) {
        let asked = NotificationLedger.Delivered(request: KeptRequest(notification.request), date: notification.date)
        // The list is roostd's.
        delivery.change { $0.show(asked, inList: false) }
      }
      completed(!options.isDisjoint(with: [.list, .banner, .alert]))
    }
  }

  /// A person has answered a notification, which opens a scene where the app has scenes.
  package func receive(_ response: NotificationResponse, in session: String?, completed: @escaping () -> Void) {
    guard let delegate else { return completed() }
    delegate.userNotificationCenter(
      self, didReceive: UNNotificationResponse.make(response, in: session), withCompletionHandler: completed)
  }
}

/// Lets the delivery, which the centre owns, find the centre.
private final class Arrival: @unchecked Sendable {
  // @unchecked: written once, before anything can be due.
  weak var center: UNUserNotificationCenter?
}
