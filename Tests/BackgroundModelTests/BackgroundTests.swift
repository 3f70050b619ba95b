// The rules of the background: BG, as far as policy decides them.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("BG: the background") struct BackgroundTests {
  @Test("BG1 home: willResignActive, didEnterBackground, then suspension, since nothing holds the app awake")
  func home() {
    var world = World(running: notes)
    let home = world.home()
    #expect(world.told(notes) == "L A R")
    world.act(notes, .acknowledge)
    #expect(world.told(notes) == "L A R B")
    world.act(notes, .acknowledge)
    #expect(world.told(notes, withPictures: true) == "L A R B snap")
    #expect(world.process(notes)?.freeze == SimulatedProcess.Freeze.none)
    world.act(notes, .acknowledge)
    #expect(world.process(notes)?.freeze == .ordered)
    #expect(world.outcome(home) == nil)
    world.act(notes, .freeze)
    #expect(world.state(notes) == .suspended)
    #expect(world.outcome(home) == .done)
  }

  @Test("BG2 an app that does not return from didEnterBackground within its limit is killed, whatever tasks it began")
  func hangInBackground() {
    var world = World(running: notes)
    world.act(notes, .beginTask)
    world.home()
    world.act(notes, .acknowledge)
    world.pass(.milliseconds(4999))
    #expect(world.records.isEmpty)
    world.pass(.milliseconds(1))
    world.play()
    #expect(world.records.map(\.reason) == [.watchdog(.enterBackground, limit: .seconds(5))])
    #expect(world.records.first?.reason.code == 0x8bad_f00d)
    #expect(world.records.first?.activity?.callback == "didEnterBackground")
    #expect(world.records.first?.activity?.age == .seconds(5))
  }

  @Test("BG4 an app is said to be suspended only when the kernel has confirmed it")
  func confirmation() {
    var world = World(running: notes)
    world.sendHome(notes)
    #expect(world.state(notes) == .background)
    world.act(notes, .freeze)
    #expect(world.state(notes) == .suspended)
  }

  @Test("BG4 a freeze that failed leaves the app in the background, says so, and is tried again after a while")
  func failedFreeze() {
    var world = World(running: notes)
    world.sendHome(notes)
    world.act(notes, .failToFreeze)
    #expect(world.state(notes) == .background)
    #expect(world.notices.count == 1)
    #expect(world.process(notes)?.freeze == SimulatedProcess.Freeze.none)
    world.pass(world.lifecycle.policy.freezeRetry)
    #expect(world.process(notes)?.freeze == .ordered)
  }

  @Test("BG4 BX1 while a freeze waits to be tried again, a task that was begun and ended leaves no budget running")
  func failedFreezeWithTask() {
    var world = World(running: notes)
    world.sendHome(notes)
    world.act(notes, .failToFreeze)
    world.act(notes, .beginTask)
    #expect(world.process(notes)?.timers[.backgroundTasks] != nil)
    world.act(notes, .endTask)
    #expect(world.process(notes)?.timers[.backgroundTasks] == nil)
  }

  @Test("BG7 an app that exits on suspend: R, T and its exit instead of B")
  func exitsOnSuspend() {
    var world = World(running: game)
    let home = world.home()
    world.play()
    #expect(world.told(game) == "L A R T")
    #expect(world.state(game) == .notRunning)
    #expect(world.records.map(\.reason) == [.exited(code: 0)])
    #expect(world.outcome(home) == .done)
  }

  @Test("BG7 on a device without multitasking every app ends on home, and on lock")
  func noMultitasking() {
    for leave in [Wish.home, .lock] {
      var world = World(running: notes, policy: Policy(multitasking: false))
      world.ask(leave)
      world.play()
      #expect(world.told(notes) == "L A R T")
      #expect(world.state(notes) == .notRunning)
    }
  }

  @Test("BG7 what cannot live in the background is not launched there")
  func noBackgroundLaunch() {
    var world = World()
    let request = world.ask(.launch(game, Launch(), .background))
    #expect(world.outcome(request) == .refused(.noBackground(game)))
    #expect(world.process(game) == nil)
  }

  @Test("BG9 home with no app in front is no error")
  func homeAtHome() {
    var world = World()
    let home = world.home()
    #expect(world.outcome(home) == .done)
  }

  @Test("BG9 a suspended app that somebody continues is stopped again, and the log says so")
  func continuedFromOutside() {
    var world = World(suspended: notes)
    world.act(notes, .resume)
    #expect(world.process(notes)?.freeze == .ordered)
    #expect(world.notices.count == 1)
    world.act(notes, .freeze)
    #expect(world.state(notes) == .suspended)
  }
}
