// Background tasks: time to finish something after the app has entered the background (BX1, BX2, BX6).

import AgentProtocol
import RoostAgent
import Synchronization

/// Names a background task.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The identifier of a task that could not begin, because none can be had.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

extension UIApplication {
  /// Asks for time to finish something in the background. Any thread may call it.
  /// - Parameter handler: called on the main thread when the time is up; it must end the task.
  /// - Returns: ``UIBackgroundTaskIdentifier/invalid`` when the app may not run in the background now.
  @preconcurrency public nonisolated func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    backgroundTasks.begin(taskName, handler)
  }

  /// As ``beginBackgroundTask(withName:expirationHandler:)``, without a name for reports to show.
  @preconcurrency public nonisolated func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    backgroundTasks.begin(nil, handler)
  }

  /// Ends a task; the app is suspended when its last has ended and it is in the background (BX2).
  public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    backgroundTasks.end(identifier)
  }

  /// Seconds the app may still run in the background; `greatestFiniteMagnitude` while it is in the foreground.
  public var backgroundTimeRemaining: TimeInterval { backgroundTasks.timeRemaining }
}

/// The app's open background tasks and what they want to be told at the end.
final class BackgroundTasks: Sendable {
  private struct State {
    var channel: Channel?
    var handlers: [UIBackgroundTaskIdentifier: @MainActor @Sendable () -> Void] = [:]
    /// The number of times that the time was up.
    var expirations = 0
  }
  private let state = Mutex(State())
  /// Those of the app that runs, for threads that cannot ask its ``UIApplication``; nil in a program that is no app.
  static let ofApp = Mutex<BackgroundTasks?>(nil)

  func attach(_ channel: Channel) {
    state.withLock { $0.channel = channel }
    BackgroundTasks.ofApp.withLock { $0 = self }
  }

  func begin(_ name: String?, _ handler: (@MainActor @Sendable () -> Void)?) -> UIBackgroundTaskIdentifier {
    let before = state.withLock { $0.expirations }
    guard case .backgroundTask(let number)? = request(.beginBackgroundTask(name: name)), number != 0 else {
      return .invalid
    }
    let task = UIBackgroundTaskIdentifier(rawValue: number)
    let isUp = state.withLock { state in
      state.handlers[task] = handler
      return state.expirations != before
    }
    // Between roostd's reply and here the main thread may have run the handlers without this one; roostd says it
    // once.
    if isUp { DispatchQueue.main.async { MainActor.assumeIsolated { self.expire(task) } } }
    return task
  }

  func end(_ task: UIBackgroundTaskIdentifier) {
    if task == .invalid { return }
    state.withLock { _ = $0.handlers.removeValue(forKey: task) }
    _ = request(.endBackgroundTask(task.rawValue))
  }

  /// Runs the handlers of all open tasks, in the order they were begun.
  @MainActor func expire() {
    let tasks = state.withLock { state in
      state.expirations += 1
      return Array(state.handlers.keys)
    }
    for task in tasks.sorted(by: { $0.rawValue < $1.rawValue }) { expire(task) }
  }

  /// Once; not that of a task which has ended, such as by the handler of an earlier one.
  @MainActor private func expire(_ task: UIBackgroundTaskIdentifier) {
    let handler = state.withLock { $0.handlers.removeValue(forKey: task) }
    handler?()
  }

  var timeRemaining: TimeInterval {
    guard case .timeRemaining(let seconds?)? = request(.backgroundTimeRemaining) else {
      return .greatestFiniteMagnitude
    }
    return seconds
  }

  /// Nil when roostd refuses or is gone, which UIKit's methods have no way to say.
  private func request(_ method: Request.Method) -> RequestResult? {
    let channel = state.withLock { $0.channel }
    return try? channel?.request(method)
  }
}
