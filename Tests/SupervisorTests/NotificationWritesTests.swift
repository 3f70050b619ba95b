// The notifications of many apps that change at one moment: one app's rows in a turn of the loop.
import LifecycleModel
import Settings
import Stores
import Systemd
import TestFolders
import Testing

@testable import Supervisor

@MainActor @Suite(.timeLimit(.minutes(40))) struct NotificationWritesTests {
  /// More than any turn has time for, or few.
  private static func notifications(_ count: Int) -> UserNotifications {
    UserNotifications(
      planned: (0..<count).map { number in
        PlannedNotification(
          UserNotification(identifier: "\(number)", title: "", body: "", content: "{}", isRemote: false),
          next: Instant(nanoseconds: 1), later: (2...50).map { Instant(nanoseconds: $0) })
      })
  }

  private let folder: TestFolder
  private let loop: EventLoop
  private let state: StateStore
  private let writes: NotificationWrites

  init() throws {
    folder = try TestFolder()
    loop = try EventLoop()
    state = StateStore(
      directory: folder.path, exits: KeptBounds(keep: 10, age: .seconds(60)), deliver: deliver, note: { _ in })
    writes = NotificationWrites(on: loop, state.notifications)
  }

  private var written: Int {
    state.flush()
    return state.notifications.all().count
  }

  @Test(
    "Of apps that change many notifications in one turn of the loop each has a turn of its own, and the newest are written"
  )
  func many() throws {
    let (many, fewer) = (Self.notifications(60), Self.notifications(50))
    try #require(many.size > NotificationWrites.few)
    for number in 0..<5 { writes.keep(many, of: AppID("a.\(number)")) }
    // It waits still.
    writes.keep(fewer, of: AppID("a.4"))
    var before = written
    #expect(before == 1)
    while before < 5 {
      try loop.runOnce(timeout: .seconds(60))
      let now = written
      #expect(now <= before + 1)
      before = now
    }
    #expect(state.notifications.all().first { $0.app == "a.4" }?.planned.count == 50)
  }

  @Test("All that wait for a turn are written when the daemon asks whether every change is on disk")
  func finish() {
    for number in 0..<5 { writes.keep(Self.notifications(60), of: AppID("a.\(number)")) }
    writes.finish()
    #expect(written == 5)
  }

  @Test("Few notifications are written at once, of however many apps")
  func few() {
    for number in 0..<5 { writes.keep(Self.notifications(1), of: AppID("a.\(number)")) }
    #expect(written == 5)
  }
}
