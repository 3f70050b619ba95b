// The rules of ends: TE.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("TE: termination") struct TerminationTests {
  @Test("TE1 the system ends a running app with willTerminate and its exit, from wherever it is")
  func bySystem() {
    for alert in [false, true] {
      var world = World(running: notes)
      if alert { world.ask(.showAlert) }
      world.play()
      let request = world.ask(.terminate(notes))
      world.act(notes, .acknowledge)
      #expect(world.outcome(request) == nil)
      world.act(notes, .exit)
      #expect(world.told(notes) == (alert ? "L A R T" : "L A T"))
      #expect(world.outcome(request) == .done)
      #expect(world.records.map(\.reason) == [.terminatedBySystem])
    }
  }

  @Test(
    "LS1 LS2 TE1 an app that is installed anew with the other style is ended, and a launch shows it as what it is now",
    arguments: [notes, reader])
  func otherStyle(app: AppID) {
    for isSuspended in [false, true] {
      var world = isSuspended ? World(suspended: app) : World(running: app)
      let style: LifecycleStyle = app == notes ? .scene : .app
      world.feed(.installed(AppDescription(id: app, style: style)))
      let launch = isSuspended ? world.launch(app) : nil
      world.play()
      #expect(world.records.map(\.reason) == [.terminatedBySystem])
      if !isSuspended { world.open(app) }
      #expect(world.state(app) == .active)
      #expect(world.processes.count == 2)
      #expect(world.lifecycle.apps[app]?.process?.style == style)
      if let launch { #expect(world.outcome(launch) == .done) }
    }
  }

  @Test("TE1 willTerminate and the exit together have 5 s", arguments: [0, 3])
  func deadline(seconds: Int) {
    var world = World(running: notes)
    world.ask(.terminate(notes))
    world.pass(.seconds(seconds))
    if seconds > 0 { world.act(notes, .acknowledge) }
    world.pass(.milliseconds(4999 - 1000 * seconds))
    #expect(world.process(notes)?.isKilled == false)
    world.pass(.milliseconds(1))
    #expect(world.process(notes)?.isKilled == true)
    world.play()
    #expect(world.records.map(\.reason) == [.watchdog(.terminate, limit: .seconds(5))])
  }

  @Test("TE1 an app that closes its channel in willTerminate still has its 5 s to exit")
  func hangUpWhileTerminating() {
    var world = World(running: notes)
    world.ask(.terminate(notes))
    world.act(notes, .hangUp)
    world.pass(.seconds(4))
    #expect(world.process(notes)?.isKilled == false)
    world.act(notes, .exit)
    #expect(world.records.map(\.reason) == [.terminatedBySystem])
  }

  @Test("TE1 a suspended app is killed with no call at all")
  func suspended() {
    var world = World(suspended: notes)
    world.ask(.terminate(notes))
    #expect(world.process(notes)?.isKilled == true)
    world.play()
    #expect(world.told(notes) == "L A R B")
    #expect(world.records.map(\.reason) == [.terminatedBySystem])
    #expect(world.records.first?.state == .suspended)
  }

  @Test("TE2 force-quit of an active app: R, B, T, and 0xdeadfa11")
  func forceQuit() {
    var world = World(running: notes)
    let request = world.ask(.quit(notes))
    world.play()
    #expect(world.told(notes) == "L A R B T")
    #expect(world.records.map(\.reason) == [.forceQuit])
    #expect(world.records.first?.reason.code == 0xdead_fa11)
    #expect(world.outcome(request) == .done)
  }

  @Test("TE2 force-quit of an app running in the background: T; of a suspended one: silence")
  func forceQuitBehind() {
    var world = World(running: notes)
    world.act(notes, .beginTask)
    world.home()
    world.play()
    world.ask(.quit(notes))
    world.play()
    #expect(world.told(notes) == "L A R B T")

    world = World(suspended: notes)
    world.ask(.quit(notes))
    world.play()
    #expect(world.told(notes) == "L A R B")
    #expect(world.records.map(\.reason) == [.forceQuit])
  }

  @Test("TE2 force-quit of an app that somebody else is waiting for as well: T at once")
  func forceQuitHurried() {
    var world = World(running: notes)
    world.ask(.quit(notes))
    world.ask(.terminate(notes))
    world.play()
    #expect(world.told(notes) == "L A R T")
    #expect(world.records.map(\.reason) == [.forceQuit])
  }

  @Test("TE2 force-quit of what exits on suspend: R, T")
  func forceQuitOldApp() {
    var world = World(running: game)
    world.ask(.quit(game))
    world.play()
    #expect(world.told(game) == "L A R T")
  }

  @Test("TE3 a record says when, in which state, why, how, at what cost and in the middle of what")
  func record() throws {
    var world = World(running: notes)
    world.pass(.seconds(9))
    world.home()
    world.pass(.seconds(1))
    world.act(notes, .crash)
    let record = try #require(world.records.first)
    #expect(world.records.count == 1)
    #expect(record.app == notes)
    #expect(record.pid == 1001)
    #expect(record.time == world.now)
    #expect(record.state == .active)
    #expect(record.reason == .crashed(signal: 11))
    #expect(record.status == .signaled(11))
    #expect(record.usage == Usage(cpu: 1, footprint: 4096))
    #expect(record.activity?.callback == "willResignActive")
    #expect(record.activity?.age == .seconds(1))
    #expect(record.lifetime == .seconds(10))
  }

  @Test("TE3 what a process did by itself is not laid to an order that came too late")
  func crashWhileTerminating() {
    var world = World(running: notes)
    world.ask(.terminate(notes))
    world.act(notes, .crash)
    #expect(world.records.map(\.reason) == [.crashed(signal: 11)])
  }

  @Test("TE5 a crash in front returns to the home screen; nothing else is touched")
  func crash() {
    var world = World(suspended: clock)
    world.open(notes)
    let others = world.lifecycle.apps[clock]
    let effects = world.feed(.kernel(ProcessSerial(number: 2), .exited(.signaled(11), Usage())))
    #expect(world.lifecycle.device.front.isEmpty)
    #expect(world.lifecycle.apps[clock] == others)
    #expect(effects.allSatisfy { $0.process == nil })
    #expect(world.state(notes) == .notRunning)
  }

  @Test("TE5 a crash on one of two slots leaves the other app active")
  func crashOnTablet() {
    var world = World(sideBySide: [notes, clock])
    world.act(notes, .crash)
    #expect(world.lifecycle.device.front == [clock])
    #expect(world.state(clock) == .active)
    #expect(world.told(clock) == "L A")
  }

  @Test("shutdown ends every app in order and is complete when the last is gone")
  func shutdown() {
    var world = World(suspended: clock)
    world.open(notes)
    world.feed(.shutdown)
    #expect(!world.isShutDown)
    #expect(world.result(.launch(mail, Launch(), .foreground)) == .refused(.shuttingDown))
    world.play()
    #expect(world.isShutDown)
    #expect(world.told(notes) == "L A T")
    #expect(world.told(clock) == "L A R B")
    #expect(world.records.map(\.reason) == [.shutdown, .shutdown])
  }

  @Test("LA10 a daemon that goes on from one that was going down, and had not ended, launches apps")
  func goesOn() {
    var world = World(running: notes)
    world.feed(.shutdown)
    world.play()
    #expect(world.isShutDown)
    // That is on its way to the end when it is killed.
    world.feed(.found(.locale("ko")))
    world.takeTwin()
    #expect(!world.lifecycle.effectsOfRestoring().contains(.shutdownComplete))
    #expect(world.result(.launch(mail, Launch(), .foreground)) == .refused(.shuttingDown))
    world.feed(.restored)
    let request = world.open(notes)
    #expect(world.outcome(request) == .done)
    #expect(world.state(notes) == .active)
  }

  @Test("An app that was told to end by a daemon that was going down ends under the next, which does not")
  func endsUnderTheNext() {
    var world = World(running: notes)
    world.feed(.shutdown)
    world.feed(.restored)
    let request = world.launch(notes)
    world.play()
    #expect(world.records.map(\.reason) == [.shutdown])
    #expect(!world.isShutDown)
    #expect(world.outcome(request) == .done)
    #expect(world.state(notes) == .active)
  }
}
