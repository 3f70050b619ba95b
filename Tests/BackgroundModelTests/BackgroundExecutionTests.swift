// The rules of background tasks: BX1, BX2, BX6.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("BX: background tasks") struct BackgroundExecutionTests {
  /// `notes` is in the background and kept awake by as many tasks.
  private func awake(tasks: Int = 1, policy: Policy = Policy()) -> World {
    var world = World(running: notes, policy: policy)
    for _ in 0..<tasks { world.act(notes, .beginTask) }
    world.home()
    world.play()
    return world
  }

  @Test("BX1 an open task keeps an app awake in the background; the home request is done all the same")
  func keepsAwake() {
    var world = World(running: notes)
    world.act(notes, .beginTask)
    let home = world.home()
    world.play()
    #expect(world.state(notes) == .background)
    #expect(world.process(notes)?.freeze == SimulatedProcess.Freeze.none)
    #expect(world.outcome(home) == .done)
  }

  @Test("BX1 the budget is used only in the background, and backgroundTimeRemaining has no end in the foreground")
  func budgetInForeground() {
    var world = World(running: notes)
    world.act(notes, .beginTask)
    world.pass(.seconds(600))
    world.act(notes, .askTime)
    #expect(world.process(notes)?.replies.last == .timeRemaining(nil))
    world.home()
    world.play()
    world.pass(.seconds(10))
    world.act(notes, .askTime)
    #expect(world.process(notes)?.replies.last == .timeRemaining(.seconds(20)))
  }

  @Test("BX1 the budget is the app's: a task begun later gets what is left of it")
  func sharedBudget() {
    var world = awake()
    world.pass(.seconds(20))
    world.act(notes, .beginTask)
    world.pass(.milliseconds(9999))
    #expect(world.told(notes) == "L A R B")
    world.pass(.milliseconds(1))
    #expect(world.told(notes) == "L A R B expire")
  }

  @Test("BX1 tasks not ended within 5 s of their expiration are the app's end, with 0x8badf00d")
  func expirationIgnored() {
    var world = awake()
    world.pass(.milliseconds(34_999))
    #expect(world.process(notes)?.isKilled == false)
    world.pass(.milliseconds(1))
    world.play()
    #expect(world.records.map(\.reason) == [.watchdog(.expiration, limit: .seconds(5))])
    #expect(world.records.first?.reason.code == 0x8bad_f00d)
  }

  @Test("BX1 ending one of two tasks that expired gives the other no more time")
  func oneOfTwo() {
    var world = awake(tasks: 2)
    world.pass(.seconds(33))
    world.act(notes, .endTask)
    world.pass(.milliseconds(1_999))
    #expect(world.told(notes) == "L A R B expire")
    #expect(world.process(notes)?.isKilled == false)
    world.pass(.milliseconds(1))
    #expect(world.process(notes)?.isKilled == true)
  }

  @Test("BX1 an app that ends its tasks when they expire is suspended, and lives")
  func expirationHandled() {
    var world = awake(tasks: 2)
    world.pass(.seconds(30))
    world.play()
    #expect(world.state(notes) == .suspended)
    #expect(world.armed(notes).isEmpty)
  }

  @Test("BX2 ending the last of several tasks suspends the app, not before")
  func lastTask() {
    var world = awake(tasks: 2)
    world.act(notes, .endTask)
    #expect(world.process(notes)?.freeze == SimulatedProcess.Freeze.none)
    world.act(notes, .endTask)
    #expect(world.armed(notes) == [.snapshot, .cpuWindow])
    world.act(notes, .acknowledge)
    #expect(world.process(notes)?.freeze == .ordered)
    #expect(world.armed(notes).isEmpty)
    #expect(world.process(notes)?.replies.last == .done)
  }

  @Test("BX2 coming to the foreground resets the budget")
  func reset() {
    var world = awake()
    world.pass(.seconds(29))
    world.open(notes)
    world.home()
    world.play()
    world.pass(.milliseconds(29_999))
    #expect(world.told(notes) == "L A R B F A R B")
    world.act(notes, .askTime)
    #expect(world.process(notes)?.replies.last == .timeRemaining(.milliseconds(1)))
  }

  @Test("BX2 no task is to be had once the budget is spent")
  func spent() {
    var world = awake()
    world.pass(.seconds(30))
    world.act(notes, .beginTask)
    #expect(world.process(notes)?.replies.last == .backgroundTask(.invalid))
  }

  @Test("BX2 more open tasks than the limit are a leak, and the app's end with 0xbada5e47")
  func leak() {
    var policy = Policy()
    policy.taskLeak = 3
    var world = World(running: notes, policy: policy)
    for _ in 0..<3 { world.act(notes, .beginTask) }
    #expect(world.process(notes)?.isKilled == false)
    world.act(notes, .beginTask)
    world.play()
    #expect(world.records.map(\.reason) == [.tooManyTasks(4)])
    #expect(world.records.first?.reason.code == 0xbada_5e47)
  }

  @Test("BX2 1,000 open tasks are many, 1,001 a leak; ended in between they are none")
  func thousand() {
    var world = World(running: notes)
    for _ in 0..<1000 { world.act(notes, .beginTask) }
    world.act(notes, .endTask)
    world.act(notes, .beginTask)
    #expect(world.process(notes)?.isKilled == false)
    world.act(notes, .beginTask)
    world.play()
    #expect(world.records.map(\.reason) == [.tooManyTasks(1001)])
  }

  @Test("BX1 tasks are nested and named, and each has a number of its own")
  func named() {
    var world = World(running: notes)
    for name in ["upload", nil, "upload"] { world.act(notes, .request(.beginBackgroundTask(name: name))) }
    let open = world.lifecycle.apps[notes]?.process?.tasks.open ?? [:]
    #expect(open.sorted { $0.key < $1.key }.map(\.value) == ["upload", "unnamed", "upload"])
    #expect(!open.keys.contains(.invalid))
  }

  @Test("BX2 ending a task twice ends no other: the app stays awake by the one that is left")
  func doubledEnd() {
    var world = awake(tasks: 2)
    let first = world.process(notes)?.tasks.first ?? .invalid
    #expect(world.answer(notes, to: .endBackgroundTask(first)) == .done)
    #expect(world.answer(notes, to: .endBackgroundTask(first)) == .unknownTask(first))
    #expect(world.process(notes)?.freeze == SimulatedProcess.Freeze.none)
    #expect(world.armed(notes).contains(.backgroundTasks))
  }

  @Test("BX2 the budget stands still while no task is open, and goes on where it stood")
  func pausedBudget() {
    var world = World(running: player)
    world.answer(player, to: .beginActivity(mode: "audio"))
    world.act(player, .beginTask)
    world.home()
    world.play()
    world.pass(.seconds(10))
    world.act(player, .endTask)
    world.pass(.seconds(100))
    #expect(world.answer(player, to: .backgroundTimeRemaining) == .timeRemaining(.seconds(20)))
    world.act(player, .beginTask)
    world.pass(.milliseconds(19_999))
    #expect(world.told(player) == "L A R B")
    world.pass(.milliseconds(1))
    #expect(world.told(player) == "L A R B expire")
  }

  @Test("BX2 a task that is not open is not ended, and the app is told so")
  func unknownTask() {
    var world = World(running: notes)
    world.act(notes, .endUnknownTask)
    #expect(world.process(notes)?.replies == [.unknownTask(BackgroundTaskID(number: 99_999))])
  }

  @Test("BX6 in willTerminate, and after it, no task is to be had")
  func terminating() {
    var world = World(running: notes)
    world.ask(.terminate(notes))
    world.act(notes, .beginTask)
    world.act(notes, .acknowledge)
    world.act(notes, .beginTask)
    #expect(world.process(notes)?.replies == [.backgroundTask(.invalid), .backgroundTask(.invalid)])
  }

  @Test("a method of a later version is answered as unknown")
  func unknownMethod() {
    var world = World(running: notes)
    world.act(notes, .askNonsense)
    #expect(world.process(notes)?.replies == [.unknownMethod("makeCoffee")])
  }
}
