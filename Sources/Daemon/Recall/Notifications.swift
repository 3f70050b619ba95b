// Notifications for the person as the stores keep them.
import AppLink
package import LifecycleModel
package import Stores

extension UserNotifications {
  package init(_ row: NotificationRow) {
    // One for all of them: of forty apps each may have 64 thousand dates, and a clock is not read for each.
    let calendar = CalendarOffset.now
    self.init(
      planned: row.planned.compactMap { plan in
        let dates = plan.dates.map(calendar.instant(secondsSince1970:))
        guard let first = dates.first else { return nil }
        return PlannedNotification(
          UserNotification(plan.content), next: first, later: Array(dates.dropFirst()),
          every: plan.interval.map(Duration.init(boundedSeconds:)))
      },
      shown: row.shown.map {
        ShownNotification(UserNotification($0.content), time: calendar.instant(secondsSince1970: $0.date))
      })
  }
}

extension NotificationRow.Content {
  package init(_ notification: UserNotification) {
    self.init(
      identifier: notification.identifier, title: notification.title, body: notification.body,
      content: notification.content, isRemote: notification.isRemote)
  }
}

extension UserNotification {
  package init(_ row: NotificationRow.Content) {
    self.init(
      identifier: row.identifier, title: row.title, body: row.body, content: row.content, isRemote: row.isRemote)
  }
}
