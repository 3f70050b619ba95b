// Notifications between the store's rows and the model's words.
import AppLink
import LifecycleModel
import Recall
import Stores
import Testing

@Suite struct NotificationRowTests {
  @Test("BX4 a notification's dates are the same in its row when the calendar has leapt since they were read")
  func leap() {
    let content = NotificationRow.Content(identifier: "n", title: "", body: "", content: "{}", isRemote: false)
    let row = NotificationRow(
      app: "a",
      planned: [NotificationRow.Planned(content: content, dates: [1_000_100_000, 1_000_200_000], interval: 86_400)],
      shown: [NotificationRow.Shown(content: content, date: 1_000_030_000)])
    // 8 h.
    let (before, after): (Int64, Int64) = (1_000_000_000_000_000_000, 1_000_028_800_000_000_000)
    let (app, now) = (AppID("a"), Instant(nanoseconds: 40_000_000_000_000))
    var lifecycle = Lifecycle(policy: Policy())
    _ = lifecycle.handle(.calendar(offset: before), at: now)
    let read = UserNotifications(row, by: CalendarOffset(nanoseconds: before))
    _ = lifecycle.handle(.recalled(.notifications(app, read)), at: now)
    var written: [NotificationRow] = []
    for effect in lifecycle.handle(.calendar(offset: after), at: now) {
      guard case .store(.keepNotifications(app, let kept)) = effect else { continue }
      written.append(NotificationRow(kept, of: app, by: CalendarOffset(nanoseconds: after)))
    }
    #expect(written.count == 1)
    #expect(written.first?.planned.map(\.dates) == [[1_000_100_000, 1_000_200_000]])
    #expect(written.first?.planned.map(\.interval) == [86_400])
    #expect(written.first?.shown.map(\.date) == [1_000_030_000])
  }

  /// By clocks that are read for each of them no two are the same: both go on meanwhile.
  @Test("The dates of an app's notifications become instants by one reading of the clocks")
  func oneReading() {
    let date = 4_000_000_000.0
    func content(_ number: Int) -> NotificationRow.Content {
      NotificationRow.Content(identifier: "\(number)", title: "", body: "", content: "{}", isRemote: false)
    }
    let all = UserNotifications(
      NotificationRow(
        app: "a",
        planned: (1...20).map {
          NotificationRow.Planned(content: content($0), dates: Array(repeating: date, count: 100))
        },
        shown: (21...40).map { NotificationRow.Shown(content: content($0), date: date) }))
    #expect(all.planned.count == 20 && all.shown.count == 20)
    var instants = Set(all.shown.map(\.time))
    for plan in all.planned { instants.formUnion([plan.next] + plan.later) }
    #expect(instants.count == 1)
  }
}
