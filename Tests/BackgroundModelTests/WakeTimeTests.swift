// The time an app has for what it is woken for, and what keeps it running beyond that (BX3).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("BX3: time behind the screen") struct WakeTimeTests {
  private func expiries(_ world: World) -> Int {
    (world.process(player)?.told ?? []).count { if case .expireWake = $0 { true } else { false } }
  }

  @Test("BX3 a wake has 30 s, is told that they are up, has 5 s more, and is then its app's end with 0x8badf00d")
  func ignored() {
    var world = World(suspended: player)
    let request = world.wake(player)
    world.pass(.milliseconds(29_999))
    #expect(expiries(world) == 0)
    world.pass(.milliseconds(1))
    #expect(expiries(world) == 1)
    world.pass(.milliseconds(4_999))
    #expect(world.process(player)?.isKilled == false)
    world.pass(.milliseconds(1))
    world.play()
    #expect(world.records.map(\.reason) == [.watchdog(.wakeExpiration, limit: .seconds(5))])
    #expect(world.records.first?.reason.code == 0x8bad_f00d)
    #expect(world.outcome(request) == .refused(.ended(player, .watchdog(.wakeExpiration, limit: .seconds(5)))))
  }

  @Test("BX3 an app that finishes when it is told that its time is up is suspended, and lives")
  func finishedLate() {
    var world = World(suspended: player)
    world.wake(player)
    world.pass(.seconds(30))
    world.play()
    #expect(world.state(player) == .suspended)
    #expect(world.armed(player).isEmpty)
  }

  @Test("BX3 each wake has 30 s of its own: no later one lengthens the first, and the first shortens none")
  func each() {
    var world = World(suspended: player)
    world.wake(player, .fetch)
    world.pass(.seconds(20))
    world.wake(player, WakeTests.push)
    world.pass(.seconds(10))
    #expect(expiries(world) == 1)
    world.pass(.seconds(4))
    world.finishWake(player)
    world.pass(.milliseconds(15_999))
    #expect(expiries(world) == 1)
    #expect(world.process(player)?.isKilled == false)
    world.pass(.milliseconds(1))
    #expect(expiries(world) == 2)
    world.play()
    #expect(world.state(player) == .suspended)
  }

  @Test("BX3 finishing what was woken for first gives a later wake no other time than its own")
  func finishedFirst() {
    var world = World(suspended: player)
    world.wake(player, .fetch)
    world.pass(.seconds(20))
    world.wake(player, WakeTests.push)
    world.finishWake(player)
    world.pass(.milliseconds(29_999))
    #expect(expiries(world) == 0)
    world.pass(.milliseconds(1))
    #expect(expiries(world) == 1)
  }

  @Test("BX3 in front a wake may take as long as it likes; what is left of its time counts when the app leaves")
  func inFront() {
    var world = World(suspended: player)
    world.wake(player)
    world.pass(.seconds(10))
    world.launch(player)
    world.playSteps(player)
    #expect(world.state(player) == .active)
    world.pass(.seconds(600))
    world.home()
    world.playSteps(player)
    world.pass(.milliseconds(19_999))
    #expect(expiries(world) == 0)
    world.pass(.milliseconds(1))
    #expect(expiries(world) == 1)
  }

  @Test("BX3 BX1 a wake and a background task keep an app awake until both are done")
  func wakeAndTask() {
    var world = World(suspended: player)
    world.wake(player)
    world.act(player, .beginTask)
    world.finishWake(player)
    #expect(world.process(player)?.freeze == SimulatedProcess.Freeze.none)
    world.act(player, .endTask)
    world.play()
    #expect(world.state(player) == .suspended)
  }

  // MARK: Activities

  @Test(
    "BX3 audio, location and voip keep an app running for as long as the activity runs",
    arguments: ["audio", "location", "voip"])
  func activity(mode: String) {
    var world = World(running: player)
    guard case .activity(let activity) = world.answer(player, to: .beginActivity(mode: mode)) else {
      Issue.record("the activity is kept")
      return
    }
    world.home()
    world.play()
    world.pass(.seconds(3600))
    #expect(world.state(player) == .background)
    #expect(world.process(player)?.isKilled == false)
    #expect(world.answer(player, to: .endActivity(activity)) == .done)
    #expect(world.answer(player, to: .endActivity(activity)) == .unknownActivity(activity))
    world.play()
    #expect(world.state(player) == .suspended)
  }

  @Test("BX3 of several activities the last one to end lets the app sleep")
  func activities() {
    var world = World(running: player)
    for mode in ["audio", "audio", "location"] { world.answer(player, to: .beginActivity(mode: mode)) }
    world.home()
    world.play()
    for _ in 0..<2 { world.act(player, .endActivity) }
    world.play()
    #expect(world.state(player) == .background)
    world.act(player, .endActivity)
    world.play()
    #expect(world.state(player) == .suspended)
  }

  @Test("BX3 modes that only wake keep nothing running; nor does one that is not asked for, or that there is not")
  func refused() {
    var world = World(running: player)
    for mode in BackgroundMode.allCases where !mode.isContinuous {
      #expect(world.answer(player, to: .beginActivity(mode: mode.rawValue)) == .lacksMode(mode.rawValue))
    }
    #expect(world.answer(player, to: .beginActivity(mode: "teleport")) == .lacksMode("teleport"))
    var without = World(running: notes)
    #expect(without.answer(notes, to: .beginActivity(mode: "audio")) == .lacksMode("audio"))
    without.home()
    without.play()
    #expect(without.state(notes) == .suspended)
  }
}
