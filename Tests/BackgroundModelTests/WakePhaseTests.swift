// Wakes that come when an app is in the middle of something: each is told once, or refused (BX5).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("BX5: wakes in every phase") struct WakePhaseTests {
  @Test("BX5 a wake that finds its app being launched in front waits for the launch, and hurries nobody")
  func launching() {
    var world = World()
    world.launch(player)
    let request = world.wake(player)
    world.act(player, .fork)
    world.act(player, .greet)
    #expect(world.woken(player).isEmpty)
    world.act(player, .acknowledge)
    #expect(world.told(player) == "L wake A")
    world.playSteps(player)
    world.pass(.seconds(600))
    #expect(world.process(player)?.isKilled == false)
    world.finishWake(player)
    #expect(world.outcome(request) == .done)
  }

  @Test("BX5 a second wake while the first launches its app starts no second process, and is told after the first")
  func launchingBehind() {
    var world = World()
    world.wake(player, .fetch)
    world.wake(player, WakeTests.push)
    world.play()
    #expect(world.processes.count == 1)
    #expect(world.woken(player) == [.fetch, WakeTests.push])
  }

  @Test("BX5 a wake that finds its app being frozen is told when the freeze has landed")
  func freezing() {
    var world = World(running: player)
    world.sendHome(player)
    let request = world.wake(player)
    #expect(world.woken(player).isEmpty)
    world.act(player, .freeze)
    #expect(world.woken(player) == [.fetch])
    world.play()
    #expect(world.outcome(request) == .done)
    #expect(world.state(player) == .suspended)
  }

  @Test(
    "BX5 a wake that finds its app on the way to the screen is told there, and nothing is lost",
    arguments: [player, feeds])
  func thawing(app: AppID) {
    var world = World(suspended: app)
    world.launch(app)
    let request = world.wake(app)
    #expect(world.woken(app).isEmpty)
    world.play()
    #expect(world.woken(app) == [.fetch])
    #expect(world.outcome(request) == .done)
    #expect(world.state(app) == .active)
  }

  @Test("BX5 a wake on the way to the background comes after B, and has its time from then on")
  func leaving() {
    var world = World(running: player)
    world.home()
    world.wake(player)
    world.act(player, .acknowledge)
    #expect(world.told(player) == "L A R B")
    world.playSteps(player)
    #expect(world.woken(player) == [.fetch])
    #expect(world.armed(player).contains(.wake))
  }

  @Test("BX5 a wake that finds its app ending launches it anew behind the screen", arguments: [false, true])
  func ending(isKilled: Bool) {
    var world = World(running: player)
    if isKilled { world.act(player, .garbage) } else { world.ask(.terminate(player)) }
    let request = world.wake(player, WakeTests.push)
    world.play()
    #expect(world.processes.count == 2)
    #expect(world.process(player)?.launch.options.wake == WakeTests.push)
    #expect(world.woken(player) == [WakeTests.push])
    #expect(world.outcome(request) == .done)
  }

  @Test("BX5 TE5 an app that dies in front leaves the screen, also if something waits to wake it")
  func dyingInFront() {
    var world = World(running: player)
    world.act(player, .garbage)
    world.wake(player)
    world.play()
    #expect(world.lifecycle.device.front.isEmpty)
    #expect(world.told(player) == "L B wake")
  }

  @Test("BX5 an app that dies of a wake is not started for it again: the wake is refused")
  func deadly() {
    for steps in 0..<4 {
      var world = World()
      let request = world.wake(player)
      for _ in 0..<steps { world.act(player, .behave) }
      world.act(player, .fork)
      world.act(player, .crash)
      world.play()
      #expect(world.outcome(request) == .refused(.ended(player, .crashed(signal: 11))))
      #expect(world.processes.count == 1)
      #expect(world.state(player) == .notRunning)
    }
  }

  @Test("BX5 a wake for what the user force-quits meanwhile is refused; nothing is launched behind the user's back")
  func quitMeanwhile() {
    var world = World(running: player)
    world.ask(.terminate(player))
    let request = world.wake(player)
    world.ask(.quit(player))
    world.play()
    #expect(world.processes.count == 1)
    #expect(world.outcome(request) == .refused(.ended(player, .terminatedBySystem)))
  }

  @Test("BX5 a launch that waits for the same end as a wake serves both, on the screen")
  func launchAndWake() {
    var world = World(running: player)
    world.ask(.terminate(player))
    world.wake(player)
    world.launch(player)
    world.play()
    #expect(world.processes.count == 2)
    #expect(world.woken(player) == [.fetch])
    #expect(world.state(player) == .active)
  }

  @Test("BX5 nothing is started during shutdown, whatever waits to wake it")
  func shutdown() {
    var world = World(running: player)
    world.act(player, .garbage)
    let request = world.wake(player)
    world.feed(.shutdown)
    world.play()
    #expect(world.isShutDown)
    #expect(world.processes.count == 1)
    #expect(world.outcome(request) != nil)
    #expect(world.result(.wake(player, .fetch)) == .refused(.shuttingDown))
  }

  @Test("BX5 what was removed meanwhile is not started")
  func removed() {
    var world = World(running: player)
    world.act(player, .garbage)
    let request = world.wake(player)
    world.feed(.removed(player))
    world.play()
    #expect(world.processes.count == 1)
    #expect(world.outcome(request) != nil)
  }
}
