// An app that may not play on behind the screen lets go of the sound card when it leaves the screen (BG5), and takes it
// again when it is back. UIKit says when: neither module knows of the other.

import Foundation

/// Counts the outputs that are open, so that leaving the screen can wait until there is none.
final class BackgroundSilence: @unchecked Sendable {
  // @unchecked: all that changes is touched with `condition` locked.
  private let condition = NSCondition()
  private var isSilent = false
  private var openOutputs = 0

  /// Longer than a piece of sound takes to be heard. An app that is late may still be killed for the card, and no more.
  private static let patience = 0.5

  /// - Parameter goesOn: whether the app plays on behind the screen.
  init(_ center: NotificationCenter = .default, goesOn: @escaping @Sendable () -> Bool) {
    follow("UIApplicationDidEnterBackgroundNotification", center) { if !goesOn() { $0.begin() } }
    follow("UIApplicationWillEnterForegroundNotification", center) { $0.end() }
  }

  var isOver: Bool { condition.withLock { !isSilent } }

  /// Waits until sound may be heard. Every output is opened after this, and ``closed()`` said when it is closed.
  func willOpen() {
    condition.withLock {
      while isSilent { condition.wait() }
      openOutputs += 1
    }
  }

  func closed() {
    condition.withLock {
      openOutputs -= 1
      condition.broadcast()
    }
  }

  private func begin() {
    let end = Date(timeIntervalSinceNow: Self.patience)
    condition.withLock {
      isSilent = true
      while openOutputs > 0, condition.wait(until: end) {}
    }
  }

  private func end() {
    condition.withLock {
      isSilent = false
      condition.broadcast()
    }
  }

  private func follow(
    _ name: String, _ center: NotificationCenter, _ body: @escaping @Sendable (BackgroundSilence) -> Void
  ) {
    _ = center.addObserver(forName: Notification.Name(name), object: nil, queue: nil) { [weak self] _ in
      if let self { body(self) }
    }
  }
}
