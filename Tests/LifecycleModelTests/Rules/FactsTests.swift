// The facts that apps are told of the device around them, those that they missed too: NQ, IN6.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("NQ: facts") struct FactsTests {
  @Test(
    "NQ1 NQ3 what happened while an app slept is told before F, as the net change of each kind",
    arguments: [notes, reader])
  func merged(app: AppID) {
    var world = World(suspended: app)
    let told = world.process(app)?.told.count ?? 0
    for change: FactChange in [
      .orientation(.landscapeLeft), .orientation(.faceUp), .battery(level: 0.5, state: nil),
      .battery(level: 0.25, state: .unplugged), .accessory(name: "pen", isConnected: true),
      .accessory(name: "keyboard", isConnected: true), .accessory(name: "pen", isConnected: false),
      .time(.zone("Asia/Seoul")), .time(.jump(seconds: 60)),
    ] {
      world.ask(.fact(change))
    }
    #expect(world.process(app)?.told.count == told)
    #expect(world.state(app) == .suspended)
    world.open(app)
    #expect(
      world.noticed(app) == [
        .accessory(connected: ["keyboard"], disconnected: []), .orientation(.faceUp),
        .time(.jump(seconds: 60), zone: "Asia/Seoul"),
        .battery(Battery(level: 0.25, state: .unplugged)),
      ])
    #expect(world.told(app).hasSuffix("B notice notice notice notice F A"))
  }

  @Test("NQ1 what came and went while an app slept leaves nothing", arguments: [notes, reader])
  func nothing(app: AppID) {
    var world = World(suspended: app)
    for change: FactChange in [
      .accessory(name: "pen", isConnected: true), .accessory(name: "pen", isConnected: false),
      .proximity(isNear: true), .proximity(isNear: false), .volume(0.5), .volume(1),
      .display(name: "TV", isConnected: true),
      .displayMode(name: "TV", mode: "1080p"), .display(name: "TV", isConnected: false),
    ] {
      world.ask(.fact(change))
    }
    world.open(app)
    #expect(world.noticed(app).isEmpty)
  }

  @Test("NQ1 a display that was gone for a while has its own mode again, and an app that slept is told so")
  func modeIsGone() {
    var world = World(suspended: notes)
    for change: FactChange in [.display(name: "TV", isConnected: true), .displayMode(name: "TV", mode: "1080p")] {
      world.ask(.fact(change))
    }
    world.open(notes)
    world.home()
    world.play()
    for isConnected in [false, true] { world.ask(.fact(.display(name: "TV", isConnected: isConnected))) }
    world.open(notes)
    #expect(world.noticed(notes).last == .displayMode(["TV": nil]))
    #expect(world.noticed(notes).count == 3)
    world.ask(.fact(.display(name: "TV", isConnected: false)))
    world.play()
    #expect(world.noticed(notes).last == .display(connected: [], disconnected: ["TV"]))
  }

  @Test("NQ6 what somebody has set is kept, what the machine finds is not; what was kept is known again at launch")
  func kept() {
    let set: [FactChange] = [
      .setting(app: notes, key: "size", value: "3"), .locale("ko_KR"), .time(.zone("Asia/Seoul")), .account("kim"),
      .appearance(.dark), .contentSize(.small), .volume(0.5),
    ]
    var world = World()
    for change in set + [.battery(level: 0.5, state: nil), .time(.jump(seconds: 1)), .proximity(isNear: true)] {
      world.ask(.fact(change))
    }
    #expect(world.kept == set.map { .store(.keepFact($0)) })

    var next = World()
    for change in set { next.feed(.recalled(.fact(change))) }
    #expect(next.kept.isEmpty)
    #expect(
      next.lifecycle.device.facts.notices(for: notes) == [
        .time(.zone("Asia/Seoul")), .volume(0.5), .locale("ko_KR"), .account("kim"), .appearance(.dark),
        .contentSize(.small), .settings(["size": "3"]),
      ])
    #expect(next.lifecycle.device.facts.notices(for: clock).count == 6)
  }

  @Test("NQ6 what somebody has set counts for more than what the machine finds, which is told and not kept")
  func found() {
    var world = World(running: notes)
    world.feed(.found(.locale("en_US")))
    world.play()
    world.feed(.found(.time(.zone("Europe/Berlin"))))
    world.play()
    world.ask(.fact(.locale("ko_KR")))
    world.play()
    world.feed(.found(.locale("de_DE")))
    world.feed(.found(.time(.zone("Asia/Tokyo"))))
    world.play()
    #expect(
      world.noticed(notes) == [
        .locale("en_US"), .time(.zone("Europe/Berlin")), .locale("ko_KR"), .time(.zone("Asia/Tokyo")),
      ])
    let kept = world.kept.filter { if case .store(.keepFact) = $0 { true } else { false } }
    #expect(kept == [.store(.keepFact(.locale("ko_KR")))])

    var next = World()
    next.feed(.recalled(.fact(.locale("ko_KR"))))
    next.feed(.found(.locale("en_US")))
    #expect(next.lifecycle.device.facts.locale == "ko_KR")
  }

  @Test("NQ4 a running app is told at once, in front and behind; the request is done when it has handled it")
  func atOnce() {
    var world = World(running: notes)
    let request = world.ask(.fact(.proximity(isNear: true)))
    #expect(world.noticed(notes) == [.proximity(isNear: true)])
    #expect(world.outcome(request) == nil)
    world.act(notes, .acknowledge)
    #expect(world.outcome(request) == .done)
    world.act(notes, .beginTask)
    world.home()
    world.play()
    world.ask(.fact(.proximity(isNear: false)))
    #expect(world.noticed(notes) == [.proximity(isNear: true), .proximity(isNear: false)])
  }

  @Test("NQ4 an app that is not running is told nothing when it starts")
  func notRunning() {
    var world = World()
    world.ask(.fact(.proximity(isNear: true)))
    world.open(notes)
    #expect(world.noticed(notes).isEmpty)
  }

  @Test("NQ4 a change between the start of an app and its hello is in its launch, and is told no second time")
  func beforeHello() {
    var world = World()
    world.ask(.fact(.accessory(name: "pen", isConnected: true)))
    world.launch(notes)
    world.act(notes, .fork)
    for change: FactChange in [
      .accessory(name: "pen", isConnected: false), .orientation(.faceUp), .battery(level: 0.5, state: nil),
      .time(.jump(seconds: 60)), .locale("ko_KR"), .setting(app: notes, key: "size", value: "3"),
    ] {
      world.ask(.fact(change))
    }
    world.ask(.setPermission(notes, .location, .granted))
    world.ask(.memory(.warn(notes)))
    world.play()
    #expect(world.noticed(notes).isEmpty)
    #expect(world.told(notes) == "L warn A")
    // It knows of these all the same.
    world.ask(.fact(.orientation(.portrait)))
    world.play()
    world.ask(.setPermission(notes, .location, nil))
    world.play()
    #expect(world.noticed(notes) == [.orientation(.portrait), .permissions([.location: .undetermined])])
    #expect(world.laws.broken == nil)
  }

  @Test("NQ3 what an app missed comes before what it is woken for", arguments: [player, feeds])
  func beforeWake(app: AppID) {
    var world = World(suspended: app)
    world.ask(.fact(.proximity(isNear: true)))
    world.ask(.fact(.locale("ko_KR")))
    world.wake(app)
    world.play()
    #expect(world.told(app).hasSuffix("B notice notice wake"))
    #expect(world.noticed(app) == [.proximity(isNear: true), .locale("ko_KR")])
  }

  @Test("NQ4 what happens in the middle of a wake is told at once, beside it", arguments: [player, feeds])
  func duringWake(app: AppID) {
    var world = World(suspended: app)
    let request = world.wake(app)
    world.ask(.fact(.proximity(isNear: true)))
    #expect(world.noticed(app) == [.proximity(isNear: true)])
    world.playSteps(app)
    #expect(world.outcome(request) == nil)
  }

  @Test("NQ1 of two changes of the time an app that slept learns the later, also when they are the same")
  func time() {
    var world = World(suspended: notes)
    for _ in 0..<2 { world.ask(.fact(.time(.jump(seconds: 60)))) }
    world.open(notes)
    #expect(world.noticed(notes) == [.time(.jump(seconds: 60))])
    world.ask(.fact(.time(.jump(seconds: 60))))
    world.play()
    #expect(world.noticed(notes).count == 2)
  }

  @Test("NQ4 what changes while an app is told of something is told after it")
  func whileTelling() {
    var world = World(running: notes)
    world.ask(.fact(.orientation(.faceUp)))
    world.ask(.fact(.orientation(.faceDown)))
    world.ask(.fact(.orientation(.portrait)))
    world.play()
    #expect(world.noticed(notes) == [.orientation(.faceUp), .orientation(.portrait)])
  }

  @Test("NQ2 NQ5 each kind is told once, however often it changed; settings are for their own app alone")
  func bounded() {
    var world = World(suspended: notes)
    let changes: [(Int) -> FactChange] = [
      { .accessory(name: "pen \($0)", isConnected: true) }, { .orientation($0 % 2 == 0 ? .faceDown : .faceUp) },
      { .time(.jump(seconds: Int64($0))) }, { .battery(level: 1 / Double($0 + 2), state: nil) },
      { .proximity(isNear: $0 % 2 == 0) }, { .protectedFiles(areAvailable: $0 % 2 == 1) },
      { .display(name: "TV \($0)", isConnected: true) }, { .displayMode(name: "TV", mode: "\($0)") },
      { .setting(app: notes, key: "size", value: "\($0)") }, { .locale("locale \($0)") }, { .account("\($0)") },
      { .setting(app: clock, key: "size", value: "\($0)") },
    ]
    for number in 0...100 {
      for change in changes { world.ask(.fact(change(number))) }
    }
    world.open(notes)
    #expect(world.noticed(notes).count == 11)
    #expect(world.noticed(notes).contains(.settings(["size": "100"])))
    #expect(world.noticed(notes).contains(.locale("locale 100")))
    let nobody = AppID("nobody")
    let refusal = Outcome.refused(.unknownApp(nobody))
    #expect(world.result(.fact(.setting(app: nobody, key: "a", value: "1"))) == refusal)
  }

  @Test("IN6 the status bar grows when a call begins and shrinks when it ends, once each", arguments: [notes, reader])
  func statusBar(app: AppID) {
    var world = World(running: app)
    world.ask(.call(.ring))
    world.ask(.call(.accept))
    world.open(app)
    #expect(bars(world, app) == [true])
    world.ask(.call(.end))
    world.play()
    #expect(bars(world, app) == [true, false])
  }

  @Test("IN6 an app that slept through the call is told nothing; one launched during it learns of its end")
  func statusBarUnseen() {
    var world = World(suspended: notes)
    world.ask(.call(.ring))
    world.ask(.call(.accept))
    world.open(clock)
    world.ask(.call(.end))
    world.play()
    world.open(notes)
    #expect(bars(world, notes).isEmpty)
    #expect(bars(world, clock) == [false])
  }

  private func bars(_ world: World, _ app: AppID) -> [Bool] {
    (world.process(app)?.told ?? []).compactMap { event in
      if case .aside(.statusBar(let isTall)) = event { isTall } else { nil }
    }
  }
}
