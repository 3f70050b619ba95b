// The rules of scene-based apps: LS2, LA2, LA3, ST3, ST6, SC1, SC2.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("LS2, SC: scenes") struct ScenesTests {
  @Test("LA2 LS2 a foreground launch: launch, scene connects, F, A; the app itself is told none of F and A")
  func cold() {
    var world = World()
    let request = world.open(reader)
    #expect(world.told(reader) == "L WC F A")
    #expect(world.process(reader)?.told.dropFirst().allSatisfy { $0.session != nil } == true)
    #expect(world.process(reader)?.told.first == .launch(LaunchOptions(), style: .scene, state: .background))
    #expect(world.outcome(request) == .done)
    #expect(world.state(reader) == .active)
    #expect(world.armed(reader).isEmpty)
  }

  @Test("LA3 a background launch connects nothing and is frozen; a scene is connected when the app comes to the screen")
  func background() {
    var world = World()
    let request = world.launchInBackground(reader)
    world.play()
    #expect(world.told(reader, withPictures: true) == "L")
    #expect(world.history(reader) == [.background, .suspended])
    #expect(world.outcome(request) == .done)
    world.open(reader)
    #expect(world.told(reader) == "L WC F A")
  }

  @Test("LS2 BG1 home and back: R, B, F, A of the scene alone, and the scene is connected once")
  func homeAndBack() {
    var world = World(suspended: reader)
    #expect(world.told(reader) == "L WC F A R B")
    #expect(world.state(reader) == .suspended)
    world.open(reader)
    #expect(world.told(reader) == "L WC F A R B F A")
  }

  @Test("ST2 ST6 activationState in each callback, and between them")
  func activationState() {
    var world = World()
    func state() -> SceneState? { world.lifecycle.apps[reader]?.scenes.first?.state }
    world.launch(reader)
    for deed in [Deed.fork, .greet, .acknowledge] { world.act(reader, deed) }
    #expect(world.told(reader).hasSuffix("WC") && state() == .unattached)
    world.act(reader, .acknowledge)
    #expect(world.told(reader).hasSuffix("F") && state() == .unattached)
    world.act(reader, .acknowledge)
    #expect(world.told(reader).hasSuffix("A") && state() == .foregroundActive)
    world.act(reader, .acknowledge)
    world.home()
    #expect(world.told(reader).hasSuffix("R") && state() == .foregroundActive)
    world.act(reader, .acknowledge)
    #expect(world.told(reader).hasSuffix("B") && state() == .background)
    world.play()
    world.launch(reader)
    #expect(world.told(reader).hasSuffix("F") && state() == .background)
    world.ask(.showAlert)
    world.act(reader, .acknowledge)
    #expect(state() == .foregroundInactive)
  }

  @Test("FG2 a scene that was connected and not shown has the whole time when it comes to the screen later")
  func connectedForNothing() {
    var world = World()
    world.launch(reader)
    for deed in [Deed.fork, .greet, .acknowledge] { world.act(reader, deed) }
    #expect(world.told(reader) == "L WC")
    world.pass(.milliseconds(4500))
    world.home()
    world.play()
    #expect(world.state(reader) == .suspended)
    world.pass(.seconds(3600))
    world.launch(reader)
    #expect(world.told(reader) == "L WC F")
    world.pass(.milliseconds(4999))
    #expect(world.process(reader)?.isKilled == false)
    world.pass(.milliseconds(1))
    #expect(world.process(reader)?.isKilled == true)
  }

  @Test("FG2 a scene that comes to rest under an alert uses up nothing of the time of the next one")
  func restsUnderAlert() {
    var world = World(scenes: [], slots: 2)
    world.ask(.showAlert)
    world.ask(.newScene(pages, named: SessionID("a")))
    for deed in [Deed.fork, .greet, .acknowledge] { world.act(pages, deed) }
    #expect(world.told(pages) == "L WC")
    world.pass(.seconds(3))
    world.play()
    #expect(world.scenes(pages) == [SessionID("a"): .foregroundInactive])
    world.pass(.seconds(100))
    world.ask(.newScene(pages, named: SessionID("b")))
    #expect(world.told(pages) == "L WC F WC")
    world.pass(.milliseconds(4999))
    #expect(world.process(pages)?.isKilled == false)
    world.pass(.milliseconds(1))
    #expect(world.process(pages)?.isKilled == true)
  }

  @Test("ST3 ST4 the app's state follows from its scenes', and passes through inactive both ways")
  func derivedState() {
    var world = World(suspended: reader)
    #expect(world.history(reader) == [.background, .inactive, .active, .inactive, .background, .suspended])
    world.open(reader)
    #expect(world.history(reader).suffix(3) == [.background, .inactive, .active])
  }

  @Test("ST3 an app is active as long as one of its scenes is")
  func oneOfTwo() {
    var world = World(scenes: ["a", "b"])
    world.ask(.closeScene(pages, SessionID("a")))
    world.play()
    #expect(world.scenes(pages) == [SessionID("a"): .unattached, SessionID("b"): .foregroundActive])
    #expect(world.state(pages) == .active)
    #expect(world.history(pages) == [.background, .inactive, .active])
  }

  @Test("IN1 an overlay takes R and A to every scene on screen")
  func covered() {
    var world = World(scenes: ["a", "b"])
    let count = world.process(pages)?.told.count ?? 0
    world.ask(.showAlert)
    world.play()
    #expect(world.toldScenes(pages, after: count) == "R(a)+ R(b)")
    world.ask(.dismissAlert)
    world.play()
    #expect(world.state(pages) == .active)
    #expect(world.scenes(pages).values.allSatisfy { $0 == .foregroundActive })
  }

  @Test("SC1 a new scene of a running app: WC, F, A; closing it for good: R, B, DC, DD")
  func newAndDiscarded() {
    var world = World(scenes: ["a"], slots: 2)
    let count = world.process(pages)?.told.count ?? 0
    let new = world.newScene("b")
    #expect(world.toldScenes(pages, after: count) == "WC(b) F(b)+ A(b)")
    #expect(world.outcome(new) == .done)
    let discard = world.ask(.discardScene(pages, SessionID("b")))
    world.play()
    #expect(world.toldScenes(pages, after: count + 3) == "R(b)+ B(b) DC(b) DD")
    #expect(world.sessions(pages) == [SessionID("a")])
    #expect(world.outcome(discard) == .done)
    #expect(world.state(pages) == .active)
  }

  @Test("SC2 a scene of a suspended app is disconnected: it is continued for DC, and frozen again; its session stays")
  func disconnectedWhileSuspended() {
    var world = World(suspended: reader)
    let session = world.sessions(reader)[0]
    let effects = world.feed(.wish(.closeScene(reader, session), world.request()))
    #expect(effects.contains { if case .thaw = $0 { true } else { false } })
    world.play()
    #expect(world.told(reader) == "L WC F A R B DC")
    #expect(world.state(reader) == .suspended)
    #expect(world.sessions(reader) == [session])
    #expect(world.scenes(reader) == [session: .unattached])
    world.open(reader)
    #expect(world.told(reader) == "L WC F A R B DC WC F A")
    #expect(world.connection(reader)?.session.id == session)
    #expect(world.connection(reader)?.session.isNew == false)
  }

  @Test("BG7 a scene-based app that exits on suspend: R, T instead of B")
  func exitsOnSuspend() {
    var world = World(running: slides)
    let home = world.home()
    world.play()
    #expect(world.told(slides) == "L WC F A R T")
    #expect(world.state(slides) == .notRunning)
    #expect(world.outcome(home) == .done)
  }

  @Test("BG7 it ends as well where the user leaves it while it is launched, or its scene connected", arguments: [2, 3])
  func exitsUnseen(after deeds: Int) {
    var world = World()
    world.launch(slides)
    for deed in [Deed.fork, .greet, .acknowledge].prefix(deeds) { world.act(slides, deed) }
    world.home()
    world.play()
    #expect(world.told(slides) == (deeds == 2 ? "L T" : "L WC T"))
    #expect(world.state(slides) == .notRunning)
  }

  @Test("FG2 a scene has the whole time for what follows where a late daemon hears its answer before the clock rings")
  func lateToAnswer() {
    var world = World()
    world.launch(reader)
    for deed in [Deed.fork, .greet, .acknowledge] { world.act(reader, deed) }
    #expect(world.told(reader) == "L WC")
    world.wait(until: world.now + .seconds(6))
    world.act(reader, .acknowledge)
    #expect(world.told(reader) == "L WC F")
    world.pass(.milliseconds(4999))
    #expect(world.process(reader)?.isKilled == false)
    world.pass(.milliseconds(1))
    #expect(world.process(reader)?.isKilled == true)
  }

  @Test("FG2 connecting is part of coming forward: WC, F and A together have 5 s, and waiting for a slot is not theirs")
  func deadline() {
    var world = World(running: notes)
    world.launch(reader)
    world.play(reader)
    #expect(world.told(reader) == "L WC F")
    #expect(world.armed(reader).isEmpty)
    world.act(notes, .acknowledge)
    world.pass(.seconds(5))
    #expect(world.process(reader)?.isKilled == true)
    world.play()
    #expect(world.records.first { $0.app == reader }?.reason == .watchdog(.comeForward, limit: .seconds(5)))
    #expect(world.records.first { $0.app == reader }?.activity?.callback == "sceneDidBecomeActive")
  }
}
