// Knows from UIKit's notifications if the app is in front: this module cannot import UIKit, which exports it.

import Synchronization

final class ForegroundState: Sendable {
  /// True until something else is said: an app that is launched into the background is told so (LA3).
  private let state = Mutex(true)

  init(_ center: NotificationCenter) {
    follow("UIApplicationDidEnterBackgroundNotification", false, center)
    follow("UIApplicationWillEnterForegroundNotification", true, center)
    follow("UIApplicationDidBecomeActiveNotification", true, center)
  }

  var isForeground: Bool { state.withLock { $0 } }

  private func follow(_ name: String, _ isForeground: Bool, _ center: NotificationCenter) {
    _ = center.addObserver(forName: Notification.Name(name), object: nil, queue: nil) {
      [weak self] _ in
      self?.state.withLock { $0 = isForeground }
    }
  }
}
