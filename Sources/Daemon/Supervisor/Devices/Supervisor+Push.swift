// A push from outside on its way to its app.
import ControlAPI
import DaemonConfiguration
import FoundationEssentials
import LifecycleModel
import Logging
import Push
import Reporting
import Settings
import Systemd

extension Supervisor {
  /// The bridge to the configured broker; nil when there is none.
  func pushBridge() throws -> PushBridge? {
    let settings = configuration.push
    guard let broker = settings.broker else { return nil }
    guard let topic = settings.topic ?? .ofThisMachine else {
      log.error(
        "unable to receive pushes from \(broker): the host name cannot be part of a topic; set device in [push]")
      return nil
    }
    return try PushBridge(broker, topic, settings, on: loop, kernel: kernel, running: helpers, log: log) {
      [unowned self] in
      receive(push: $0, for: $1)
    } whenKept: { [unowned self] in
      whenItSurvives($0)
    }
  }

  /// Returns when the model has taken it, or when it is refused for good and the log says so. The part that the user
  /// sees appears even when the app cannot be woken, as a force-quit one cannot (BX5).
  ///
  /// - Returns: whether it is a push, and of an app that is installed.
  private func receive(push payload: String, for identifier: String) -> Bool {
    let app = AppID(identifier)
    do throws(PushError) {
      let push = try Push(payload)
      guard model.lifecycle.apps[app] != nil else {
        refuse(app, Refusal.unknownApp(app).sentence)
        return false
      }
      show(push, of: app)
      guard push.wakes else { return true }
      request(.wake(app, .push(push.payload)), .whenTaken) { [self] outcome in
        switch outcome {
        case .done, .elements, .drawn: break
        case .refused(let refusal): refuse(app, refusal.sentence)
        }
      }
      return true
    } catch {
      refuse(app, "\(error)")
      return false
    }
  }

  private func refuse(_ app: AppID, _ why: String) {
    guard let unsaid = pushRefusals.take(at: monotonicNow()) else { return }
    log.warning("unable to deliver a push to \(app): \(why)\(unsaid)")
  }

  /// The visible part of a push, under a name that no other has.
  func show(_ push: Push, of app: AppID) {
    guard let alert = push.alert else { return }
    let notification = UserNotification(
      identifier: UUID().uuidString, title: alert.title, body: alert.body, content: push.payload, isRemote: true)
    request(.notify(app, notification)) { _ in }
  }
}
