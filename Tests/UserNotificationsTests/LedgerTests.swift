// The notifications that are kept, by the clock the test gives.

import Foundation
import RoostAgent
import Testing

@testable import UserNotifications

@Suite("Notification ledger") struct LedgerTests {
  let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private func request(
    _ identifier: String, badge: NSNumber? = nil, in seconds: TimeInterval? = nil, repeats: Bool = false
  ) -> KeptRequest {
    let content = UNMutableNotificationContent()
    content.title = "title of \(identifier)"
    content.badge = badge
    return KeptRequest(
      UNNotificationRequest(
        identifier: identifier, content: content,
        trigger: seconds.map { UNTimeIntervalNotificationTrigger(timeInterval: $0, repeats: repeats) }))
  }

  private func allowed(_ options: UNAuthorizationOptions = [.alert, .badge]) -> NotificationLedger {
    var ledger = NotificationLedger()
    _ = ledger.authorize(options)
    return ledger
  }

  @Test("An app that has not asked may add none, and is told so")
  func notAsked() {
    var ledger = NotificationLedger()
    #expect(throws: UNError(.notificationsNotAllowed)) { try ledger.add(request("a"), now: now) }
    #expect(ledger.pending.isEmpty)
  }

  @Test("PR1 PR4 the user's answer counts for more than what the app was answered before")
  func userDecides() throws {
    var ledger = NotificationLedger()
    let denied = ledger.decide(.denied, [.alert])
    #expect(!denied && ledger.status(under: .denied) == .denied)
    #expect(ledger.status(under: .undetermined) == .notDetermined, "the user has reset it")
    let granted = ledger.decide(.granted, [.alert])
    #expect(granted && ledger.status(under: .granted) == .authorized && ledger.granted == [.alert])
    #expect(throws: UNError(.notificationsNotAllowed)) { try ledger.add(request("a"), now: now, under: .denied) }
    try ledger.add(request("a"), now: now, under: .granted)
    let open = ledger.decide(.undetermined, [.badge])
    #expect(!open && ledger.granted == [.alert], "it asked behind the screen")
    // Nobody decides where no roostd runs the app.
    var alone = NotificationLedger()
    let quiet = alone.decide(nil, [.provisional])
    #expect(quiet && alone.status(under: nil) == .provisional && alone.status(under: .undetermined) == .provisional)
  }

  @Test("Asking grants what was asked, and asking again adds to it")
  func authorization() {
    var ledger = NotificationLedger()
    let first = ledger.authorize([.provisional, .alert])
    #expect(first && ledger.status == .provisional)
    let second = ledger.authorize([.badge])
    #expect(second)
    #expect(ledger.status == .authorized)
    #expect(ledger.granted == [.provisional, .alert, .badge])
  }

  @Test("Once denied stays denied")
  func denied() {
    var ledger = NotificationLedger()
    ledger.status = .denied
    let granted = ledger.authorize([.alert])
    #expect(!granted)
    #expect(ledger.granted == [])
  }

  @Test("What is due comes earliest first, and not before")
  func order() throws {
    var ledger = allowed()
    try ledger.add(request("late", in: 20), now: now)
    try ledger.add(request("early", in: 10), now: now)
    let tooEarly = ledger.takeDue(now: now.addingTimeInterval(9.9))
    #expect(tooEarly == [])
    #expect(ledger.nextDue == now.addingTimeInterval(10))
    let due = ledger.takeDue(now: now.addingTimeInterval(30))
    #expect(due.map(\.request.identifier) == ["early", "late"])
    #expect(ledger.pending.isEmpty && ledger.nextDue == nil)
  }

  @Test(
    "Where the device's clock is ahead, a date of the app's is as far away for both, and so is the next of each day")
  func deviceAhead() throws {
    var ledger = allowed()
    let hour = 3600.0
    try ledger.add(request("tea", in: 2 * hour), now: now, deviceAhead: 10 * hour)
    #expect(ledger.nextDue == now + 12 * hour)
    let daily = UNCalendarNotificationTrigger(dateMatching: DateComponents(minute: 30), repeats: true)
    let news = UNNotificationRequest(identifier: "news", content: UNNotificationContent(), trigger: daily)
    let first = try #require(daily.trigger.date(after: now))
    try ledger.add(KeptRequest(news), now: now, deviceAhead: 10 * hour + 7)
    ledger.removePending { $0 == "tea" }
    #expect(ledger.nextDue == first + 10 * hour + 7)
    #expect(ledger.takeDue(now: first + 10 * hour + 7).map(\.request.identifier) == ["news"])
    #expect(ledger.nextDue == first + 11 * hour + 7)
  }

  @Test("One that repeats is pending again, once, however long nobody looked")
  func repeats() throws {
    var ledger = allowed()
    try ledger.add(request("tick", in: 60, repeats: true), now: now)
    let later = now.addingTimeInterval(600)
    let due = ledger.takeDue(now: later)
    #expect(due.count == 1)
    #expect(ledger.pending.map(\.due) == [later.addingTimeInterval(60)])
  }

  @Test("One that repeats by the calendar, planned again, has its next date from now on; others keep theirs")
  func plannedAgain() throws {
    var ledger = allowed()
    let hour = 3600.0
    let trigger = UNCalendarNotificationTrigger(dateMatching: DateComponents(minute: 30), repeats: true)
    let bell = UNNotificationRequest(identifier: "bell", content: UNNotificationContent(), trigger: trigger)
    try ledger.add(KeptRequest(bell), now: now, deviceAhead: 7)
    try ledger.add(request("tea", in: 9 * hour), now: now)
    let first = try #require(trigger.trigger.date(after: now))
    // As after a change to a zone in which it is later.
    let planned = ledger.planAgain(now: now - 2 * hour)
    #expect(planned.map(\.request.identifier) == ["bell"])
    #expect(ledger.pending.map(\.due) == [first - 2 * hour + 7, now + 9 * hour])
  }

  @Test(
    "One that comes once, at a time of the calendar without a zone, is planned again in another zone until it has come"
  )
  func once() throws {
    var ledger = allowed()
    let seoul = try #require(TimeZone(identifier: "Asia/Seoul"))
    let zones: [(String, TimeZone?)] = [("local", nil), ("seoul", seoul)]
    let requests = zones.map { name, zone in
      let components = DateComponents(timeZone: zone, minute: 30)
      return UNNotificationRequest(
        identifier: name, content: UNNotificationContent(),
        trigger: UNCalendarNotificationTrigger(dateMatching: components, repeats: false))
    }
    for request in requests { try ledger.add(KeptRequest(request), now: now) }
    try ledger.add(request("tea", in: 600), now: now)
    let due = try #require(ledger.pending.first { $0.request.identifier == "local" }?.due)
    func planned(at date: Date, in zone: String) -> [String] {
      var tried = ledger
      return tried.planAgain(now: date, unlessPlannedIn: zone).map(\.request.identifier)
    }
    ledger.haveBeenPlanned(["local": now, "seoul": now], in: "Asia/Seoul")
    #expect(planned(at: now, in: "Asia/Seoul") == [])
    #expect(planned(at: now, in: "Europe/Berlin") == ["local"])
    // As after a change to a zone in which it is later.
    let again = ledger.planAgain(now: now - 7200)
    #expect(again.map(\.request.identifier) == ["local"] && again.map(\.due) == [due - 7200])
    // roostd has shown it, though nobody has looked yet.
    #expect(planned(at: due - 7200, in: "Europe/Berlin") == [])
  }

  @Test("A time of the calendar with a zone comes at that time there", arguments: ["Asia/Seoul", "America/New_York"])
  func zone(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    let trigger = UNCalendarNotificationTrigger(
      dateMatching: DateComponents(timeZone: zone, hour: 9), repeats: false)
    var there = Calendar.current
    there.timeZone = zone
    let date = try #require(trigger.trigger.date(after: now))
    #expect(there.component(.hour, from: date) == 9 && date.timeIntervalSince(now) <= 86_400)
  }

  @Test("One that repeats by the calendar, and is over, is not planned again")
  func over() throws {
    var ledger = allowed()
    let components = DateComponents(
      calendar: Calendar(identifier: .gregorian), year: 2026, month: 6, day: 1, hour: 9, minute: 0)
    let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
    let june = UNNotificationRequest(identifier: "june", content: UNNotificationContent(), trigger: trigger)
    try ledger.add(KeptRequest(june), now: now)
    let before = ledger.planAgain(now: now)
    #expect(before.map(\.request.identifier) == ["june"])
    let after = ledger.planAgain(now: now + 400 * 86_400)
    #expect(after == [])
  }

  @Test("Dates that roostd has are not planned again, until half of them or a day are past, or the zone is another")
  func plannedEnough() throws {
    var ledger = allowed()
    let hour = 3600.0
    let trigger = UNCalendarNotificationTrigger(dateMatching: DateComponents(minute: 30), repeats: true)
    let bell = UNNotificationRequest(identifier: "bell", content: UNNotificationContent(), trigger: trigger)
    try ledger.add(KeptRequest(bell), now: now)
    let first = try #require(trigger.trigger.date(after: now))
    func isPlanned(at date: Date, in zone: String) -> Bool {
      var tried = ledger
      return !tried.planAgain(now: date, unlessPlannedIn: zone).isEmpty
    }
    #expect(isPlanned(at: now, in: "Asia/Seoul"), "roostd has none")
    ledger.haveBeenPlanned(["bell": now], in: "Asia/Seoul")
    #expect(!isPlanned(at: now, in: "Asia/Seoul"))
    #expect(isPlanned(at: now, in: "Europe/Berlin"))
    _ = ledger.takeDue(now: first)
    #expect(!isPlanned(at: now + 24 * hour - 1, in: "Asia/Seoul"))
    #expect(isPlanned(at: now + 24 * hour, in: "Asia/Seoul"), "roostd may have lost them")
  }

  @Test("One whose dates are soon past is planned again when half of them are")
  func soonPast() throws {
    var ledger = allowed()
    let trigger = UNCalendarNotificationTrigger(dateMatching: DateComponents(second: 0), repeats: true)
    let tick = UNNotificationRequest(identifier: "tick", content: UNNotificationContent(), trigger: trigger)
    try ledger.add(KeptRequest(tick), now: now)
    ledger.haveBeenPlanned(["tick": now], in: "Asia/Seoul")
    var half = now
    for _ in 0..<32 { half = try #require(trigger.trigger.date(after: half)) }
    let before = ledger.planAgain(now: half - 1, unlessPlannedIn: "Asia/Seoul")
    #expect(before.isEmpty)
    let after = ledger.planAgain(now: half, unlessPlannedIn: "Asia/Seoul")
    #expect(after.map(\.request.identifier) == ["tick"])
  }

  @Test("A request of the same identifier replaces the one before")
  func replaces() throws {
    var ledger = allowed()
    try ledger.add(request("a", in: 10), now: now)
    try ledger.add(request("a", in: 90), now: now)
    #expect(ledger.pending.map(\.due) == [now.addingTimeInterval(90)])
  }

  @Test("A trigger without a date to come is refused")
  func noDate() {
    var ledger = allowed()
    let past = UNCalendarNotificationTrigger(
      dateMatching: DateComponents(calendar: Calendar(identifier: .gregorian), year: 1999), repeats: false)
    let request = UNNotificationRequest(identifier: "past", content: UNNotificationContent(), trigger: past)
    #expect(throws: UNError(.notificationInvalidNoDate)) { try ledger.add(KeptRequest(request), now: now) }
  }

  @Test("A shown notification sets the badge only where badges were granted")
  func badge() {
    for (options, badge) in [(UNAuthorizationOptions([.alert, .badge]), 4), ([.alert], 0)] {
      var ledger = allowed(options)
      ledger.show(.init(request: request("a", badge: 4), date: now))
      #expect(ledger.badge == badge)
      #expect(ledger.delivered.count == 1)
    }
  }

  @Test("Content, trigger and userInfo come back from the file as they were")
  func roundTrip() throws {
    let content = UNMutableNotificationContent()
    content.title = "T"
    content.body = "B"
    content.sound = UNNotificationSound(named: UNNotificationSoundName("ping.caf"))
    content.userInfo = ["id": 7, "names": ["a", "b"]]
    content.interruptionLevel = .timeSensitive
    let request = UNNotificationRequest(
      identifier: "r", content: content,
      trigger: UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 9), repeats: true))
    let kept = try PropertyListDecoder().decode(
      KeptRequest.self, from: PropertyListEncoder().encode(KeptRequest(request)))
    #expect(kept.request == request)
    #expect(kept.request.trigger is UNCalendarNotificationTrigger)
  }

  @Test("A request does not change with the content it was made of")
  func copies() {
    let content = UNMutableNotificationContent()
    content.title = "before"
    let request = UNNotificationRequest(identifier: "r", content: content, trigger: nil)
    content.title = "after"
    #expect(request.content.title == "before")
  }
}
