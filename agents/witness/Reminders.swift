// Notifications that Witness plans when it is launched with `remind=SECONDS`, and those it finds planned when it is active.

import UIKit

@MainActor enum Reminders {
  private nonisolated static let words = CommandLine.arguments.filter { $0.hasPrefix("remind=") }

  static func plan() {
    guard !words.isEmpty else { return }
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge]) { _, _ in
      for word in words { add(word) }
    }
  }

  private nonisolated static func add(_ word: String) {
    guard let seconds = TimeInterval(word.dropFirst("remind=".count)) else { return }
    let content = UNMutableNotificationContent()
    content.title = word
    content.badge = 7
    UNUserNotificationCenter.current().add(
      UNNotificationRequest(
        identifier: word, content: content,
        trigger: UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)))
  }

  /// When all is planned: a second question about the permission is answered after the first.
  static func tell() {
    guard !words.isEmpty else { return }
    UNUserNotificationCenter.current().requestAuthorization(options: []) { _, _ in
      UNUserNotificationCenter.current().getPendingNotificationRequests { pending in
        let names = pending.map(\.identifier).joined(separator: ",")
        Task { @MainActor in
          Testimony.write("planned", "[\(names)] badge=\(UIApplication.shared.applicationIconBadgeNumber)")
        }
      }
    }
  }
}
