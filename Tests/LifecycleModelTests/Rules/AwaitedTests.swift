// Whether an app has the next word, which a clock that jumps has to know.
import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("Awaited apps") struct AwaitedTests {
  @Test("An app is awaited from each order to its answer, and while it is being stopped; not while it rests or sleeps")
  func orders() {
    var world = World(running: notes)
    #expect(!world.lifecycle.isAwaitingApps)
    world.home()
    #expect(world.lifecycle.isAwaitingApps)
    world.play()
    #expect(world.state(notes) == .suspended)
    #expect(!world.lifecycle.isAwaitingApps)
  }

  @Test("BX1 an app that uses up the time of a task is not awaited, and one that was told to end it is")
  func tasks() {
    var world = World(running: notes)
    world.act(notes, .beginTask)
    world.home()
    world.play()
    #expect(world.state(notes) == .background)
    #expect(!world.lifecycle.isAwaitingApps)
    world.pass(.seconds(30))
    #expect(world.lifecycle.isAwaitingApps)
  }

  @Test("FG4 an app in front that has to handle an input is awaited, however long it takes")
  func inputs() {
    var world = World(running: notes)
    #expect(world.result(.userInput(notes, "{}"), .whenTaken) == .done)
    #expect(world.lifecycle.isAwaitingApps)
    world.play()
    #expect(!world.lifecycle.isAwaitingApps)
  }
}
