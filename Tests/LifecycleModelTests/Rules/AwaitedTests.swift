// Whether an app has the next word, which a clock that jumps has to know.
import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("Awaited apps") struct AwaitedTests {
  @Test("An app is awaited from each order to its answer, and while it is being stopped; not while it rests or sleeps")
  func orders() {
    var world = World(running: notes)
    #expect(world.lifecycle.awaited == nil)
    world.home()
    #expect(world.lifecycle.awaited == .app)
    world.play()
    #expect(world.state(notes) == .suspended)
    #expect(world.lifecycle.awaited == nil)
  }

  @Test("BG2 the kernel is awaited from the kill of an app to its end")
  func kills() {
    var world = World(running: notes)
    world.home()
    world.pass(.seconds(5))
    #expect(world.lifecycle.awaited == .kernel)
    world.play()
    #expect(world.lifecycle.awaited == nil)
  }

  @Test("BX1 an app that uses up the time of a task is not awaited, and one that was told to end it is")
  func tasks() {
    var world = World(running: notes)
    world.act(notes, .beginTask)
    world.home()
    world.play()
    #expect(world.state(notes) == .background)
    #expect(world.lifecycle.awaited == nil)
    world.pass(.seconds(30))
    #expect(world.lifecycle.awaited == .app)
  }

  @Test("FG4 an app in front that has to handle an input is awaited, however long it takes")
  func inputs() {
    var world = World(running: notes)
    #expect(world.result(.userInput(notes, "{}"), .whenTaken) == .done)
    #expect(world.lifecycle.awaited == .app)
    world.play()
    #expect(world.lifecycle.awaited == nil)
  }
}
