// Gives URLs, shortcut items and activities to the app's delegate or a scene's to open (LA6, LA4, LS2).

import AgentProtocol
import RoostAgent
import Synchronization
import WireJSON

@MainActor final class Openings {
  private let application: UIApplication
  private let callbacks: Callbacks
  private var delegate: (any UIApplicationDelegate)? { application.delegate }

  init(_ application: UIApplication, _ callbacks: Callbacks) {
    self.application = application
    self.callbacks = callbacks
  }

  // MARK: By the app's delegate

  func open(_ string: String, from sourceApplication: String?) -> Bool {
    guard let url = URL(string: string) else { return false }
    return callbacks.run("openURL") {
      delegate?.application(
        application, open: url, options: sourceApplication.map { [.sourceApplication: $0] } ?? [:]) ?? false
    }
  }

  func perform(_ json: WrittenJSON) {
    guard let item = item(json) else { return }
    callbacks.run("performActionFor") { delegate?.application(application, performActionFor: item) { _ in } }
  }

  func `continue`(_ json: WrittenJSON) -> Bool {
    guard let activity = NSUserActivity(json: json.value) else { return false }
    return callbacks.run("continueUserActivity") {
      guard let delegate else { return false }
      _ = delegate.application(application, willContinueUserActivityWithType: activity.activityType)
      let handled = delegate.application(application, continue: activity) { responders in
        for responder in responders ?? [] { responder.restoreUserActivityState(activity) }
      }
      activity.delegate?.userActivityWasContinued(activity)
      return handled
    }
  }

  // MARK: Notifications

  /// Acknowledged when the delegate has said how it shall be shown. Where the centre has none, the app's own delegate
  /// hears of a push, and nothing is shown.
  func present(_ notification: UserNotification, _ sequence: UInt64, _ channel: Channel) -> AckResult? {
    let center = UNUserNotificationCenter.current()
    if center.delegate == nil, let delegate, notification.isRemote {
      // One that wakes comes again as an event of its own.
      if !notification.wakes {
        callbacks.run("didReceiveRemoteNotification") {
          delegate.application(application, didReceiveRemoteNotification: notification.payload) { _ in }
        }
      }
      return .answered(handled: false)
    }
    let answer = PresentationAnswer()
    callbacks.run("willPresentNotification") {
      center.present(notification) { @Sendable isShown in
        if answer.isToBeSent(isShown) { channel.send(.ack(Ack(sequence, .answered(handled: isShown)))) }
      }
    }
    return answer.answerOnReturn().map { .answered(handled: $0) }
  }

  /// Acknowledged when the completion handler is called.
  func respond(
    _ response: NotificationResponse, in session: String? = nil, _ sequence: UInt64, _ channel: Channel
  ) -> AckResult? {
    let done = Completion { channel.send(.ack(Ack(sequence))) }
    answer(response, in: session) { done.call() }
    return nil
  }

  /// The notification centre's delegate hears of it, or else the app's, as before iOS 10.
  func answer(_ response: NotificationResponse, in session: String?, completed: @escaping () -> Void) {
    let center = UNUserNotificationCenter.current()
    callbacks.run("didReceiveNotificationResponse") {
      if center.delegate == nil, let delegate, response.notification.isRemote {
        let payload = response.notification.payload
        delegate.application(application, didReceiveRemoteNotification: payload) { _ in completed() }
      } else if center.delegate == nil, let delegate {
        delegate.application(application, didReceive: UILocalNotification(UNNotificationResponse.make(response)))
        completed()
      } else {
        center.receive(response, in: session, completed: completed)
      }
    }
  }

  // MARK: By a scene's

  func open(_ string: String, from sourceApplication: String?, in scene: UIScene) {
    guard let url = URL(string: string) else { return }
    callbacks.run("sceneOpenURLContexts", of: scene) {
      scene.delegate?.scene(scene, openURLContexts: [UIOpenURLContext(url, from: sourceApplication)])
    }
  }

  func perform(_ json: WrittenJSON, in scene: UIScene) {
    guard let item = item(json), let windowScene = scene as? UIWindowScene,
      let delegate = scene.delegate as? any UIWindowSceneDelegate
    else { return }
    callbacks.run("windowScenePerformActionFor", of: scene) {
      delegate.windowScene(windowScene, performActionFor: item) { _ in }
    }
  }

  func `continue`(_ json: WrittenJSON, in scene: UIScene) {
    guard let activity = NSUserActivity(json: json.value) else { return }
    callbacks.run("sceneContinueUserActivity", of: scene) {
      scene.delegate?.scene(scene, willContinueUserActivityWithType: activity.activityType)
      scene.delegate?.scene(scene, continue: activity)
      activity.delegate?.userActivityWasContinued(activity)
    }
  }

  private func item(_ json: WrittenJSON) -> UIApplicationShortcutItem? {
    UIApplicationShortcutItem(json: json.value, among: application.shortcutItems ?? [])
  }
}

extension UserNotification {
  /// Of one that was pushed.
  fileprivate var payload: [AnyHashable: Any] { content.value.propertyListValue as? [AnyHashable: Any] ?? [:] }

  /// It has `content-available`, for which roostd wakes the app (BX5).
  fileprivate var wakes: Bool { content.value["aps"]?["content-available"] == .integer(1) }
}

/// The delegate's answer about one notification: it counts once, from any thread.
private final class PresentationAnswer: Sendable {
  private enum State {
    /// The delegate has not returned. An answer at once follows the duration of the call, which waits for the next write.
    case called
    case answered(isShown: Bool)
    /// It has returned, and the answer is sent when it comes.
    case awaited
    case acknowledged
  }
  private let state = Mutex(State.called)

  /// Takes an answer; whether the thread that gives it acknowledges the notification by it.
  func isToBeSent(_ isShown: Bool) -> Bool {
    state.withLock { state -> Bool in
      switch state {
      case .called:
        state = .answered(isShown: isShown)
        return false
      case .awaited:
        state = .acknowledged
        return true
      case .answered, .acknowledged: return false
      }
    }
  }

  /// The delegate has returned: its answer, nil when it comes later.
  func answerOnReturn() -> Bool? {
    state.withLock { state -> Bool? in
      switch state {
      case .called:
        state = .awaited
        return nil
      case .answered(let isShown):
        state = .acknowledged
        return isShown
      case .awaited, .acknowledged: return nil
      }
    }
  }
}
