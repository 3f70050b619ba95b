// Limits on the things that an app may hold or use behind the screen: BG5, BG6, BG8.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("BG5, BG6, BG8: limits behind the screen") struct BackgroundLimitsTests {
  static let camera = Holdings(resources: [Holdings.Resource(kind: "camera", path: "/dev/video0")])
  static let audio = Holdings(resources: [Holdings.Resource(kind: "audio", path: "/dev/snd/pcm")])
  static let locked = Holdings(locks: ["/srv/shared", "/srv/other"])

  private func holding(_ holdings: Holdings, _ world: inout World, _ app: AppID) {
    if let process = world.process(app) { world.change(process.serial) { $0.holdings = holdings } }
  }

  @Test("BG5 who has a shared device open after B is told, and lives when it closes it", arguments: [notes, reader])
  func told(app: AppID) {
    for isPolite in [true, false] {
      var world = World(running: app)
      holding(Self.camera, &world, app)
      world.home()
      for _ in 0..<20 where !world.told(app).hasSuffix("close") {
        _ = world.act(app, .freeze) || world.act(app, .acknowledgeStep)
      }
      #expect(world.told(app).hasSuffix("close"))
      #expect(world.notices.contains { $0.contains("/dev/video0") && $0.contains("unless it closes that") })
      if isPolite { holding(Holdings(), &world, app) }
      world.play()
      #expect(world.state(app) == (isPolite ? .suspended : .notRunning))
    }
  }

  @Test("BG5 who runs on behind the screen is looked at there, once each time, and told while it runs")
  func toldWhileRunning() {
    var world = World(running: notes)
    world.act(notes, .beginTask)
    func looks() -> Int? { world.process(notes)?.looks.filter { $0 == .holdings }.count }
    for time in 1...2 {
      world.sendHome(notes)
      for _ in 0..<20 { world.act(notes, .acknowledgeStep) }
      world.act(notes, .askTime)
      #expect(looks() == 1, "time \(time)")
      for _ in 0..<9 { world.act(notes, .look) }
      world.act(notes, .askTime)
      #expect(looks() == 0, "time \(time)")
      world.launch(notes)
      for _ in 0..<20 { world.act(notes, .acknowledgeStep) }
    }
    holding(Self.camera, &world, notes)
    world.sendHome(notes)
    for _ in 0..<20 where !world.told(notes).hasSuffix("close") {
      _ = world.act(notes, .look) || world.act(notes, .acknowledgeStep)
    }
    #expect(world.told(notes).hasSuffix("close") && world.process(notes)?.freeze == SimulatedProcess.Freeze.none)
  }

  @Test("BG5 who cannot be stopped runs on, and is looked at and told as well")
  func toldWhereFreezingFails() {
    var world = World(running: notes)
    holding(Self.camera, &world, notes)
    world.sendHome(notes)
    for _ in 0..<20 where !world.told(notes).hasSuffix("close") {
      _ = world.act(notes, .failToFreeze) || world.act(notes, .look) || world.act(notes, .acknowledgeStep)
    }
    #expect(world.told(notes).hasSuffix("close"))
  }

  @Test("BG5 who keeps a shared device open after B is ended, with 0xd00d2bad", arguments: [notes, reader])
  func camera(app: AppID) {
    var world = World(running: app)
    holding(Self.camera, &world, app)
    world.home()
    world.act(app, .acknowledge)
    #expect(world.process(app)?.isKilled == false)
    world.play()
    #expect(world.records.map(\.reason) == [.heldResource("/dev/video0")])
    #expect(world.records.first?.reason.code == 0xd00d_2bad)
  }

  @Test(
    "BG5 the mode that a device is for entitles to it; no mode entitles to one without", arguments: [notes, player])
  func entitled(app: AppID) {
    for (holdings, mayKeep) in [(Self.audio, app == player), (Self.camera, false)] {
      var world = World(running: app)
      holding(holdings, &world, app)
      world.home()
      world.play()
      #expect(world.records.isEmpty == mayKeep)
    }
  }

  @Test("BG5 a foreign program may keep render nodes, and no other node of a graphics card")
  func renderNodes() {
    for (path, isRenderNode) in [
      ("/dev/dri/renderD128", true), ("/dev/dri/card0", false), ("/dev/dri/renderD128/x", false),
    ] {
      for isForeign in [true, false] {
        var world = World()
        world.feed(.installed(AppDescription(id: notes, style: .app, isForeign: isForeign)))
        world.open(notes)
        holding(Holdings(resources: [Holdings.Resource(kind: "gpu", path: path)]), &world, notes)
        world.home()
        world.play()
        #expect(world.records.isEmpty == (isForeign && isRenderNode), "\(path) of one that is foreign: \(isForeign)")
      }
    }
  }

  @Test("BG5 in front everything may be held, and on the way there: a look that comes late ends nobody")
  func inFront() {
    var world = World(running: notes)
    guard let serial = world.process(notes)?.serial else { return }
    world.feed(.kernel(serial, .inspected(Self.camera)))
    #expect(world.process(notes)?.isKilled == false)
    world.sendHome(notes)
    world.act(notes, .freeze)
    world.launch(notes)
    #expect(world.told(notes) == "L A R B F")
    world.feed(.kernel(serial, .inspected(Self.camera)))
    #expect(world.process(notes)?.isKilled == false)
    world.play()
    world.home()
    world.act(notes, .acknowledge)
    world.feed(.kernel(serial, .inspected(Self.camera)))
    #expect(world.process(notes)?.isKilled == false)
  }

  @Test("BG5 BG6 what is opened between B and sleep is seen when it falls asleep")
  func whileFreezing() {
    for (holdings, reason) in [
      (Self.camera, ExitReason.heldResource("/dev/video0")), (Self.locked, .lockHeld(["/srv/shared", "/srv/other"])),
    ] {
      var world = World(running: notes)
      world.sendHome(notes)
      while world.act(notes, .look) {}
      holding(holdings, &world, notes)
      world.act(notes, .freeze)
      world.play()
      #expect(world.records.map(\.reason) == [reason])
    }
  }

  @Test("BG6 who would sleep with a file lock is ended, with 0xdead10cc; with a lock and awake nobody is")
  func lock() {
    var world = World(running: player)
    holding(Self.locked, &world, player)
    world.answer(player, to: .beginActivity(mode: "audio"))
    world.home()
    world.play()
    world.pass(.seconds(60))
    #expect(world.state(player) == .background)
    world.act(player, .endActivity)
    world.play()
    #expect(world.records.map(\.reason) == [.lockHeld(["/srv/shared", "/srv/other"])])
    #expect(world.records.first?.reason.code == 0xdead_10cc)
    #expect(world.records.first?.reason.namespace == "RUNNINGBOARD")
  }

  @Test("BG6 an app that the user opens while it is being stopped does not sleep, and may keep its lock")
  func lockOfOpened() {
    var world = World(running: notes)
    holding(Self.locked, &world, notes)
    world.sendHome(notes)
    world.launch(notes)
    world.play()
    #expect(world.records.isEmpty)
    #expect(world.state(notes) == .active)
  }

  @Test("BG6 nor is one ended that is opened meanwhile and at once gives up the scene that it was opened for")
  func lockOfGivenUp() {
    var world = World(running: reader)
    holding(Self.locked, &world, reader)
    world.sendHome(reader)
    world.launch(reader)
    world.act(reader, .request(.destroySession(world.sessions(reader)[0])))
    world.act(reader, .freeze)
    #expect(world.process(reader)?.isKilled == false)
    #expect(world.laws.broken == nil)
  }

  @Test("BG6 TE2 an app that is force-quit while it is being stopped ends for that, not for its lock")
  func lockOfQuit() {
    var world = World(running: notes)
    holding(Self.locked, &world, notes)
    world.sendHome(notes)
    world.ask(.quit(notes))
    world.play()
    #expect(world.records.map(\.reason) == [.forceQuit])
  }

  // MARK: The processor

  /// `player` plays in the background and uses `percent` of a processor.
  private func playing(percent: Int) -> World {
    var world = World(running: player)
    world.answer(player, to: .beginActivity(mode: "audio"))
    if let process = world.process(player) { world.change(process.serial) { $0.load = percent } }
    world.home()
    world.play()
    return world
  }

  private func pass(_ seconds: Int, _ world: inout World) {
    for _ in 0..<seconds {
      world.pass(.seconds(1))
      while world.act(player, .look) {}
    }
  }

  @Test("BG8 more than 80 % of a processor over 60 s is an app's end, with 0xd00d2bad and what it used")
  func tooMuch() {
    var world = playing(percent: 90)
    pass(59, &world)
    #expect(world.process(player)?.isKilled == false)
    pass(1, &world)
    world.play()
    #expect(world.records.map(\.reason) == [.cpuLimit(percent: 90, window: .seconds(60))])
    #expect(world.records.first?.reason.code == 0xd00d_2bad)
  }

  @Test("BG8 80 % is not more than 80 %, for as long as it likes")
  func enough() {
    var world = playing(percent: 80)
    pass(600, &world)
    #expect(world.records.isEmpty)
    #expect(world.process(player)?.isKilled == false)
  }

  @Test("BG8 every stretch of 60 s counts for itself: who works little first may not work much later")
  func laterWindow() {
    var world = playing(percent: 0)
    pass(600, &world)
    if let process = world.process(player) { world.change(process.serial) { $0.load = 100 } }
    pass(60, &world)
    world.play()
    #expect(world.records.map(\.reason) == [.cpuLimit(percent: 100, window: .seconds(60))])
  }

  @Test("BG8 in front an app may work as it likes, and what it used there is not held against it")
  func worksInFront() {
    var world = playing(percent: 100)
    pass(50, &world)
    world.open(player)
    pass(600, &world)
    #expect(!world.armed(player).contains(.cpuWindow))
    world.home()
    world.play()
    pass(59, &world)
    #expect(world.process(player)?.isKilled == false)
    pass(1, &world)
    #expect(world.process(player)?.isKilled == true)
  }

  @Test("BG8 BG9 one whose first process is stopped, while another of it works, is measured all the same")
  func stoppedInPart() {
    var world = playing(percent: 0)
    world.act(player, .stop)
    #expect(world.armed(player) == [.cpuWindow])
    if let process = world.process(player) { world.change(process.serial) { $0.used += .seconds(60) } }
    pass(60, &world)
    world.play()
    #expect(world.records.map(\.reason) == [.cpuLimit(percent: 100, window: .seconds(60))])
    #expect(world.laws.broken == nil)
  }

  @Test("BG4 BG8 who cannot be stopped is measured as well, from one attempt to the next")
  func cannotBeStopped() {
    var world = World(running: notes)
    if let process = world.process(notes) { world.change(process.serial) { $0.load = 90 } }
    world.sendHome(notes)
    for _ in 0..<100 where world.process(notes)?.isKilled == false {
      while world.act(notes, .failToFreeze) || world.act(notes, .look) || world.act(notes, .acknowledgeStep) {}
      world.pass(.seconds(1))
    }
    world.play()
    #expect(world.records.map(\.reason) == [.cpuLimit(percent: 90, window: .seconds(60))])
    #expect(world.laws.broken == nil)
  }

  @Test("BG8 a look that comes while an app is being stopped counts when it cannot be")
  func measuredWhileFreezing() {
    var world = World(running: notes)
    world.act(notes, .beginTask)
    world.sendHome(notes)
    world.act(notes, .endTask)
    for _ in 0..<5 { world.act(notes, .acknowledgeStep) }
    #expect(world.process(notes)?.freeze == .ordered)
    while world.act(notes, .look) {}
    #expect(!world.armed(notes).contains(.cpuWindow))
    world.act(notes, .failToFreeze)
    #expect(world.armed(notes).contains(.cpuWindow))
    world.pass(.seconds(1))
    world.act(notes, .freeze)
    #expect(world.state(notes) == .suspended && world.armed(notes).isEmpty)
    #expect(world.laws.broken == nil)
  }

  @Test("BG8 a look that fails is taken again, for the whole time since the one before")
  func failedLook() {
    var world = playing(percent: 90)
    guard let serial = world.process(player)?.serial else { return }
    world.pass(.seconds(60))
    world.change(serial) { $0.looks = [] }
    world.feed(.kernel(serial, .sampleFailed))
    #expect(world.armed(player) == [.cpuWindow])
    #expect(world.feed(.kernel(serial, .sampleFailed)).isEmpty)
    pass(60, &world)
    world.play()
    #expect(world.records.map(\.reason) == [.cpuLimit(percent: 90, window: .seconds(120))])
  }

  @Test("BG5 BG8 looks of which a daemon that ended owed the answer are taken by the next")
  func looksOwed() {
    var world = World(running: player)
    world.answer(player, to: .beginActivity(mode: "audio"))
    world.sendHome(player)
    guard let serial = world.process(player)?.serial else { return }
    #expect(world.process(player)?.looks == [.holdings, .processorTime])
    var owed = world.lifecycle.throughJSON?.effectsOfRestoring() ?? []
    #expect(owed.contains(.inspect(serial)) && owed.contains(.sampleCPU(serial)))
    while world.act(player, .look) {}
    owed = world.lifecycle.effectsOfRestoring()
    // Whether that was taken nobody has noted.
    #expect(owed.contains(.inspect(serial)) && !owed.contains(.sampleCPU(serial)))
    world.act(player, .endActivity)
    world.play()
    #expect(world.state(player) == .suspended)
    owed = world.lifecycle.effectsOfRestoring()
    #expect(!owed.contains(.inspect(serial)) && !owed.contains(.sampleCPU(serial)))
  }

  @Test("BG8 a look in the middle of a stretch, or after the end, says nothing")
  func strayLook() {
    var world = playing(percent: 0)
    guard let serial = world.process(player)?.serial else { return }
    pass(1, &world)
    #expect(world.feed(.kernel(serial, .sampledCPU(.seconds(100)))).isEmpty)
    world.act(player, .garbage)
    #expect(world.feed(.kernel(serial, .sampledCPU(.seconds(1000)))).isEmpty)
    #expect(world.feed(.kernel(serial, .inspected(Self.camera))).isEmpty)
  }

  @Test("BG8 what sleeps is not measured")
  func asleep() {
    var world = playing(percent: 100)
    pass(50, &world)
    world.act(player, .endActivity)
    world.play()
    #expect(world.state(player) == .suspended)
    #expect(world.armed(player).isEmpty)
    world.wake(player)
    world.playSteps(player)
    pass(20, &world)
    #expect(world.process(player)?.isKilled == false)
  }
}
