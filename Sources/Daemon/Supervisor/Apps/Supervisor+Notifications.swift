// Notifications for the person: shown when their time comes, kept beyond the daemon.
import AppLink
import LifecycleModel
import Recall
import Stores

extension Supervisor {
  func keep(_ kept: UserNotifications, of app: AppID) {
    let calendar = CalendarOffset.now
    state.notifications.keep(
      NotificationRow(
        app: app.string,
        planned: kept.planned.map { plan in
          NotificationRow.Planned(
            content: NotificationRow.Content(plan.notification),
            dates: ([plan.next] + plan.later).map(calendar.secondsSince1970),
            interval: plan.every.map { Double($0.wholeNanoseconds) / 1e9 })
        },
        shown: kept.shown.map {
          NotificationRow.Shown(
            content: NotificationRow.Content($0.notification), date: calendar.secondsSince1970($0.time))
        }))
  }
}
