// Local and remote notifications.

import UIKit
import UserNotifications

@main
class AppDelegate: NSObject, UIApplicationDelegate {
  let center = UNUserNotificationCenter.current()

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    center.delegate = self
    let options: UNAuthorizationOptions = [.alert, .sound, .badge]
    UNUserNotificationCenter.current().requestAuthorization(options: options) { granted, error in
      if let error = error { print(error.localizedDescription) }
      guard granted else { return }
      DispatchQueue.main.async { UIApplication.shared.registerForRemoteNotifications() }
    }
    let reply = UNTextInputNotificationAction(
      identifier: "reply", title: "Reply", options: [], textInputButtonTitle: "Send", textInputPlaceholder: "Text")
    let delete = UNNotificationAction(identifier: "delete", title: "Delete", options: [.destructive])
    center.setNotificationCategories([
      UNNotificationCategory(identifier: "message", actions: [reply, delete], intentIdentifiers: [], options: [])
    ])
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    application.applicationIconBadgeNumber = 0
    center.removeAllDeliveredNotifications()
    center.getNotificationSettings { settings in
      print(settings.authorizationStatus == .authorized, settings.alertSetting == .enabled)
    }
  }

  func schedule() {
    let content = UNMutableNotificationContent()
    content.title = "Title"
    content.body = "Body"
    content.sound = .default
    content.badge = 1
    content.userInfo = ["id": 7]
    content.categoryIdentifier = "message"
    var time = DateComponents()
    time.hour = 9
    let triggers: [UNNotificationTrigger] = [
      UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true),
      UNCalendarNotificationTrigger(dateMatching: time, repeats: true),
    ]
    for trigger in triggers {
      center.add(UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: trigger))
    }
    center.add(UNNotificationRequest(identifier: "now", content: content, trigger: nil)) { error in
      print(error as Any)
    }
    center.removePendingNotificationRequests(withIdentifiers: ["now"])
    Task {
      if try await center.requestAuthorization(options: [.provisional]) { print(await center.pendingNotificationRequests()) }
    }
  }

  func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
    print(deviceToken.map { String(format: "%02.2hhx", $0) }.joined())
  }

  func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {
    print(error)
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    guard let aps = userInfo["aps"] as? [String: AnyObject] else { return completionHandler(.failed) }
    completionHandler(aps.isEmpty ? .noData : .newData)
  }

  func application(
    _ application: UIApplication, performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    completionHandler(.newData)
  }
}

extension AppDelegate: UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    if #available(iOS 14.0, *) {
      completionHandler([.banner, .list, .sound, .badge])
    } else {
      completionHandler([.alert, .sound])
    }
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    switch response.actionIdentifier {
    case UNNotificationDefaultActionIdentifier: print(response.notification.request.content.userInfo)
    case UNNotificationDismissActionIdentifier: break
    default: print((response as? UNTextInputNotificationResponse)?.userText ?? "")
    }
    completionHandler()
  }
}
