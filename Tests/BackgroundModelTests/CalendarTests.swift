// The dates that apps have named, when the machine has slept or its clock was set.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("BX4: dates as the calendar leaps") struct CalendarTests {
  private static let hour: Int64 = 3_600_000_000_000
  /// Later than any leap here.
  private let now = Instant(nanoseconds: 1_000_000_000_000_000)

  /// All apps are there, and the calendar is where the model's clock is.
  private func device() -> Lifecycle {
    var lifecycle = World().lifecycle
    _ = lifecycle.handle(.calendar(offset: 0), at: now)
    return lifecycle
  }

  private func after(hours: Int64) -> Instant { now + .nanoseconds(hours * Self.hour) }

  private func plan(_ name: String, _ hours: Int64...) -> PlannedNotification {
    let notification = UserNotification(identifier: name, title: "", body: "", content: "{}", isRemote: false)
    return PlannedNotification(notification, next: after(hours: hours[0]), later: hours.dropFirst().map(after(hours:)))
  }

  private func transfer(_ hours: Int64) -> Transfer {
    Transfer(
      TransferSerial(number: 1),
      TransferRequest(
        TransferName(session: "films", number: 1), url: "http://example.com/a", earliest: after(hours: hours)))
  }

  @Test("BX4 a machine that has slept shows each notification at its date, and at once where that has passed")
  func notifications() {
    var lifecycle = device()
    let planned = UserNotifications(planned: [plan("first", 1, 9), plan("second", 4)])
    _ = lifecycle.handle(.recalled(.notifications(notes, planned)), at: now)
    let effects = lifecycle.handle(.calendar(offset: 2 * Self.hour), at: now)
    let kept = lifecycle.apps[notes]?.estate.notifications ?? UserNotifications()
    #expect(kept.shown.map(\.notification.identifier) == ["first"])
    #expect(kept.planned == [plan("second", 2), plan("first", 7)])
    #expect(effects.contains(.arm(.notifications, at: after(hours: 2))))
    #expect(effects.contains(.store(.keepNotifications(notes, kept))))
    // Ten minutes later the clock is set back by an hour: the notification was shown fifty minutes from now.
    _ = lifecycle.handle(.calendar(offset: Self.hour), at: now + .seconds(600))
    #expect(lifecycle.apps[notes]?.estate.notifications.shown.map(\.time) == [ClockDate(after(hours: 1))])
    #expect(lifecycle.apps[notes]?.estate.notifications.planned == [plan("second", 3), plan("first", 8)])
  }

  @Test("BX4 a repeated notification comes no later than its interval when the clock is set back")
  func interval() {
    var lifecycle = device()
    let notification = plan("again", 1).notification
    let repeated = PlannedNotification(notification, next: after(hours: 2), every: .seconds(7200))
    let planned = UserNotifications(planned: [plan("once", 1), repeated])
    _ = lifecycle.handle(.recalled(.notifications(notes, planned)), at: now)
    // The date of the one that comes once is far away now, and keeps the other from nothing.
    let effects = lifecycle.handle(.calendar(offset: -24 * Self.hour), at: now)
    let next = lifecycle.apps[notes]?.estate.notifications.planned.map(\.next)
    #expect(next == [ClockDate(after(hours: 2)), ClockDate(after(hours: 25))])
    #expect(effects.contains(.arm(.notifications, at: after(hours: 2))))
  }

  @Test(
    "BX4 the date at which a notification was shown stays that date, also where the machine has slept for longer than it ran"
  )
  func shownBefore() {
    var lifecycle = World().lifecycle
    let now = Instant(nanoseconds: 1_200_000_000_000)
    _ = lifecycle.handle(.calendar(offset: 0), at: now)
    let seen = ShownNotification(plan("seen", 1).notification, time: ClockDate(now))
    _ = lifecycle.handle(.recalled(.notifications(notes, UserNotifications(shown: [seen]))), at: now)
    for hours: Int64 in [8, 16, -1, 0] {
      _ = lifecycle.handle(.calendar(offset: hours * Self.hour), at: now)
      let times = lifecycle.apps[notes]?.estate.notifications.shown.map { $0.time.nanoseconds + hours * Self.hour }
      #expect(times == [1_200_000_000_000])
    }
  }

  @Test("BX4 a notification that repeats goes on at its distance when it was missed before the clock's start")
  func phase() {
    var lifecycle = World().lifecycle
    let now = Instant(nanoseconds: 1_200_000_000_000)
    _ = lifecycle.handle(.calendar(offset: 0), at: now)
    let hour = Duration.nanoseconds(Self.hour)
    let hourly = PlannedNotification(plan("hourly", 1).notification, next: now + hour, every: hour)
    _ = lifecycle.handle(.recalled(.notifications(notes, UserNotifications(planned: [hourly]))), at: now)
    // It has slept for eight hours and a half.
    _ = lifecycle.handle(.calendar(offset: Self.hour * 17 / 2), at: now)
    let kept = lifecycle.apps[notes]?.estate.notifications
    #expect(kept?.shown.map(\.notification.identifier) == ["hourly"])
    #expect(kept?.planned.map(\.next) == [ClockDate(now + .seconds(1800))])
  }

  @Test("BX4 planned work and transfers begin at their dates, also when the machine has slept until then")
  func work() {
    var lifecycle = device()
    let task = TaskRequest(identifier: "task 0", kind: .refresh, earliest: after(hours: 8))
    _ = lifecycle.handle(.recalled(.tasks(player, [task])), at: now)
    _ = lifecycle.handle(.recalled(.transfers(notes, [transfer(8)])), at: now)
    let early = lifecycle.handle(.calendar(offset: 7 * Self.hour), at: now)
    #expect(early.contains(.arm(.tasks, at: after(hours: 1))))
    #expect(early.contains(.arm(.transfers, at: after(hours: 1))))
    let moved = TaskRequest(identifier: "task 0", kind: .refresh, earliest: after(hours: 1))
    #expect(early.contains(.store(.keepTask(player, moved))))
    #expect(early.contains(.store(.keepTransfer(notes, transfer(1)))))
    let late = lifecycle.handle(.calendar(offset: 8 * Self.hour), at: now)
    #expect(late.contains(.store(.dropTask(player, "task 0"))))
    #expect(late.contains { if case .transfers(.start(notes, _, _, _)) = $0 { true } else { false } })
  }

  @Test("BX4 a date before the clock's start is past, and stays so when the calendar is set back")
  func saturates() {
    var lifecycle = device()
    _ = lifecycle.handle(.found(.battery(level: 0.5, state: .unplugged)), at: now)
    let task = TaskRequest(identifier: "task 0", kind: .processing, earliest: after(hours: 1), needsPower: true)
    _ = lifecycle.handle(.recalled(.tasks(player, [task])), at: now)
    // From 1970, where a machine without a clock of its own begins, and back.
    for offset in [Int64.max, 0] {
      _ = lifecycle.handle(.calendar(offset: offset), at: now)
      let earliest = lifecycle.apps[player]?.estate.tasks.pending.map(\.earliest)
      #expect(earliest == [Instant(nanoseconds: 0)])
    }
    let effects = lifecycle.handle(.found(.battery(level: 0.5, state: .charging)), at: now)
    #expect(effects.contains(.store(.dropTask(player, "task 0"))))
  }

  @Test("BX4 the dates of an app that is not installed, or not yet, are as good")
  func absent() {
    var lifecycle = device()
    let later = AppID("later")
    _ = lifecycle.handle(.recalled(.notifications(later, UserNotifications(planned: [plan("a", 3)]))), at: now)
    let effects = lifecycle.handle(.calendar(offset: Self.hour), at: now)
    #expect(effects.contains(.store(.keepNotifications(later, UserNotifications(planned: [plan("a", 2)])))))
    let again = lifecycle.handle(.calendar(offset: Self.hour), at: now)
    let isStored = again.contains(where: \.isStored)
    #expect(!isStored, "it has not leapt")
  }
}
