// Notifications for the person: shown when their time comes, kept beyond the daemon.
import AppLink
import LifecycleModel
import Stores

extension Supervisor {
  func keep(_ kept: UserNotifications, of app: AppID) {
    state.notifications.keep(
      NotificationRow(
        app: app.string,
        planned: kept.planned.map { plan in
          NotificationRow.Planned(
            content: NotificationRow.Content(plan.notification),
            dates: ([plan.next] + plan.later).map(\.secondsSince1970),
            interval: plan.every.map { Double($0.wholeNanoseconds) / 1e9 })
        },
        shown: kept.shown.map {
          NotificationRow.Shown(content: NotificationRow.Content($0.notification), date: $0.time.secondsSince1970)
        }))
  }
}

extension UserNotifications {
  init(_ row: NotificationRow) {
    self.init(
      planned: row.planned.compactMap { plan in
        let dates = plan.dates.map(Instant.init(secondsSince1970:))
        guard let first = dates.first else { return nil }
        return PlannedNotification(
          UserNotification(plan.content), next: first, later: Array(dates.dropFirst()),
          every: plan.interval.map(Duration.init(boundedSeconds:)))
      },
      shown: row.shown.map {
        ShownNotification(UserNotification($0.content), time: Instant(secondsSince1970: $0.date))
      })
  }
}

extension NotificationRow.Content {
  init(_ notification: UserNotification) {
    self.init(
      identifier: notification.identifier, title: notification.title, body: notification.body,
      content: notification.content, isRemote: notification.isRemote)
  }
}

extension UserNotification {
  init(_ row: NotificationRow.Content) {
    self.init(
      identifier: row.identifier, title: row.title, body: row.body, content: row.content, isRemote: row.isRemote)
  }
}
