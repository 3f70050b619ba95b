// LS3: a change that takes scenes through several steps says so, so that app-level notifications wait for the last.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("LS3: steps that follow each other") struct FollowedStepsTests {
  @Test("LS3 F is followed by A, and R by B, when nothing comes between")
  func oneScene() {
    var world = World(scenes: ["a"])
    #expect(world.toldScenes(pages) == "L WC(a) F(a)+ A(a)")
    world.home()
    world.play()
    #expect(world.toldScenes(pages, after: 4) == "R(a)+ B(a)")
  }

  @Test("LS3 F is the last step under an alert, and R is when only an overlay comes")
  func covered() {
    var world = World(scenes: ["a"])
    world.ask(.showAlert)
    world.play()
    #expect(world.toldScenes(pages, after: 4) == "R(a)")
    world.home()
    world.open(pages)
    #expect(world.toldScenes(pages, after: 5) == "B(a) F(a)")
  }

  @Test("LS3 F that has to wait for a slot is not followed: its notification does not wait for another app")
  func waitingForSlot() {
    var world = World(running: notes)
    world.ask(.newScene(pages, named: SessionID("a")))
    world.play(pages)
    #expect(world.toldScenes(pages) == "L WC(a) F(a)")
  }

  @Test("LS3 all scenes go through one step before the next")
  func twoScenes() {
    var world = World(scenes: ["a", "b"])
    let count = world.process(pages)?.told.count ?? 0
    world.home()
    world.play()
    #expect(world.toldScenes(pages, after: count) == "R(a)+ R(b)+ B(a)+ B(b)")
  }

  @Test("LS3 a step that was promised and does not come is made good by settled, and by nothing else")
  func settled() {
    var world = World(scenes: ["a"])
    world.ask(.lock)
    #expect(world.toldScenes(pages, after: 4) == "R(a)+")
    world.ask(.showAlert)
    world.ask(.unlock)
    world.play()
    #expect(world.toldScenes(pages, after: 4) == "R(a)+ settled")
    world.ask(.dismissAlert)
    world.play()
    #expect(world.toldScenes(pages, after: 6) == "A(a)")
  }
}
