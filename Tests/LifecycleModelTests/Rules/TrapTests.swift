// The known traps of this field, each by name.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("Traps") struct TrapTests {
  @Test("a watchdog does not tick while its process is frozen: time slept kills nobody on thaw")
  func watchdogWhileFrozen() {
    var world = World(suspended: notes)
    #expect(world.armed(notes).isEmpty)
    world.pass(.seconds(86_400))
    world.open(notes)
    world.pass(.seconds(10))
    #expect(world.state(notes) == .active)
    #expect(world.records.isEmpty)
  }

  @Test("BG9 BX1 the budget counts on while the app's first process is stopped, which is continued to end its tasks")
  func budgetWhileStopped() {
    var world = World(running: notes)
    world.act(notes, .beginTask)
    world.home()
    world.play()
    world.pass(.seconds(10))
    world.act(notes, .stop)
    #expect(world.armed(notes) == [.backgroundTasks, .cpuWindow])
    world.pass(.seconds(20))
    #expect(world.told(notes).hasSuffix("expire"))
    #expect(world.process(notes)?.isStoppedFromOutside == false)
    world.pass(.seconds(5))
    world.play()
    #expect(world.records.map(\.reason) == [.watchdog(.expiration, limit: .seconds(5))])
    #expect(world.laws.broken == nil)
  }

  @Test("BG9 BX1 nobody has longer for expiration handlers who is stopped and continued meanwhile")
  func stoppedWhileExpiring() {
    var world = World(running: notes)
    world.act(notes, .beginTask)
    world.home()
    world.play()
    world.pass(.seconds(30))
    world.act(notes, .acknowledge)
    for _ in 0..<4 {
      world.pass(.seconds(1))
      world.act(notes, .stop)
      world.act(notes, .resume)
    }
    world.act(notes, .stop)
    world.pass(.seconds(1))
    #expect(world.process(notes)?.isKilled == true)
    #expect(world.laws.broken == nil)
  }

  @Test("BG9 a channel that was closed is a deadline for an app whose first process is stopped as well")
  func hangUpWhileStopped() {
    var world = World(running: notes)
    world.act(notes, .stop)
    world.act(notes, .hangUp)
    world.pass(.seconds(1))
    #expect(world.process(notes)?.isKilled == true)
    #expect(world.laws.broken == nil)
  }

  @Test("a closed channel is no deadline for an app that is frozen; it is one when the app runs again")
  func hangUpWhileFrozen() {
    var world = World(suspended: notes)
    world.act(notes, .hangUp)
    #expect(world.armed(notes).isEmpty)
    world.pass(.seconds(600))
    #expect(world.state(notes) == .suspended)
    world.launch(notes)
    world.pass(.seconds(1))
    world.play()
    #expect(world.records.first?.reason.code == 0x2bad_45ec)
  }

  @Test("a process killed while frozen is not left frozen in the books")
  func killedWhileFrozen() {
    var world = World(suspended: notes)
    world.ask(.quit(notes))
    world.play()
    #expect(world.state(notes) == .notRunning)
    #expect(world.lifecycle.apps[notes]?.process == nil)
    world.open(notes)
    #expect(world.told(notes) == "L A")
    #expect(world.history(notes).suffix(3) == [.notRunning, .inactive, .active])
  }

  @Test("a process that ends between the order to freeze and the freeze leaves the books clean")
  func exitWhileFreezing() {
    var world = World(running: notes)
    world.sendHome(notes)
    #expect(world.process(notes)?.freeze == .ordered)
    world.act(notes, .exit)
    #expect(world.records.map(\.state) == [.background])
    #expect(world.feed(.kernel(ProcessSerial(number: 1), .froze())).isEmpty)
    #expect(world.state(notes) == .notRunning)
  }

  @Test("an opposite order in mid-transition waits until the step in flight has landed: home, then launch at once")
  func homeThenLaunch() {
    var world = World(running: notes)
    let home = world.home()
    let launch = world.launch(notes)
    #expect(world.told(notes) == "L A R")
    world.play()
    #expect(world.told(notes) == "L A R A")
    #expect(world.outcome(home) == .done)
    #expect(world.outcome(launch) == .done)
  }

  @Test("the last of many wishes in mid-transition wins, and no step is taken for those between")
  func lastWishWins() {
    var world = World(running: notes)
    world.home()
    world.launch(notes)
    world.home()
    world.launch(clock)
    world.launch(notes)
    world.home()
    world.play()
    #expect(world.told(notes) == "L A R B")
    #expect(world.state(notes) == .suspended)
    #expect(world.state(clock) == .suspended)
  }

  @Test("a launch while the freeze is under way waits for it, and then continues the app")
  func launchWhileFreezing() {
    var world = World(running: notes)
    world.sendHome(notes)
    world.launch(notes)
    #expect(world.told(notes) == "L A R B")
    world.act(notes, .freeze)
    #expect(world.told(notes) == "L A R B F")
    #expect(world.process(notes)?.freeze == SimulatedProcess.Freeze.none)
  }

  @Test("what is heard of a dead process changes nothing, even when its app runs again", arguments: Haunting.allCases)
  func haunted(_ haunting: Haunting) {
    var world = World(running: notes)
    world.act(notes, .crash)
    world.open(notes)
    let before = world.lifecycle
    world.haunt(notes, haunting)
    #expect(world.lifecycle == before)
    #expect(world.laws.broken == nil)
  }

  @Test("a timer that fires early, or for a step that has landed, kills nobody; the early one is set again")
  func strayTimers() {
    var world = World()
    world.launch(notes)
    world.act(notes, .fork)
    let serial = ProcessSerial(number: 1)
    let due = Instant(nanoseconds: 6_000_000_000)
    #expect(world.feed(.due(.step(serial, .launch))) == [.arm(.step(serial, .launch), at: due)])
    world.play()
    #expect(world.feed(.due(.step(serial, .launch))).isEmpty)
    #expect(world.state(notes) == .active)
  }

  @Test("one slow app never delays another")
  func slowApp() {
    var world = World(running: notes)
    world.act(notes, .fallSilent)
    world.launchInBackground(clock)
    world.home()
    world.play()
    #expect(world.told(notes) == "L A R")
    #expect(world.state(clock) == .suspended)
  }

  @Test("what an app asked in the instant before it froze is answered when it runs again", arguments: [false, true])
  func askedWhileFreezing(comesForward: Bool) {
    var world = World(running: notes)
    world.sendHome(notes)
    world.act(notes, .beginTask)
    #expect(world.process(notes)?.replies == [])
    if comesForward { world.launch(notes) }
    world.act(notes, .freeze)
    #expect(world.process(notes)?.freeze == SimulatedProcess.Freeze.none)
    #expect(world.process(notes)?.replies == [.backgroundTask(BackgroundTaskID(number: 1))])
    #expect(world.told(notes) == (comesForward ? "L A R B F" : "L A R B"))
  }

  @Test("an app that an outsider stopped is continued when it is sent something, and when it has something to answer")
  func stoppedFromOutside() {
    var world = World(running: notes)
    world.act(notes, .stop)
    #expect(world.process(notes)?.isStoppedFromOutside == true)
    world.input(notes)
    #expect(world.process(notes)?.isStoppedFromOutside == false)
    world.act(notes, .stop)
    #expect(world.process(notes)?.isStoppedFromOutside == false)
  }

  @Test(
    "an app that breaks the protocol ends alone, with the reason",
    arguments: [Deed.garbage, .greetAgain, .acknowledgeNonsense, .hangUp])
  func protocolAbuse(_ deed: Deed) {
    var world = World(sideBySide: [notes, clock])
    world.act(notes, deed)
    world.pass(.seconds(1))
    world.play()
    #expect(world.records.map(\.app) == [notes])
    #expect(world.records.first?.reason.code == 0x2bad_45ec)
    #expect(world.told(clock) == "L A")
  }
}
