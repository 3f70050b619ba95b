// The rules of launching: LA.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("LA: launch") struct LaunchTests {
  @Test("LA1 a process is started, says hello, and only then is sent its launch")
  func hello() {
    var world = World()
    world.launch(notes)
    world.act(notes, .fork)
    #expect(world.lifecycle.apps[notes]?.process?.pid == 1001)
    #expect(world.told(notes) == "")
    world.act(notes, .greet)
    #expect(world.told(notes) == "L")
  }

  @Test("LA2 a foreground launch: launch, didBecomeActive, no willEnterForeground; answered when the app is active")
  func foreground() {
    var world = World()
    let request = world.launch(notes)
    world.act(notes, .fork)
    world.act(notes, .greet)
    world.act(notes, .acknowledge)
    #expect(world.told(notes) == "L A")
    #expect(world.outcome(request) == nil)
    world.act(notes, .acknowledge)
    #expect(world.outcome(request) == .done)
    #expect(world.state(notes) == .active)
    #expect(world.armed(notes).isEmpty)
  }

  @Test("LA3 a background launch: launch, didEnterBackground, suspension; answered when it is suspended")
  func background() {
    var world = World()
    let request = world.launchInBackground(notes)
    world.play()
    #expect(world.told(notes) == "L B")
    #expect(world.history(notes) == [.background, .suspended])
    #expect(world.outcome(request) == .done)
    #expect(world.lifecycle.device.front.isEmpty)
  }

  @Test("LA3 an app launched in the background that the user wants meanwhile comes forward: launch, F, A")
  func backgroundThenForeground() {
    var world = World()
    world.launchInBackground(notes)
    world.act(notes, .fork)
    world.act(notes, .greet)
    world.open(notes)
    #expect(world.told(notes) == "L F A")
  }

  @Test("LA4 the launch options say why, and the arguments reach the process")
  func options() {
    var world = World()
    let options = LaunchOptions(url: "notes:new", sourceApplication: "mail")
    let launch = Launch(options: options, arguments: ["--verbose"])
    world.ask(.launch(notes, launch, .foreground))
    world.play()
    #expect(world.process(notes)?.launch == launch)
    #expect(world.process(notes)?.told.first == .launch(options, style: .app, state: .inactive))
  }

  @Test("LA5 an app that does not come to handle events within 5 s of its fork is killed", arguments: 0...2)
  func deadline(steps: Int) {
    var world = World()
    let request = world.launch(notes)
    for deed in [Deed.fork, .greet].prefix(steps) { world.act(notes, deed) }
    world.pass(.milliseconds(4999))
    #expect(world.process(notes)?.isKilled == false)
    world.pass(.milliseconds(1))
    #expect(world.process(notes)?.isKilled == true)
    world.play()
    let reason = ExitReason.watchdog(.launch, limit: .seconds(5))
    #expect(world.records.map(\.reason) == [reason])
    #expect(world.outcome(request) == .refused(.ended(notes, reason)))
    #expect(world.reports.contains(.deadline(notes, .launch, limit: .seconds(5), elapsed: .seconds(5))))
  }

  @Test("LA5 the daemon's own lateness is not the app's: the app has its whole time again, and that once")
  func late() throws {
    var world = World()
    world.launch(notes)
    world.act(notes, .fork)
    let serial = try #require(world.process(notes)?.serial)
    // No timer rings while the daemon is stopped.
    world.wait(until: world.now + .seconds(6))
    world.feed(.kernel(serial, .late(.launch)))
    world.act(notes, .greet)
    world.feed(.due(.step(serial, .launch)))
    world.pass(.milliseconds(4999))
    #expect(world.process(notes)?.isKilled == false)
    world.wait(until: world.now + .seconds(1))
    world.feed(.kernel(serial, .late(.launch)))
    world.feed(.due(.step(serial, .launch)))
    #expect(world.process(notes)?.isKilled == true)
  }

  @Test("LA5 a daemon that is late without need gives nobody more time")
  func notLate() throws {
    var world = World()
    world.launch(notes)
    world.act(notes, .fork)
    let serial = try #require(world.process(notes)?.serial)
    world.pass(.milliseconds(4999))
    world.feed(.kernel(serial, .late(.launch)))
    world.pass(.milliseconds(1))
    #expect(world.process(notes)?.isKilled == true)
  }

  @Test("LA5 TE3 the record of a hung launch says so, also when the app sends no traces")
  func hungLaunch() {
    var world = World()
    world.launch(notes)
    world.act(notes, .fork)
    world.act(notes, .greet)
    world.pass(.seconds(5))
    world.play()
    #expect(world.records.first?.activity?.callback == "didFinishLaunching")
    #expect(world.records.first?.activity?.age == .seconds(5))
  }

  @Test("LA5 an app that has launched in time is not watched any more")
  func inTime() {
    var world = World(running: notes)
    world.pass(.seconds(60))
    #expect(world.state(notes) == .active)
  }

  @Test("LA10 launching an active app changes nothing and is done at once")
  func launchedAgain() {
    var world = World(running: notes)
    let request = world.launch(notes)
    #expect(world.outcome(request) == .done)
    #expect(world.told(notes) == "L A")
    #expect(world.processes.count == 1)
  }

  @Test("LA10 launching a suspended app brings it forward: F, A")
  func launchedWhileSuspended() {
    var world = World(suspended: notes)
    world.open(notes)
    #expect(world.told(notes) == "L A R B F A")
    #expect(world.processes.count == 1)
  }

  @Test("LA10 launching an app while it is being launched starts it once and answers both")
  func launchedWhileLaunching() {
    var world = World()
    let first = world.launch(notes)
    world.act(notes, .fork)
    let second = world.launch(notes)
    world.play()
    #expect(world.processes.count == 1)
    #expect(world.told(notes) == "L A")
    #expect(world.outcome(first) == .done)
    #expect(world.outcome(second) == .done)
  }

  @Test("LA10 launching an app while it is torn down starts it anew when it has ended; both wishes are done")
  func launchedWhileEnding() {
    var world = World(running: notes)
    let quit = world.ask(.quit(notes))
    let launch = world.launch(notes)
    #expect(world.processes.count == 1)
    world.play()
    #expect(world.processes.count == 2)
    #expect(world.told(notes) == "L A")
    #expect(world.state(notes) == .active)
    #expect(world.outcome(quit) == .done)
    #expect(world.outcome(launch) == .done)
    #expect(world.records.count == 1)
  }

  @Test("LA10 DB1 of launches that wait for an end together, the last that says how the process starts counts")
  func launchedTwiceWhileEnding() {
    var world = World(running: notes)
    world.ask(.quit(notes))
    world.ask(.launch(notes, Launch(arguments: ["first"], environment: ["A": "1"]), .foreground))
    let request = world.ask(.launch(notes, Launch(arguments: ["second"], waitsForDebugger: true), .foreground))
    while world.processes.count == 1 { guard world.act(notes, .behave) else { break } }
    world.act(notes, .fork)
    let both = Launch(arguments: ["second"], environment: ["A": "1"], waitsForDebugger: true)
    #expect(world.process(notes)?.launch == both)
    #expect(world.outcome(request) == .done)
    #expect(world.lifecycle.apps[notes]?.process?.debugging == .awaited)
  }

  @Test("LA10 quitting an app again takes back the launch that waited for its end")
  func launchTakenBack() {
    var world = World(running: notes)
    world.ask(.quit(notes))
    let launch = world.launch(notes)
    world.ask(.quit(notes))
    world.play()
    #expect(world.processes.count == 1)
    #expect(world.outcome(launch) == .refused(.ended(notes, .forceQuit)))
  }

  @Test("LA10 nothing is started whose bundle went while it was torn down")
  func removedWhileEnding() {
    var world = World(running: notes)
    world.ask(.quit(notes))
    let launch = world.launch(notes)
    world.feed(.removed(notes))
    world.play()
    #expect(world.processes.count == 1)
    #expect(world.outcome(launch) == .refused(.ended(notes, .forceQuit)))
    #expect(world.lifecycle.apps[notes] == nil)
  }

  @Test("LA10 TE5 a background launch does not bring back to the screen what is dying there")
  func backgroundLaunchWhileDying() {
    var world = World(running: notes)
    world.act(notes, .garbage)
    world.launchInBackground(notes)
    world.play()
    #expect(world.processes.count == 2)
    #expect(world.told(notes) == "L B")
    #expect(world.lifecycle.device.front.isEmpty)
  }

  @Test("a process that never becomes its program is refused to the launcher with the reason, and leaves a record")
  func failedToStart() {
    var world = World()
    let request = world.launch(notes)
    world.act(notes, .failToStart)
    #expect(world.outcome(request) == .refused(.ended(notes, .failedToStart("executable missing"))))
    #expect(world.records.map(\.reason) == [.failedToStart("executable missing")])
    #expect(world.records.first?.status == nil)
    #expect(world.lifecycle.device.front.isEmpty)
  }

  @Test("an app that speaks another version of the protocol is killed for it")
  func wrongVersion() {
    var world = World()
    world.launch(notes)
    world.act(notes, .fork)
    world.act(notes, .greetWrongly)
    #expect(world.process(notes)?.isKilled == true)
    world.play()
    #expect(world.records.first?.reason.code == 0x2bad_45ec)
  }
}
