// Notifications between the store's rows and the model's words.
import AppLink
import LifecycleModel
import Recall
import Stores
import Testing

@Suite struct NotificationRowTests {
  private static func content(_ identifier: String) -> NotificationRow.Content {
    NotificationRow.Content(identifier: identifier, title: "", body: "", content: "{}", isRemote: false)
  }

  /// One that is planned, and has been seen once.
  private static func row(dates: [Double], interval: Double, shown: Double) -> NotificationRow {
    NotificationRow(
      app: "a", planned: [NotificationRow.Planned(content: content("n"), dates: dates, interval: interval)],
      shown: [NotificationRow.Shown(content: content("n"), date: shown)])
  }

  @Test("BX4 a notification's dates are the same in its row when the calendar has leapt since they were read")
  func leap() {
    let row = Self.row(dates: [1_000_100_000, 1_000_200_000], interval: 86_400, shown: 1_000_030_000)
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

  @Test("BX4 the dates of before the machine started are the same in the row when all of it is written again")
  func restart() {
    let row = Self.row(dates: [1_000_000_100, 1_000_009_000], interval: 3600, shown: 1_000_000_000)
    // The clock has begun an hour after it was shown.
    let calendar = CalendarOffset(nanoseconds: 1_000_003_600_000_000_000)
    let written = NotificationRow(UserNotifications(row, by: calendar), of: AppID("a"), by: calendar)
    #expect(written.planned.map(\.dates) == [[1_000_000_100, 1_000_009_000]])
    #expect(written.shown.map(\.date) == [1_000_000_000])
  }

  /// By clocks that are read for each of them no two are the same: both go on meanwhile.
  @Test("The dates of an app's notifications become instants by one reading of the clocks")
  func oneReading() {
    let date = 4_000_000_000.0
    let all = UserNotifications(
      NotificationRow(
        app: "a",
        planned: (1...20).map {
          NotificationRow.Planned(content: Self.content("\($0)"), dates: Array(repeating: date, count: 100))
        },
        shown: (21...40).map { NotificationRow.Shown(content: Self.content("\($0)"), date: date) }))
    #expect(all.planned.count == 20 && all.shown.count == 20)
    var instants = Set(all.shown.map(\.time))
    for plan in all.planned { instants.formUnion([plan.next] + plan.later) }
    #expect(instants.count == 1)
  }
}
