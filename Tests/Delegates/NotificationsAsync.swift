// A delegate of the notification centre written with async methods, apart from the app's delegate.

import UIKit

final class NotificationHandler: NSObject, UNUserNotificationCenterDelegate {
  static let identifier = "reminder"

  nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions {
    notification.request.identifier == Self.identifier ? [.banner, .sound] : []
  }

  nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {
    await MainActor.run { UIApplication.shared.applicationIconBadgeNumber = 0 }
  }

  func remind() async throws {
    let center = UNUserNotificationCenter.current()
    guard await center.notificationSettings().authorizationStatus == .authorized else { return }
    let content = UNMutableNotificationContent()
    content.title = NSLocalizedString("Reminder", comment: "")
    try await center.add(
      UNNotificationRequest(
        identifier: Self.identifier, content: content,
        trigger: UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false)))
    try await center.setBadgeCount(1)
  }
}
