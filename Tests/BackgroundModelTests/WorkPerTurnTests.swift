// The work of one turn has bounds, whatever all apps and clients have had the daemon keep.

import Foundation
import Testing

@testable import LifecycleModel
@testable import SimulatedDevice

@Suite("The work of one turn is bounded") struct WorkPerTurnTests {
  private func set(_ key: String, to value: String, of app: AppID = player) -> Wish {
    .fact(.setting(app: app, key: key, value: value))
  }

  // MARK: Settings and facts

  @Test("NQ6 the settings of an app have so many bytes together; one that is made shorter is taken all the same")
  func settingsTogether() {
    var world = World(suspended: player)
    let large = "\"" + String(repeating: "x", count: Limit.payload.number - 10) + "\""
    #expect(world.result(set("one", to: large + large)) == .refused(.overLimit(player, .payload)))
    #expect(world.result(set("one", to: large)) == .done)
    for number in 2...Limit.settingsTogether.number / Limit.payload.number {
      #expect(world.result(set("\(number)", to: large)) == .done)
    }
    #expect(
      world.result(set("six", to: "\"\(String(repeating: "y", count: 200))\""))
        == .refused(.overLimit(player, .settingsTogether)))
    #expect(world.result(set("one", to: "1")) == .done)
    #expect(world.result(set("six", to: "\"\(String(repeating: "y", count: 200))\"")) == .done)
  }

  @Test("NQ2 so many accessories and displays are connected at a time")
  func connected() {
    var world = World(suspended: player)
    for number in 0..<Limit.connected.number / 2 {
      #expect(world.result(.fact(.accessory(name: "\(number)", isConnected: true))) == .done)
      #expect(world.result(.fact(.display(name: "\(number)", isConnected: true))) == .done)
    }
    let more: [FactChange] = [
      .accessory(name: "pen", isConnected: true), .display(name: "TV", isConnected: true),
      .displayMode(name: "TV", mode: "1080p"),
    ]
    for one in more { #expect(world.result(.fact(one)) == .refused(.deviceOverLimit(.connected))) }
    #expect(world.result(.fact(.accessory(name: "0", isConnected: true))) == .done)
    #expect(world.result(.fact(.accessory(name: "0", isConnected: false))) == .done)
    #expect(world.result(.fact(more[0])) == .done)
  }

  @Test(
    "NQ1 a process remembers the settings of its own app: the log keeps them once for the device, and once for the app")
  func ownSettings() throws {
    var world = World(sideBySide: [player, clock, mail])
    world.ask(set("a", to: "\"marker\""))
    world.play()
    let state = try #require(String(bytes: JSONEncoder().encode(world.lifecycle), encoding: .utf8))
    #expect(state.components(separatedBy: "marker").count - 1 == 2)
    world.takeTwin()
    world.ask(set("a", to: "2"))
    world.play()
    #expect(world.laws.broken == nil)
  }

  // MARK: Notifications

  @Test("Notifications of nine apps, due at one moment, are shown in two turns, one right after the other")
  func dueTogether() {
    var lifecycle = Lifecycle(policy: Policy())
    let due = Instant(nanoseconds: 5)
    let apps = (0..<9).map { AppID("app\($0)") }
    for app in apps {
      let tea = UserNotification(identifier: "tea", title: "", body: "", content: "{}", isRemote: false)
      _ = lifecycle.handle(.installed(AppDescription(id: app, style: .app)), at: Instant(nanoseconds: 1))
      let kept = UserNotifications(planned: [PlannedNotification(tea, next: due)])
      _ = lifecycle.handle(.recalled(.notifications(app, kept)), at: Instant(nanoseconds: 1))
    }
    func shown() -> [AppID] { apps.filter { lifecycle.apps[$0]?.estate.notifications.shown.isEmpty == false } }
    #expect(lifecycle.handle(.due(.notifications), at: due).contains(.arm(.notifications, at: due)))
    #expect(shown() == Array(apps.prefix(8)))
    let last = lifecycle.handle(.due(.notifications), at: due)
    #expect(shown() == apps && last.contains(.arm(.notifications, at: nil)))
  }

  @Test("Each identifier of a request counts, also an empty one")
  func identifiers() {
    var world = World(running: notes)
    let many = Limit.identifiers.number / 16
    #expect(world.answer(notes, to: .notifications(.cancel(Array(repeating: "", count: many)))) == .done)
    let over = AppRequest.notifications(.cancel(Array(repeating: "", count: many + 1)))
    #expect(world.answer(notes, to: over) == .overLimit(.identifiers))
  }

  // MARK: Transfers

  /// Begins a transfer, which ends at once, and takes note of the end. Returns the answer to its beginning.
  private func fail(in world: inout World, session: String) -> AppAnswer? {
    let answer = world.answer(notes, to: TransferTests.request(session: session))
    guard answer == .done, let serial = world.started.last.map({ TransferSerial(number: $0) }) else { return answer }
    world.feed(.transfer(notes, serial, .ended(.failed(.noFile, "no such file"))))
    world.answer(notes, to: .transfer(.cancel(TransferName(session: session, number: 1))))
    return answer
  }

  @Test("BX12 an app that handles none of the ends that it is told of begins no transfer after the 64th")
  func unheardEnds() {
    var world = World(running: notes)
    for _ in 0..<Limit.unhandledEvents.number { #expect(fail(in: &world, session: "films") == .done) }
    #expect(fail(in: &world, session: "films") == .overLimit(.unhandledEvents))
    world.play()
    #expect(fail(in: &world, session: "films") == .done)
  }

  @Test("BX12 an app that does not acknowledge its launch begins no transfer after the 64th that it is to be woken for")
  func endsWhileLaunching() {
    var world = World()
    world.launch(notes)
    world.act(notes, .fork)
    world.act(notes, .greet)
    expectBound(in: &world)
  }

  @Test("BX12 an app that stays in didEnterBackground begins no transfer after the 64th that it is to be woken for")
  func endsWhileLeaving() {
    var world = World(running: notes)
    world.home()
    world.act(notes, .acknowledge)
    #expect(world.told(notes).hasSuffix("R B"))
    expectBound(in: &world)
  }

  /// One session after the other has ended, and the app is in the middle of a step.
  private func expectBound(in world: inout World) {
    for number in 0..<Limit.unhandledEvents.number {
      #expect(fail(in: &world, session: "films \(number)") == .done)
      hearProgress(in: &world)
    }
    #expect(world.lifecycle.apps[notes]?.wakes.count == Limit.unhandledEvents.number)
    #expect(fail(in: &world, session: "more") == .overLimit(.unhandledEvents))
    world.play()
    #expect(world.woken(notes).count == Limit.unhandledEvents.number)
    world.open(notes)
    #expect(fail(in: &world, session: "more") == .done)
  }

  /// The app acknowledges what it was told of its transfers, and nothing else.
  private func hearProgress(in world: inout World) {
    guard let process = world.process(notes) else { return }
    for delivery in process.inbox {
      guard case .progress = delivery.event else { continue }
      world.change(process.serial) { $0.inbox.removeAll { $0.sequence == delivery.sequence } }
      world.feed(.app(process.serial, .acknowledged(delivery.sequence)))
    }
  }

  @Test("BX10 an app that has yet to hear that a session has ended is told once, however often it has ended meanwhile")
  func endsOfOneSession() {
    var world = World()
    world.launch(notes)
    world.act(notes, .fork)
    world.act(notes, .greet)
    for _ in 0..<2 * Limit.unhandledEvents.number { #expect(fail(in: &world, session: "films") == .done) }
    #expect(fail(in: &world, session: "books") == .done)
    world.play()
    #expect(world.woken(notes) == [.transfers(session: "films"), .transfers(session: "books")])
  }

  @Test("PR5 the log says once that an app's request for its location is not heard, however often it asks")
  func unexplained() {
    var world = World(running: notes)
    world.feed(.installed(AppDescription(id: notes, style: .app)))
    let notices = (0..<3).map { _ in
      world.effects(of: notes, asking: .requestPermission(service: "location")).count {
        if case .report(.notice) = $0 { true } else { false }
      }
    }
    #expect(notices == [1, 0, 0])
  }
}
