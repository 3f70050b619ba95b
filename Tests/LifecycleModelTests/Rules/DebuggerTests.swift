// The rules of debuggers: DB.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("DB: debuggers") struct DebuggerTests {
  private let gdb = Debugger(pid: 77, name: "gdb")

  private func feed(_ fact: KernelFact, to app: AppID, in world: inout World) throws {
    let serial = try #require(world.process(app)?.serial)
    world.feed(.kernel(serial, fact))
  }

  /// Launched to wait for a debugger, and stopped.
  private func waiting(_ answer: inout Request?) -> World {
    var world = World()
    answer = world.ask(.launch(notes, Launch(waitsForDebugger: true), .foreground))
    world.act(notes, .fork)
    return world
  }

  @Test("DB1 a launch that waits for a debugger is done when the app is stopped, and its deadline stands still")
  func waits() throws {
    var request: Request?
    var world = waiting(&request)
    #expect(world.outcome(try #require(request)) == .done)
    try feed(.stoppedFromOutside, to: notes, in: &world)
    world.pass(.seconds(3600))
    #expect(world.process(notes)?.isKilled == false)
    #expect(world.armed(notes).isEmpty)
    #expect(world.lifecycle.apps[notes]?.process?.debugging == .awaited)
  }

  @Test(
    "DB1 an app that waits and says hello, or is continued by hand, has the whole launch deadline",
    arguments: [true, false])
  func runsUnseen(greets: Bool) throws {
    var request: Request?
    var world = waiting(&request)
    world.pass(.seconds(60))
    if greets { world.act(notes, .greet) } else { try feed(.continuedFromOutside, to: notes, in: &world) }
    #expect(world.lifecycle.apps[notes]?.process?.debugging == Debugging.none)
    world.pass(.milliseconds(4999))
    #expect(world.process(notes)?.isKilled == false)
    world.pass(.milliseconds(1))
    #expect(world.process(notes)?.isKilled == true)
  }

  @Test("DB1 an app that waits and is told to end is killed at once: it would never hear of it")
  func waitsAndEnds() throws {
    var request: Request?
    var world = waiting(&request)
    let end = world.ask(.terminate(notes))
    #expect(world.process(notes)?.isKilled == true)
    world.play()
    #expect(world.outcome(end) == .done)
  }

  @Test("DB1 only a new process waits: of an app that runs it is refused")
  func running() throws {
    var world = World(running: notes)
    let request = world.ask(.launch(notes, Launch(waitsForDebugger: true), .foreground))
    let pid = world.lifecycle.apps[notes]?.process?.pid
    #expect(world.outcome(request) == .refused(.runsAlready(notes, pid: pid)))
  }

  @Test("DB2 beside a debugger no deadline counts, and when it has left each has its whole time again")
  func standsStill() throws {
    var world = World(running: notes)
    world.ask(.home)
    world.pass(.milliseconds(4000))
    try feed(.traced(by: gdb), to: notes, in: &world)
    #expect(world.armed(notes).isEmpty)
    world.pass(.seconds(3600))
    #expect(world.process(notes)?.isKilled == false)
    #expect(world.lifecycle.apps[notes]?.process?.debugging == .attached(gdb))
    try feed(.traced(by: nil), to: notes, in: &world)
    world.pass(.milliseconds(4999))
    #expect(world.process(notes)?.isKilled == false)
    world.pass(.milliseconds(1))
    #expect(world.process(notes)?.isKilled == true)
    #expect(world.notices.map { $0.prefix(20) } == ["gdb (pid 77) is atta", "gdb (pid 77) has lef"])
  }

  @Test("DB2 a deadline that begins beside a debugger runs when that has left, and one whose step has landed does not")
  func beginsBeside() throws {
    var world = World(running: notes)
    try feed(.traced(by: gdb), to: notes, in: &world)
    world.ask(.home)
    #expect(world.armed(notes).isEmpty)
    world.act(notes, .acknowledge)
    try feed(.traced(by: nil), to: notes, in: &world)
    #expect(world.armed(notes) == [.enterBackground])
  }

  @Test("DB2 the time of a wake stands still as well, and is whole again")
  func wakes() throws {
    var world = World(suspended: player)
    world.wake(player)
    try feed(.traced(by: gdb), to: player, in: &world)
    world.pass(.seconds(3600))
    #expect(world.process(player)?.isKilled == false)
    try feed(.traced(by: nil), to: player, in: &world)
    #expect(world.armed(player).contains(.wake))
    world.pass(.milliseconds(29_999))
    #expect(!world.told(player).contains("expire"))
    world.pass(.milliseconds(1))
    #expect(world.told(player).contains("expire"))
  }

  @Test("DB2 an app that is told to end has its time for that, debugger or not")
  func ends() throws {
    var world = World(running: notes)
    try feed(.traced(by: gdb), to: notes, in: &world)
    world.ask(.terminate(notes))
    world.act(notes, .fallSilent)
    world.pass(.seconds(10))
    #expect(world.process(notes)?.isKilled == true)
  }

  @Test("DB3 an app with a debugger is not suspended, and is as soon as that has left")
  func awake() throws {
    var world = World(running: notes)
    try feed(.traced(by: gdb), to: notes, in: &world)
    world.ask(.home)
    world.play()
    #expect(world.state(notes) == .background)
    try feed(.traced(by: nil), to: notes, in: &world)
    world.play()
    #expect(world.state(notes) == .suspended)
  }

  @Test("DB3 a debugger that is found as the app is to be stopped keeps it running")
  func foundByFreezer() throws {
    var world = World(running: notes)
    world.sendHome(notes)
    #expect(world.process(notes)?.freeze == .ordered)
    try feed(.traced(by: gdb), to: notes, in: &world)
    #expect(world.state(notes) == .background)
    #expect(world.process(notes)?.freeze == SimulatedProcess.Freeze.none, "what is stopped of it is continued")
  }

  @Test("DB2 TE1 an app that is told to end while it is being stopped ends, also where a debugger prevents the stop")
  func endsWhileBeingStopped() throws {
    var world = World(running: notes)
    world.sendHome(notes)
    #expect(world.process(notes)?.freeze == .ordered)
    let end = world.ask(.terminate(notes))
    #expect(world.process(notes)?.isKilled == false)
    try feed(.traced(by: gdb), to: notes, in: &world)
    #expect(world.process(notes)?.isKilled == true)
    world.play()
    #expect(world.outcome(end) == .done)
    #expect(world.records.map(\.reason) == [.terminatedBySystem])
  }

  @Test(
    "DB3 a suspended app to which a debugger attaches stays suspended without its seal, and is stopped anew afterwards")
  func suspended() throws {
    var world = World(suspended: notes)
    try feed(.traced(by: gdb), to: notes, in: &world)
    #expect(world.state(notes) == .suspended)
    #expect(world.process(notes)?.isUnsealed == true)
    // It is the debugger that continues it.
    try feed(.continuedFromOutside, to: notes, in: &world)
    try feed(.stoppedFromOutside, to: notes, in: &world)
    #expect(world.process(notes)?.freeze == .done)
    try feed(.traced(by: nil), to: notes, in: &world)
    #expect(world.process(notes)?.freeze == .ordered)
    world.play()
    #expect(world.state(notes) == .suspended)
  }

  @Test("DB3 a stop that a debugger makes is no outsider's, and the app runs when it has left")
  func stops() throws {
    var world = World(running: notes)
    try feed(.traced(by: gdb), to: notes, in: &world)
    try feed(.stoppedFromOutside, to: notes, in: &world)
    #expect(!world.notices.contains { $0.contains("another process") })
    let serial = try #require(world.process(notes)?.serial)
    #expect(world.feed(.kernel(serial, .traced(by: nil))).contains(.thaw(serial)))
  }
}
