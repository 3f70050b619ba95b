// The rules of states: ST, and LS as far as the model shows them.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("ST, LS: states and styles") struct StateTests {
  @Test("ST1 an app is in exactly one of five states, and each is reported as it is entered")
  func states() {
    var world = World(running: notes)
    world.home()
    world.play()
    world.open(notes)
    world.ask(.terminate(notes))
    world.play()
    #expect(
      world.history(notes) == [
        .inactive, .active, .inactive, .background, .suspended, .background, .inactive, .active, .notRunning,
      ])
  }

  @Test("ST2 a scene is in exactly one of four states")
  func sceneStates() {
    #expect(SceneState.allCases == [.unattached, .foregroundInactive, .foregroundActive, .background])
    #expect(Scene(session: SessionID("one"), state: .background).state == .background)
  }

  @Test("ST3 an app whose process is frozen is suspended, and in the background again as soon as it is continued")
  func suspended() {
    var world = World(suspended: notes)
    #expect(world.state(notes) == .suspended)
    world.launch(notes)
    #expect(world.process(notes)?.freeze == SimulatedProcess.Freeze.none)
    #expect(world.state(notes) == .background)
  }

  @Test("ST4 between active and background lies inactive, both ways")
  func throughInactive() {
    var world = World(running: notes)
    world.home()
    world.play()
    #expect(world.history(notes).suffix(4) == [.active, .inactive, .background, .suspended])
    world.open(notes)
    #expect(world.history(notes).suffix(4) == [.suspended, .background, .inactive, .active])
  }

  @Test("ST5 on one slot the outgoing app has handled willResignActive before the incoming one gets didBecomeActive")
  func oneSlot() {
    var world = World(running: notes)
    world.launch(clock)
    world.play(clock)
    #expect(world.told(clock) == "L")
    #expect(world.state(clock) == .inactive)
    #expect(world.told(notes) == "L A R")
    world.act(notes, .acknowledge)
    #expect(world.told(clock) == "L A")
    #expect(world.told(notes) == "L A R B")
  }

  @Test("ST5 an outgoing app that is killed gives its slot up when it is gone, not before")
  func slotOfTheDying() {
    var world = World(running: notes)
    world.launch(clock)
    world.play(clock)
    world.pass(.seconds(5))
    #expect(world.process(notes)?.isKilled == true)
    #expect(world.told(clock) == "L")
    world.play(notes)
    #expect(world.told(clock) == "L A")
  }

  @Test("ST5 on two slots two apps are active side by side, and a third takes the place of the one used longest ago")
  func twoSlots() {
    var world = World(sideBySide: [notes, clock])
    #expect(world.state(notes) == .active)
    #expect(world.state(clock) == .active)
    world.open(mail)
    #expect(world.state(notes) == .suspended)
    #expect(world.state(clock) == .active)
    #expect(world.state(mail) == .active)
    #expect(world.lifecycle.device.front == [mail, clock])
  }

  @Test("ST6 applicationState is inactive in a foreground launch, background in a background launch")
  func stateAtLaunch() {
    var world = World(running: notes)
    #expect(world.process(notes)?.told.first == .launch(LaunchOptions(), style: .app, state: .inactive))
    world.launchInBackground(clock)
    world.play()
    #expect(world.process(clock)?.told.first == .launch(LaunchOptions(), style: .app, state: .background))
  }

  @Test("ST6 applicationState is active in A and R, background in B and F, and what is reported says the same")
  func stateInCallbacks() {
    #expect(Event.didBecomeActive.state == .active)
    #expect(Event.willResignActive.state == .active)
    #expect(Event.didEnterBackground.state == .background)
    #expect(Event.willEnterForeground.state == .background)

    var world = World(suspended: notes)
    world.launch(notes)
    #expect(world.state(notes) == .background)
    world.act(notes, .acknowledge)
    #expect(world.state(notes) == .active)
    world.act(notes, .acknowledge)
    world.home()
    #expect(world.state(notes) == .active)
    world.act(notes, .acknowledge)
    #expect(world.state(notes) == .background)
  }

  @Test("LS1 an app-based app is launched as one, and is told each step itself")
  func appBased() {
    let world = World(running: notes)
    #expect(world.process(notes)?.told == [.launch(LaunchOptions(), style: .app, state: .inactive), .didBecomeActive])
  }

  @Test("LS3 one step is one event: the next one comes when its handler has returned")
  func oneStepAtATime() {
    var world = World(running: notes)
    world.home()
    #expect(world.process(notes)?.inbox.map(\.event) == [.willResignActive])
    world.act(notes, .acknowledge)
    #expect(world.process(notes)?.inbox.map(\.event) == [.didEnterBackground])
  }
}
