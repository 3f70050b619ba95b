// Background tasks as ProcessInfo has them on iOS: a block that hears itself when its time is up (BX1, BX2, BX6).

import Synchronization

extension ProcessInfo {
  /// `ProcessInfo.performExpiringActivity(withReason:using:)`: a background task around a block, which runs on a queue.
  /// - Parameter block: called with false. When the time is up before it has returned, it is called with true beside that;
  ///   the task ends when either call returns. It is called with true alone where no task can be had.
  public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
    let queue = DispatchQueue.global()
    // A program that is no app is not suspended.
    guard let tasks = BackgroundTasks.ofApp.withLock({ $0 }) else { return queue.async { block(false) } }
    let activity = ExpiringActivity(tasks)
    // Here and not on the queue: the app may be suspended before that comes to it.
    let hasBegun = activity.begin(reason) {
      queue.async {
        block(true)
        activity.end()
      }
    }
    queue.async {
      block(!hasBegun)
      activity.end()
    }
  }
}

/// The task of one block.
final class ExpiringActivity: Sendable {
  private enum State {
    case beginning, ended
    case open(UIBackgroundTaskIdentifier)
  }
  private let tasks: BackgroundTasks
  private let state = Mutex(State.beginning)

  init(_ tasks: BackgroundTasks) { self.tasks = tasks }

  func begin(_ reason: String, expired: @escaping @MainActor @Sendable () -> Void) -> Bool {
    let new = tasks.begin(reason, expired)
    if new == .invalid { return false }
    // The time may be up between roostd's reply and here, and the call that says so have returned.
    let hasEnded = state.withLock { state -> Bool in
      switch state {
      case .beginning:
        state = .open(new)
        return false
      case .open, .ended: return true
      }
    }
    if hasEnded { tasks.end(new) }
    return true
  }

  /// Once.
  func end() {
    let ended = state.withLock { state -> UIBackgroundTaskIdentifier? in
      defer { state = .ended }
      switch state {
      case .open(let task): return task
      case .beginning, .ended: return nil
      }
    }
    if let ended { tasks.end(ended) }
  }
}
