// Mail gets messages while nobody looks: it fetches them, or is pushed them, and says so with a notification.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  private var inbox = Inbox()
  private let maildir = Maildir()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge]) { _, _ in }
    application.registerForRemoteNotifications()
    return true
  }

  /// The messages are there to be seen.
  func applicationDidBecomeActive(_ application: UIApplication) {
    print("\(application.applicationIconBadgeNumber) on the icon")
    do {
      try inbox.markAllRead()
    } catch {
      print("unable to save the inbox: \(error.localizedDescription)")
    }
    application.applicationIconBadgeNumber = 0
    UNUserNotificationCenter.current().removeAllDeliveredNotifications()
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    let messages = maildir.takeNew()
    Task { completionHandler(await receive(messages)) }
  }

  /// A silent push carries its message: `{"aps":{"content-available":1},"message":{"from":"Kim","subject":"Lunch?"}}`.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    let message = (userInfo["message"] as? [String: Any]).flatMap(Message.init)
    Task { completionHandler(await receive(message.map { [$0] } ?? [])) }
  }

  private func receive(_ messages: [Message]) async -> UIBackgroundFetchResult {
    guard !messages.isEmpty else { return .noData }
    do {
      for message in messages {
        try inbox.append(message)
        if UIApplication.shared.applicationState != .active { try await notify(of: message) }
      }
      print("received \(messages.count) messages")
      return .newData
    } catch {
      print("unable to receive the messages: \(error.localizedDescription)")
      return .failed
    }
  }

  private func notify(of message: Message) async throws {
    let content = UNMutableNotificationContent()
    content.title = message.from
    content.body = message.subject
    content.badge = NSNumber(value: inbox.unread)
    try await UNUserNotificationCenter.current()
      .add(UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: nil))
  }
}
