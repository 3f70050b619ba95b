// The rules of the foreground: FG.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("FG: the foreground") struct ForegroundTests {
  @Test("FG1 return from suspension: the app is continued first, then told F, then A")
  func comeBack() {
    var world = World(suspended: notes)
    let effects = world.feed(.wish(.activate(notes), world.request()))
    let thaw = effects.firstIndex { if case .thaw = $0 { true } else { false } }
    let send = effects.firstIndex { if case .send(_, _, .willEnterForeground) = $0 { true } else { false } }
    #expect(thaw != nil && send != nil)
    #expect(thaw ?? 1 < send ?? 0)
    world.act(notes, .acknowledge)
    #expect(world.told(notes) == "L A R B F A")
  }

  @Test("FG2 F and A together have 5 s")
  func deadline() {
    var world = World(suspended: notes)
    world.launch(notes)
    world.pass(.seconds(3))
    world.act(notes, .acknowledge)
    world.pass(.milliseconds(1999))
    #expect(world.process(notes)?.isKilled == false)
    world.pass(.milliseconds(1))
    #expect(world.process(notes)?.isKilled == true)
    world.play()
    #expect(world.records.map(\.reason) == [.watchdog(.comeForward, limit: .seconds(5))])
    #expect(world.records.first?.activity?.callback == "didBecomeActive")
  }

  @Test("FG2 A has its time where the daemon itself came late to the answer to F")
  func late() throws {
    var world = World(suspended: notes)
    world.launch(notes)
    let serial = try #require(world.process(notes)?.serial)
    world.wait(until: world.now + .seconds(6))
    world.feed(.kernel(serial, .late(.comeForward)))
    world.act(notes, .acknowledge)
    world.feed(.due(.step(serial, .comeForward)))
    world.pass(.milliseconds(4999))
    #expect(world.process(notes)?.isKilled == false && world.told(notes) == "L A R B F A")
    world.act(notes, .acknowledge)
    #expect(world.state(notes) == .active)
  }

  @Test("FG2 A has its time also where a late daemon hears the answer to F before its clock rings, and that once")
  func lateToAnswer() {
    var world = World(suspended: notes)
    world.launch(notes)
    // No timer rings while the daemon is stopped, and answers come first when it runs on.
    world.wait(until: world.now + .seconds(6))
    world.act(notes, .acknowledge)
    world.pass(.milliseconds(4999))
    #expect(world.process(notes)?.isKilled == false && world.told(notes) == "L A R B F A")
    world.pass(.milliseconds(1))
    #expect(world.process(notes)?.isKilled == true)
  }

  @Test("FG2 waiting for a slot between F and A is not the app's time, not even when it was stopped and continued then")
  func waitingForSlot() {
    var world = World(suspended: clock)
    world.open(notes)
    world.launch(clock)
    world.pass(.seconds(4))
    world.act(clock, .acknowledge)
    #expect(world.state(clock) == .inactive)
    #expect(world.armed(clock).isEmpty)
    world.act(clock, .stop)
    world.act(clock, .resume)
    #expect(world.armed(clock).isEmpty)
    world.act(notes, .acknowledge)
    world.pass(.milliseconds(999))
    world.play()
    #expect(world.state(clock) == .active)
  }

  @Test("FG4 input reaches an active app; who waits for it is answered when the app has handled it")
  func input() {
    var world = World(running: notes)
    let request = world.input(notes)
    #expect(world.process(notes)?.told.last == .input("{}"))
    #expect(world.outcome(request) == nil)
    world.act(notes, .acknowledge)
    #expect(world.outcome(request) == .done)
  }

  @Test("FG6 an app that says what is on its screen answers who asked; without waiting nobody hears of it")
  func elements() {
    var world = World(running: notes)
    let request = world.input(notes)
    world.act(notes, .answer(.elements("[]")))
    #expect(world.outcome(request) == .elements("[]"))
    #expect(world.result(.userInput(notes, "{}"), .whenTaken) == .done)
    world.act(notes, .answer(.elements("[]")))
    #expect(world.state(notes) == .active)
  }

  @Test("FG7 an app that has drawn its screen answers who asked")
  func drawn() {
    var world = World(running: notes)
    let request = world.input(notes)
    world.act(notes, .answer(.drawn(picture: "1", svg: "<svg/>")))
    #expect(world.outcome(request) == .drawn(picture: "1", svg: "<svg/>"))
    #expect(world.result(.userInput(notes, "{}"), .whenTaken) == .done)
    world.act(notes, .answer(.drawn(picture: "1", svg: nil)))
    #expect(world.state(notes) == .active)
  }

  @Test("FG4 input for an app that is not active is refused with its state named, and is not replayed later")
  func refusedInput() {
    var world = World()
    #expect(world.result(.userInput(notes, "{}")) == .refused(.notActive(notes, .notRunning)))
    world.open(notes)
    world.ask(.showAlert)
    world.play()
    #expect(world.result(.userInput(notes, "{}")) == .refused(.notActive(notes, .inactive)))
    world.home()
    world.act(notes, .behave)
    #expect(world.result(.userInput(notes, "{}")) == .refused(.notActive(notes, .background)))
    world.play()
    #expect(world.result(.userInput(notes, "{}")) == .refused(.notActive(notes, .suspended)))
    world.ask(.dismissAlert)
    world.open(notes)
    #expect(world.state(notes) == .active)
    #expect(world.told(notes).contains("input") == false)
  }

  @Test("FG4 an app that was told to resign gets no more input")
  func inputWhileResigning() {
    var world = World(running: notes)
    world.home()
    world.input(notes)
    #expect(world.told(notes) == "L A R")
  }

  @Test(
    "FG4 IN7 IN1 an app that is to leave, or is covered, takes no input in whatever it does before R",
    arguments: [Wish.lock, .home, .showAlert])
  func inputBeforeResigning(wish: Wish) {
    var world = World(running: notes)
    world.ask(.fact(.proximity(isNear: true)))
    #expect(world.told(notes) == "L A notice")
    world.ask(wish)
    #expect(world.result(.userInput(notes, "{}")) == .refused(.notActive(notes, .active)))
    #expect(world.told(notes) == "L A notice")
    #expect(world.laws.broken == nil)
  }

  @Test("FG4 an app that handles no input is not buried in it")
  func backlog() {
    var policy = Policy()
    policy.unhandledInput = 2
    var world = World(running: notes, policy: policy)
    world.input(notes)
    world.input(notes)
    #expect(world.result(.userInput(notes, "{}")) == .refused(.inputBacklog(notes, 2)))
    world.play()
    world.input(notes)
    #expect(world.told(notes) == "L A input input input")
  }
}
