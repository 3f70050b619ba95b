// Requests: each is answered exactly once, at the time its sender chose, or refused with the reason.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("Requests") struct RequestTests {
  @Test("who does not wait is answered as soon as the request is taken")
  func whenTaken() {
    var world = World()
    let request = world.ask(.launch(notes, Launch(), .foreground), .whenTaken)
    #expect(world.outcome(request) == .done)
    #expect(world.state(notes) == .inactive)
  }

  @Test("a refusal comes at once, also to who does not wait")
  func refusal() {
    var world = World()
    let nobody = AppID("nobody")
    for answer in [Request.Answer.whenTaken, .whenDone] {
      #expect(world.result(.launch(nobody, Launch(), .foreground), answer) == .refused(.unknownApp(nobody)))
      #expect(world.result(.activate(nobody), answer) == .refused(.unknownApp(nobody)))
      #expect(world.result(.quit(nobody), answer) == .refused(.unknownApp(nobody)))
      #expect(world.result(.userInput(nobody, "{}"), answer) == .refused(.unknownApp(nobody)))
      #expect(world.result(.activate(notes), answer) == .refused(.notRunning(notes)))
      #expect(world.result(.quit(notes), answer) == .refused(.notRunning(notes)))
      #expect(world.result(.terminate(notes), answer) == .refused(.notRunning(notes)))
    }
    #expect(world.processes.isEmpty)
  }

  @Test("what is being killed cannot be activated")
  func activateDying() {
    var world = World(running: notes)
    world.act(notes, .garbage)
    #expect(world.result(.activate(notes)) == .refused(.notRunning(notes)))
  }

  @Test("a request that concerns several apps is answered when the last of them is there, or gone")
  func severalApps() {
    var world = World(sideBySide: [notes, clock])
    let home = world.home()
    world.play(notes)
    #expect(world.outcome(home) == nil)
    world.act(clock, .crash)
    #expect(world.outcome(home) == .done)
  }

  @Test("a launch whose app dies is refused with the reason; so is input that it had not handled")
  func death() {
    var world = World()
    let launch = world.launch(notes)
    world.act(notes, .fork)
    world.act(notes, .crash)
    #expect(world.outcome(launch) == .refused(.ended(notes, .crashed(signal: 11))))
    world.open(notes)
    let input = world.input(notes)
    world.act(notes, .crash)
    #expect(world.outcome(input) == .refused(.ended(notes, .crashed(signal: 11))))
  }

  @Test("every request of a busy day is answered once")
  func busyDay() {
    var world = World(sideBySide: [notes, clock])
    let requests = [
      world.home(), world.launch(mail), world.ask(.quit(notes)), world.launch(notes), world.ask(.lock),
      world.ask(.quit(mail)), world.ask(.unlock), world.input(clock), world.home(),
    ]
    world.settle()
    world.checkQuiet()
    #expect(requests.allSatisfy { world.outcome($0) != nil })
    #expect(world.laws.broken == nil)
  }
}
