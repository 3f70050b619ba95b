// Serves org.roost.Notifications: what people see.
import AppLink
import ControlAPI
import FoundationEssentials
import LifecycleModel

extension Supervisor {
  /// Nil: of every app.
  func shownNotifications(of id: String?) -> [ControlAPI.ShownNotification] {
    lifecycle.apps.values.filter { id == nil || $0.description.id.string == id }
      .sorted { $0.description.id < $1.description.id }
      .flatMap { app in
        app.estate.notifications.shown.map { shown in
          ControlAPI.ShownNotification(
            app: app.description.id.string, identifier: shown.notification.identifier, title: shown.notification.title,
            body: shown.notification.body,
            time: Date(timeIntervalSince1970: shown.time.secondsSince1970)
              .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        }
      }
  }
}
