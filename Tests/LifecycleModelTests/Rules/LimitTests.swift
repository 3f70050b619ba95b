// The limits on what an app, or a client on its behalf, can make the daemon keep.

import Foundation
import Testing

@testable import LifecycleModel
@testable import SimulatedDevice

@Suite("Limits on what an app can make the daemon keep") struct LimitTests {
  private func text(_ limit: Limit, over: Int = 0) -> String { String(repeating: "x", count: limit.number + over) }

  private func notification(_ identifier: String, size: Int = 0) -> UserNotification {
    UserNotification(
      identifier: identifier, title: "", body: String(repeating: "x", count: size), content: "", isRemote: false)
  }

  private func largest(_ number: Int) -> UserNotification {
    notification("\(number)", size: Limit.notification.number - 100)
  }

  // MARK: Texts

  @Test("Names are cut between scalars, so that they stay text")
  func cut() {
    var world = World(running: notes)
    let name = String(repeating: "e\u{301}", count: 100)
    world.act(notes, .request(.beginBackgroundTask(name: name)))
    let kept = world.lifecycle.apps[notes]?.process?.tasks.open.values.first
    #expect(kept == String(repeating: "e\u{301}", count: 85) + "e")
    let serial = world.process(notes)?.serial ?? ProcessSerial(number: 0)
    let long = text(.callback, over: 1)
    world.feed(.app(serial, .entering(callback: long)))
    #expect(world.lifecycle.apps[notes]?.process?.trace.inside?.callback == text(.callback))
    let effects = world.feed(.app(serial, .returned(callback: long, scene: SessionID(long), took: .zero)))
    #expect(
      effects == [
        .report(.callback(notes, text(.callback), scene: SessionID(text(.identifier)), took: .zero))
      ])
  }

  @Test("The names of an app's background tasks have a bound together; those that end make room again")
  func taskNames() {
    var tasks = BackgroundTasks()
    let name = text(.taskName)
    let begun = (0..<100).map { _ in tasks.begin(name) }
    #expect(begun.map { tasks.open[$0] } == (0..<100).map { $0 < 64 ? name : "" })
    #expect(tasks.end(begun[99]) && tasks.end(begun[0]))
    let (again, last) = (tasks.begin(name), tasks.begin("x"))
    #expect(tasks.open[again] == name && tasks.open[last] == "")
  }

  @Test("The record of an exit does not grow with what the app has sent")
  func breach() {
    var world = World(running: notes)
    let serial = world.process(notes)?.serial ?? ProcessSerial(number: 0)
    world.feed(.app(serial, .violated("it sent " + text(.breach))))
    world.play()
    #expect(world.records.map(\.reason) == [.violation("it sent " + String(text(.breach).dropLast(8)))])
  }

  @Test("A request that is larger than what may be kept is refused, and one byte less is not")
  func refused() {
    let over: [(AppRequest, Limit)] = [
      (.openURL(text(.url, over: 1)), .url), (.canOpenURL(text(.url, over: 1)), .url),
      (.requestScene(nil, activity: text(.payload, over: 1)), .payload),
      (.destroySession(SessionID(text(.identifier, over: 1))), .identifier),
      (.unknown(method: text(.identifier, over: 1)), .identifier),
      (.beginActivity(mode: text(.identifier, over: 1)), .identifier),
      (.schedule(.cancel(identifier: text(.identifier, over: 1))), .identifier),
      (.notifications(.cancel([text(.identifiers), "x"])), .identifiers),
      (.notifications(.plan(plan(notification(text(.identifier, over: 1))))), .identifier),
      (.notifications(.plan(plan(notification("x", size: Limit.notification.number)))), .notification),
    ]
    for (request, limit) in over {
      var world = World(running: notes)
      #expect(world.answer(notes, to: request) == .overLimit(limit), "\(limit)")
    }
    var world = World(running: notes)
    #expect(world.answer(notes, to: .canOpenURL(text(.url))) == .handled(false))
    #expect(world.answer(notes, to: .unknown(method: text(.identifier))) == .unknownMethod(text(.identifier)))
  }

  private func plan(_ notification: UserNotification, times: Int = 1) -> PlannedNotification {
    let far = Instant(nanoseconds: 1 << 60)
    return PlannedNotification(notification, next: far, later: Array(repeating: far, count: times - 1))
  }

  @Test("The times of a notification count, also of one that an earlier daemon has kept")
  func times() {
    var world = World(running: notes)
    #expect(world.answer(notes, to: .notifications(.plan(plan(notification("few"), times: 1000)))) == .done)
    let many = plan(notification("many"), times: 80_000)
    #expect(world.answer(notes, to: .notifications(.plan(many))) == .overLimit(.notification))
    world.feed(.recalled(.notifications(notes, UserNotifications(planned: [many, plan(notification("kept"))]))))
    let planned = world.lifecycle.apps[notes]?.estate.notifications.planned.map(\.notification.identifier)
    #expect(planned == ["kept"])
  }

  @Test("What is refused while an app is being stopped is refused when it runs again, and not kept")
  func whileStopping() {
    var world = World(running: notes)
    world.sendHome(notes)
    world.act(notes, .request(.openURL(text(.url, over: 1 << 19))))
    #expect(bytes(world, notes) < 10_000)
    world.play()
    world.open(notes)
    #expect(world.process(notes)?.replies.last == .overLimit(.url))
  }

  @Test("SC5 a restoration activity that is too large is dropped, and the log says so")
  func restoration() {
    for (activity, isKept) in [(text(.payload), true), (text(.payload, over: 1), false)] {
      var world = World(scenes: ["a"])
      world.home()
      world.act(pages, .acknowledge)
      world.act(pages, .answer(.restorable(activity: activity)))
      world.play()
      let session = world.lifecycle.apps[pages]?.estate.sessions.all.first
      #expect((session?.activity != nil) == isKept)
      #expect(world.notices.contains { $0.contains("32768 bytes") } == !isKept)
    }
  }

  @Test("A client is refused what is larger than what may be kept")
  func clients() {
    var world = World(running: player)
    let large = text(.payload, over: 1)
    for options in [LaunchOptions(shortcut: large), LaunchOptions(activity: large)] {
      let launch = Launch(options: options)
      #expect(world.result(.launch(player, launch, .foreground)) == .refused(.overLimit(player, .payload)))
    }
    #expect(
      world.result(.openURL("player:" + text(.url), from: nil)) == .refused(.overLimit(player, .url)))
    #expect(world.result(.wake(player, .push(large))) == .refused(.overLimit(player, .payload)))
    let wanted = Wish.notify(player, notification("x", size: Limit.notification.number))
    #expect(world.result(wanted) == .refused(.overLimit(player, .notification)))
    world.home()
    world.play()
    world.ask(.notify(player, notification("seen")))
    let open = Wish.openNotification(player, "seen", action: nil, text: text(.responseText, over: 1))
    #expect(world.result(open) == .refused(.overLimit(player, .responseText)))
    #expect(world.lifecycle.apps[player]?.estate.notifications.shown.count == 1)
  }

  // MARK: Numbers

  @Test("NQ6 an app has so many settings; those that are taken back make room once no process has to be told of it")
  func settings() {
    var world = World(suspended: player)
    func set(_ key: String, to value: String = "1") -> Wish { .fact(.setting(app: player, key: key, value: value)) }
    for number in 1...Limit.settings.number { world.ask(set("\(number)")) }
    let refusal = Outcome.refused(.overLimit(player, .settings))
    #expect(world.result(set("new")) == refusal)
    #expect(world.result(set("1", to: "null")) == .done)
    #expect(world.result(set("new")) == refusal)
    let serial = world.process(player)?.serial ?? ProcessSerial(number: 0)
    world.feed(.kernel(serial, .exited(.signaled(9), Usage())))
    #expect(world.result(set("new")) == .done)
    #expect(world.result(set("newer")) == refusal)
    world.ask(.erase(player))
    world.play()
    #expect(world.lifecycle.device.facts.settings[player]?.isEmpty == true)
  }

  @Test("LA6 so many URLs of one app wait for another, and so many things in all; the next is refused")
  func openings() {
    // The app that asks stays in front.
    var world = World(sideBySide: [clock, mail])
    let open = { (number: Int) in AppRequest.openURL("notes:\(number)") }
    // The first is in the launch options.
    for number in 0...Limit.openingsOfSender.number {
      #expect(world.answer(mail, to: open(number)) == .handled(true))
    }
    #expect(world.answer(mail, to: open(90)) == .overLimit(.openingsOfSender))
    let rest = Limit.openings.number - Limit.openingsOfSender.number
    for number in 0..<rest { world.ask(.openURL("notes:\(20 + number)", from: nil)) }
    let last = Wish.openURL("notes:91", from: nil)
    #expect(world.result(last) == .refused(.overLimit(notes, .openings)))
    #expect(world.result(.launch(notes, Launch(), .foreground), .whenTaken) == .done)
    world.play()
    #expect(world.opened(notes).count == Limit.openings.number + 1)
  }

  @Test("SC4 an app has so many sessions, whoever asks for one more")
  func sessions() {
    var world = World(scenes: ["a"], slots: 2)
    for _ in 1..<Limit.sessions.number {
      world.act(pages, .request(.requestScene(nil, activity: nil)))
      world.play()
    }
    #expect(world.sessions(pages).count == Limit.sessions.number)
    #expect(world.answer(pages, to: .requestScene(nil, activity: nil)) == .overLimit(.sessions))
    #expect(world.result(.newScene(pages, named: SessionID("b"))) == .refused(.overLimit(pages, .sessions)))
    let one = world.sessions(pages)[9]
    #expect(world.answer(pages, to: .requestScene(one, activity: nil)) == .session(one))
  }

  @Test("SC3 an app that gives up scenes for others before it can be told of them is refused another")
  func discardedSessions() {
    var world = World(scenes: ["a"], slots: 1)
    var (refusals, mostDiscarded) = (0, 0)
    for _ in 0..<(10 * Limit.sessions.number) {
      if world.answer(pages, to: .requestScene(nil, activity: nil)) == .overLimit(.sessions) { refusals += 1 }
      for session in world.sessions(pages).dropFirst() { world.act(pages, .request(.destroySession(session))) }
      world.act(pages, .acknowledge)
      let sessions = world.lifecycle.apps[pages]?.estate.sessions
      let discarded = sessions?.discarded.count ?? 0
      mostDiscarded = max(mostDiscarded, discarded)
      #expect((sessions?.all.count ?? 0) + discarded <= Limit.sessions.number)
    }
    #expect(refusals > 0 && mostDiscarded > Limit.sessions.number / 2, "\(refusals), \(mostDiscarded)")
    // All that it was not told of is told when it stops.
    world.play()
    #expect(world.lifecycle.apps[pages]?.estate.sessions.discarded == [])
  }

  @Test("SC3 of the sessions that an earlier daemon has kept as gone, the app is told the last")
  func keptDiscarded() {
    let many = (0..<200).map { SessionID("\($0)") }
    #expect(Sessions(discarded: many).discarded == Array(many.suffix(Limit.sessions.number)))
  }

  @Test("BX5 so many wakes wait for an app to finish them")
  func wakes() {
    var world = World(suspended: player)
    for _ in 0..<Limit.wakes.number { #expect(world.result(.wake(player, .fetch), .whenTaken) == .done) }
    #expect(world.result(.wake(player, .fetch), .whenTaken) == .refused(.overLimit(player, .wakes)))
    world.play()
    #expect(world.result(.wake(player, .fetch), .whenTaken) == .done)
  }

  @Test("BX3 so many activities are open at a time")
  func activities() {
    var world = World(running: player)
    for _ in 0..<Limit.activities.number { world.act(player, .request(.beginActivity(mode: "audio"))) }
    #expect(world.answer(player, to: .beginActivity(mode: "audio")) == .overLimit(.activities))
    world.act(player, .endActivity)
    #expect(world.answer(player, to: .beginActivity(mode: "audio")) != .overLimit(.activities))
  }

  @Test("An app that asks without end while it is being stopped is killed")
  func deferred() {
    var world = World(running: notes)
    world.sendHome(notes)
    for _ in 0..<Limit.deferredRequests.number { world.act(notes, .askTime) }
    #expect(world.process(notes)?.isKilled == false)
    world.act(notes, .askTime)
    #expect(world.process(notes)?.isKilled == true)
  }

  // MARK: In all

  private func bytes(_ world: World, _ app: AppID) -> Int {
    (try? JSONEncoder().encode(world.lifecycle.apps[app]).count) ?? .max
  }

  @Test("An app that uses all its limits at once makes the daemon keep no more than it is said to")
  func ceiling() {
    var world = World(running: player)
    for number in 0...Limit.plannedNotifications.number {
      world.act(player, .request(.notifications(.plan(plan(largest(number))))))
    }
    for number in 0..<Limit.shownNotifications.number + Limit.unhandledEvents.number + 1 {
      world.ask(.notify(player, largest(number)))
    }
    for _ in 0..<Limit.backgroundTasks.number {
      world.act(player, .request(.beginBackgroundTask(name: text(.taskName, over: 1 << 16))))
    }
    for _ in 0...Limit.activities.number { world.act(player, .request(.beginActivity(mode: "audio"))) }
    for number in 0..<13 {
      let task = TaskRequest(identifier: "task \(number)", kind: .processing, earliest: Instant(nanoseconds: 1 << 60))
      world.act(player, .request(.schedule(.submit(task))))
    }
    for _ in 0...Limit.wakes.number { world.ask(.wake(player, .push(text(.payload))), .whenTaken) }
    for _ in 0...Limit.openings.number + 1 {
      world.ask(.launch(player, Launch(options: LaunchOptions(activity: text(.payload))), .foreground), .whenTaken)
    }
    var stopping = World(running: notes)
    stopping.sendHome(notes)
    for number in 0..<Limit.deferredRequests.number {
      stopping.act(notes, .request(.notifications(.plan(plan(largest(number))))))
    }
    let kept = bytes(world, player) + bytes(stopping, notes)
    #expect(kept <= Limit.bytesOfApp)
    #expect(kept > Limit.bytesOfApp / 2, "the ceiling is of this size: \(kept) of \(Limit.bytesOfApp)")
    #expect(world.process(player)?.isKilled == false)
  }

  @Test("docs/security.md has every limit, and what they come to", arguments: Limit.allCases)
  func documented(limit: Limit) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("docs/security.md"), encoding: .utf8)
    let number =
      switch limit.unit {
      case .bytes: "\(limit.number) bytes"
      case .count: "\(limit.number)"
      }
    #expect(page.contains("| \(limit.subject) | \(number) |"))
    let millions = (Double(Limit.bytesOfApp) / 1e6).rounded(.up)
    #expect(page.contains("at most \(Int(millions)) MB"))
  }
}
