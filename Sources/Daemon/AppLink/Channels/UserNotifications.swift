// Notifications for the person: the model's words and the protocol's.
import AgentProtocol
import LifecycleModel
import WireJSON

nonisolated extension LifecycleModel.UserNotification {
  init(_ notification: AgentProtocol.UserNotification) {
    self.init(
      identifier: notification.identifier, title: notification.title, body: notification.body,
      content: notification.content.text, isRemote: notification.isRemote)
  }
}

extension AgentProtocol.UserNotification {
  init(_ notification: LifecycleModel.UserNotification, shown: ClockDate? = nil) {
    self.init(
      identifier: notification.identifier, title: notification.title, body: notification.body,
      content: WrittenJSON(written: notification.content), isRemote: notification.isRemote,
      date: shown?.appsSecondsSince1970)
  }
}

extension AgentProtocol.NotificationResponse {
  init(_ response: LifecycleModel.NotificationResponse) {
    self.init(
      UserNotification(response.notification.notification, shown: response.notification.time), action: response.action,
      text: response.text)
  }
}

nonisolated extension LifecycleModel.NotificationRequest {
  init(_ plan: AgentProtocol.PlannedNotification, now: Double?) {
    let dates = plan.dates.map { ClockDate(appsSecondsSince1970: $0, now: now) }
    let interval = plan.interval.map(Duration.init(boundedSeconds:))
    let notification = LifecycleModel.UserNotification(plan.notification)
    // The moment is the model's, and the same when the request is replayed.
    guard let first = dates.first else {
      self = .planAtOnce(notification, every: interval)
      return
    }
    self = .plan(PlannedNotification(notification, next: first, later: Array(dates.dropFirst()), every: interval))
  }
}
