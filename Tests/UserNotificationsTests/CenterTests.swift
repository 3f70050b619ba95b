// The notification centre as an app uses it, with a file of its own.

import AgentProtocol
import FakeDaemon
import Foundation
import RoostAgent
import Testing
import WireJSON

@testable import UserNotifications

@Suite("Notification centre") final class CenterTests {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("notifications-\(UUID().uuidString).plist")
  deinit { try? FileManager.default.removeItem(at: file) }

  private func request(_ identifier: String, trigger: UNNotificationTrigger? = nil) -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = identifier
    content.badge = 3
    return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
  }

  /// Its own: other tests of the same process play whole lives of apps.
  private let app = NotificationCenter()

  @Test("What one process schedules the next finds, also what it was allowed")
  func outlivesTheProcess() async throws {
    let center = UNUserNotificationCenter(file: file, notifications: app)
    #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
    #expect(try await center.requestAuthorization(options: [.alert]))
    let day = UNTimeIntervalNotificationTrigger(timeInterval: 86_400, repeats: false)
    try await center.add(request("tomorrow", trigger: day))
    let next = UNUserNotificationCenter(file: file, notifications: app)
    #expect(await next.notificationSettings().alertSetting == .enabled)
    #expect(await next.notificationSettings().badgeSetting == .disabled)
    #expect(await next.pendingNotificationRequests().map(\.identifier) == ["tomorrow"])
    next.removeAllPendingNotificationRequests()
    #expect(await next.pendingNotificationRequests().isEmpty)
  }

  /// The requests that `daemon` was asked to plan, by identifier.
  private func plans(_ daemon: FakeDaemonOfApp) -> [String] {
    daemon.calls.filter { $0["method"] as? String == "scheduleNotification" }.compactMap {
      ($0["params"] as? [String: Any])?["identifier"] as? String
    }
  }

  private func start(_ daemon: FakeDaemonOfApp) -> Channel {
    let channel = Channel(events: daemon.events, replies: daemon.replies)
    channel.start(library: "test/1") { _ in }
    return channel
  }

  @Test(
    "A new process plans with roostd again what goes by the calendar, and so does a change of the time zone",
    .timeLimit(.minutes(40)))
  func plansAgain() async throws {
    let center = UNUserNotificationCenter(file: file, notifications: app)
    _ = try await center.requestAuthorization(options: [.alert])
    // Far from now: none comes due meanwhile.
    let hourly = DateComponents(minute: (Calendar.current.component(.minute, from: Date()) + 30) % 60)
    try await center.add(
      request("bell", trigger: UNCalendarNotificationTrigger(dateMatching: hourly, repeats: true)))
    try await center.add(
      request("once", trigger: UNCalendarNotificationTrigger(dateMatching: hourly, repeats: false)))
    let day = UNTimeIntervalNotificationTrigger(timeInterval: 86_400, repeats: true)
    try await center.add(request("day", trigger: day))

    let daemon = try FakeDaemonOfApp()
    let channel = start(daemon)
    let events = NotificationCenter()
    let next = UNUserNotificationCenter(file: file, notifications: events) { RoostNotifications(channel: channel) }
    next.delivery.planAgain()
    // Read after all that was to be planned.
    #expect(await next.pendingNotificationRequests().count == 3)
    #expect(plans(daemon) == ["bell", "once"])
    events.post(name: .NSSystemTimeZoneDidChange, object: nil)
    #expect(await next.pendingNotificationRequests().count == 3)
    #expect(plans(daemon) == ["bell", "once", "bell", "once"])
  }

  @Test(
    "A date in another zone counts once roostd has taken it: one that it has shown at the old date comes once",
    .timeLimit(.minutes(40)), arguments: [true, false])
  func plansTaken(isTaken: Bool) async throws {
    var ledger = NotificationLedger()
    _ = ledger.authorize([.alert])
    let now = Date()
    // Far from now: none comes due meanwhile.
    let components = DateComponents(minute: (Calendar.current.component(.minute, from: now) + 30) % 60)
    let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: false)
    // As of a zone in which it is later.
    try ledger.add(KeptRequest(request("once", trigger: trigger)), now: now + 7200)
    try PropertyListEncoder().encode(ledger).write(to: file)
    let old = try #require(ledger.pending.first).due
    let new = try #require(trigger.trigger.date(after: now))
    try #require(new < old)

    let refusal = ["scheduleNotification": #""error":{"code":"TooLarge","message":"40 kB"}"#]
    let daemon = try FakeDaemonOfApp(isTaken ? [:] : refusal)
    let channel = start(daemon)
    let center = UNUserNotificationCenter(file: file, notifications: app) { RoostNotifications(channel: channel) }
    center.delivery.planAgain()
    // Read after all that was to be planned.
    #expect(await center.pendingNotificationRequests().map(\.identifier) == ["once"])
    #expect(plans(daemon) == ["once"])
    var after = center.delivery.ledger
    #expect(after.pending.map(\.due) == [isTaken ? new : old])
    let again = after.planAgain(now: (isTaken ? new : old) + 1)
    #expect(again.isEmpty)
  }

  @Test("A launch plans with roostd nothing of which it has dates enough", .timeLimit(.minutes(40)))
  func plansWhereNeeded() async throws {
    let center = UNUserNotificationCenter(file: file, notifications: app)
    _ = try await center.requestAuthorization(options: [.alert])
    let hourly = DateComponents(minute: (Calendar.current.component(.minute, from: Date()) + 30) % 60)
    let trigger = UNCalendarNotificationTrigger(dateMatching: hourly, repeats: true)
    try await center.add(request("bell", trigger: trigger))

    let daemon = try FakeDaemonOfApp()
    let channel = start(daemon)
    for planned in [["bell"], ["bell", "gong 1"], ["bell", "gong 1", "gong 2"]] {
      let next = UNUserNotificationCenter(file: file, notifications: NotificationCenter()) {
        RoostNotifications(channel: channel)
      }
      next.delivery.planAgain(unlessPlanned: true)
      // Read after all that was to be planned.
      #expect(await next.pendingNotificationRequests().count == planned.count)
      #expect(plans(daemon) == planned)
      try await next.add(request("gong \(planned.count)", trigger: trigger))
    }
  }

  @Test("An app that makes its centre does not wait for roostd")
  func waitsForNobody() throws {
    var ledger = NotificationLedger()
    _ = ledger.authorize([.alert])
    let day = UNTimeIntervalNotificationTrigger(timeInterval: 86_400, repeats: false)
    try ledger.add(KeptRequest(request("tea", trigger: day)), now: Date())
    try PropertyListEncoder().encode(ledger).write(to: file)
    // It answers nothing until the channel ends.
    let (events, replies) = (Pipe(), Pipe())
    defer { try? events.fileHandleForWriting.close() }
    let channel = Channel(
      events: dup(events.fileHandleForReading.fileDescriptor), replies: dup(replies.fileHandleForWriting.fileDescriptor)
    )
    channel.start(library: "test/1") { _ in }
    let (kept, made) = (file, DispatchSemaphore(value: 0))
    Thread {
      let center = UNUserNotificationCenter(file: kept, notifications: NotificationCenter()) {
        RoostNotifications(channel: channel)
      }
      center.delivery.planAgain(unlessPlanned: true)
      center.getPendingNotificationRequests { _ in }
      made.signal()
    }.start()
    #expect(made.wait(timeout: .now() + 900) == .success)
  }

  @Test(
    "One that roostd refuses is not pending: the one before of its identifier is still to come",
    .timeLimit(.minutes(40)))
  func refused() async throws {
    let day = UNTimeIntervalNotificationTrigger(timeInterval: 86_400, repeats: false)
    let center = UNUserNotificationCenter(file: file, notifications: app)
    _ = try await center.requestAuthorization(options: [.alert])
    try await center.add(request("tea", trigger: day))

    let daemon = try FakeDaemonOfApp(["scheduleNotification": #""error":{"code":"TooLarge","message":"40 kB"}"#])
    let channel = start(daemon)
    let next = UNUserNotificationCenter(file: file, notifications: app) { RoostNotifications(channel: channel) }
    let refusal = RequestError.refused(code: "TooLarge", message: "40 kB")
    let hour = UNTimeIntervalNotificationTrigger(timeInterval: 3600, repeats: false)
    for asked in [request("tea", trigger: hour), request("coffee", trigger: hour)] {
      await #expect(throws: refusal) { try await next.add(asked) }
    }
    #expect(plans(daemon) == ["tea", "coffee"])
    #expect(await next.pendingNotificationRequests() == [request("tea", trigger: day)])
  }

  @Test("What came due while the app was not running is there, and not presented")
  func missed() async throws {
    var ledger = NotificationLedger()
    _ = ledger.authorize([.alert, .badge])
    let second = UNTimeIntervalNotificationTrigger(timeInterval: 1, repeats: false)
    try ledger.add(KeptRequest(request("missed", trigger: second)), now: Date(timeIntervalSinceNow: -60))
    try PropertyListEncoder().encode(ledger).write(to: file)
    let center = UNUserNotificationCenter(file: file, notifications: app)
    #expect(await center.deliveredNotifications().map(\.request.identifier) == ["missed"])
    #expect(center.badgeCount == 3)
  }

  @Test("In front, the delegate says how one is shown: only what it lists is listed", arguments: [true, false])
  func presents(lists: Bool) async throws {
    let center = UNUserNotificationCenter(file: file, notifications: app)
    _ = try await center.requestAuthorization(options: [.alert, .badge])
    let delegate = Presenter(lists ? [.list, .badge] : [])
    center.delegate = delegate
    try await center.add(request("now"))
    await delegate.presented()
    #expect(await center.deliveredNotifications().count == (lists ? 1 : 0))
    #expect(center.badgeCount == (lists ? 3 : 0))
  }

  @Test(
    "In front, the delegate alone says if the badge of one that roostd asks about is on the icon, and says it once",
    .timeLimit(.minutes(40)), arguments: [true, false])
  func badgeInFront(sets: Bool) async throws {
    let channel = start(try FakeDaemonOfApp())
    let center = UNUserNotificationCenter(file: file, notifications: app) { RoostNotifications(channel: channel) }
    _ = try await center.requestAuthorization(options: [.alert, .badge])
    let delegate = Presenter(sets ? [.banner, .badge] : [.banner])
    center.delegate = delegate
    try await center.add(request("now"))
    let content = String(decoding: try JSONEncoder().encode(KeptRequest(request("now"))), as: UTF8.self)
    let asked = UserNotification(
      identifier: "now", title: "now", body: "", content: WrittenJSON(try JSON(parsing: content)))
    center.present(asked) { #expect($0) }
    await delegate.presented()
    // Read after the badge was set.
    #expect(await center.pendingNotificationRequests().isEmpty)
    #expect(center.badgeCount == (sets ? 3 : 0))
    try await center.setBadgeCount(0)
    app.post(name: .init("UIApplicationDidEnterBackgroundNotification"), object: nil)
    app.post(name: .init("UIApplicationWillEnterForegroundNotification"), object: nil)
    #expect(center.badgeCount == 0)
  }

  @Test("A delegate with async methods is asked as well")
  func presentsAsync() async throws {
    let center = UNUserNotificationCenter(file: file, notifications: app)
    _ = try await center.requestAuthorization(options: [.alert])
    let delegate = AsyncPresenter()
    center.delegate = delegate
    await withCheckedContinuation { continuation in
      let now = UNNotification(request("now"), date: Date())
      delegate.userNotificationCenter(center, willPresent: now) { options in
        #expect(options == [.banner])
        continuation.resume()
      }
    }
  }

  @Test("In the background it is shown without asking the delegate")
  func background() async throws {
    let center = UNUserNotificationCenter(file: file, notifications: app)
    _ = try await center.requestAuthorization(options: [.alert])
    app.post(name: .init("UIApplicationDidEnterBackgroundNotification"), object: nil)
    defer { app.post(name: .init("UIApplicationWillEnterForegroundNotification"), object: nil) }
    let second = UNNotification(request("later"), date: Date())
    center.present(.init(request: KeptRequest(second.request), date: second.date), inForeground: center.isForeground)
    #expect(await center.deliveredNotifications().map(\.request.identifier) == ["later"])
  }

  @Test("A negative badge is refused")
  func badBadge() async {
    let center = UNUserNotificationCenter(file: file, notifications: app)
    await #expect(throws: UNError(.badgeInputInvalid)) { try await center.setBadgeCount(-1) }
  }

  @Test("A file that is damaged is as good as none")
  func damaged() async throws {
    try Data("bplist00 and then nothing".utf8).write(to: file)
    let center = UNUserNotificationCenter(file: file, notifications: app)
    #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
  }
}

private final class Presenter: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
  // @unchecked: nothing of it changes.
  let options: UNNotificationPresentationOptions
  private let stream = AsyncStream<Void>.makeStream()

  init(_ options: UNNotificationPresentationOptions) { self.options = options }

  func presented() async { for await _ in stream.stream { return } }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    completionHandler(options)
    stream.continuation.yield()
  }
}

private final class AsyncPresenter: NSObject, UNUserNotificationCenterDelegate {
  func userNotificationCenter(_ center: UNUserNotificationCenter, willPresent notification: UNNotification) async
    -> UNNotificationPresentationOptions
  { [.banner] }
}
