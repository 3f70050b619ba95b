// Notifications between the store's rows and the model's words.
import LifecycleModel
import Recall
import Stores
import Testing

@Suite struct NotificationRowTests {
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
