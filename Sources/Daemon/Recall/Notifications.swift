// Notifications for the person as the stores keep them.
package import AppLink
package import LifecycleModel
package import Stores

extension UserNotifications {
  /// - Parameter calendar: one for all of them: of forty apps each may have 64 thousand dates, and a clock is not read for each.
  package init(_ row: NotificationRow, by calendar: CalendarOffset = .now) {
    self.init(
      planned: row.planned.compactMap { plan in
        let dates = plan.dates.map(calendar.date(secondsSince1970:))
        guard let first = dates.first else { return nil }
        return PlannedNotification(
          UserNotification(plan.content), next: first, later: Array(dates.dropFirst()),
          every: plan.interval.map(Duration.init(boundedSeconds:)))
      },
      shown: row.shown.map {
        ShownNotification(UserNotification($0.content), time: calendar.date(secondsSince1970: $0.date))
      })
  }
}

extension NotificationRow {
  package init(_ kept: UserNotifications, of app: AppID, by calendar: CalendarOffset = .now) {
    self.init(
      app: app.string,
      planned: kept.planned.map { plan in
        Planned(
          content: Content(plan.notification), dates: ([plan.next] + plan.later).map(calendar.secondsSince1970),
          interval: plan.every.map { Double($0.wholeNanoseconds) / 1e9 })
      },
      shown: kept.shown.map {
        Shown(content: Content($0.notification), date: calendar.secondsSince1970($0.time))
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
