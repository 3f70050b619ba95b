// A delegate of the notification centre that shows a response in the scene that it is for.

import UIKit

final class NotificationRouter: NSObject, UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    let scene = response.targetScene as? UIWindowScene
    let root = scene?.windows.first?.rootViewController
    root?.title = response.notification.request.content.title
    completionHandler()
  }
}
