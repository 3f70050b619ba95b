// ST5: slots are held by scenes, of one app or of several.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("ST5: scenes side by side") struct SlotsTests {
  @Test("ST5 two scenes of one app are active side by side, and a third pushes out the one used longest ago")
  func scenesOfOneApp() {
    var world = World(scenes: ["a", "b"])
    #expect(world.scenes(pages) == [SessionID("a"): .foregroundActive, SessionID("b"): .foregroundActive])
    world.newScene("c")
    let expected: [SessionID: SceneState] = [
      SessionID("a"): .background, SessionID("b"): .foregroundActive, SessionID("c"): .foregroundActive,
    ]
    #expect(world.scenes(pages) == expected)
    #expect(world.lifecycle.device.front == [pages])
  }

  @Test("ST5 inside one app, too, the scene that leaves has handled R before the next one gets A")
  func orderInsideOneApp() {
    var world = World(scenes: ["a"])
    let count = world.process(pages)?.told.count ?? 0
    world.newScene("b")
    let told = world.toldScenes(pages, after: count)
    #expect(told == "R(a)+ B(a) WC(b) F(b)+ A(b)")
  }

  @Test("ST5 between apps, the scene that leaves has handled R before the next one gets A", arguments: [notes, reader])
  func orderBetweenApps(newcomer: AppID) {
    var world = World(scenes: ["a", "b"])
    world.launch(newcomer)
    world.play(newcomer)
    #expect(world.state(newcomer) == .inactive)
    #expect(world.toldScenes(pages).hasSuffix("R(a)+"))
    world.act(pages, .acknowledge)
    #expect(world.told(newcomer).hasSuffix(" A"))
    world.play()
    #expect(world.scenes(pages) == [SessionID("a"): .background, SessionID("b"): .foregroundActive])
    #expect(world.lifecycle.device.places.last == Place(app: pages, session: SessionID("b")))
  }

  @Test("ST5 scenes of several apps are active side by side on three slots")
  func threeSlots() {
    var world = World(scenes: ["a", "b"], slots: 3)
    world.open(reader)
    #expect(world.state(reader) == .active)
    #expect(world.scenes(pages).values.allSatisfy { $0 == .foregroundActive })
    #expect(world.lifecycle.device.front == [reader, pages])
  }

  @Test("ST5 an app killed while a scene of it becomes active gives the slot up when it is gone, not before")
  func killedInActivation() {
    var world = World()
    world.launch(reader)
    for deed in [Deed.fork, .greet, .acknowledge, .acknowledge, .acknowledge] { world.act(reader, deed) }
    #expect(world.told(reader) == "L WC F A")
    world.act(reader, .garbage)
    world.launch(notes)
    world.play(notes)
    #expect(world.told(notes) == "L")
    world.play(reader)
    #expect(world.told(notes) == "L A")
  }

  @Test("choosing an app brings forward the scene of it that was used last")
  func lastUsed() {
    var world = World(scenes: ["a", "b"], slots: 1)
    world.ask(.activateScene(pages, SessionID("a")))
    world.play()
    world.open(notes)
    world.open(pages)
    #expect(world.lifecycle.device.places == [Place(app: pages, session: SessionID("a"))])
    #expect(world.sessions(pages) == [SessionID("a"), SessionID("b")])
  }
}
