// The rules of interruptions: IN.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("IN: interruptions") struct InterruptionTests {
  @Test("IN1 a call, an alert and each panel make the app inactive while shown: R, then A", arguments: 0..<5)
  func covered(kind: Int) {
    let (cover, uncover): (Wish, Wish) =
      switch kind {
      case 0: (.call(.ring), .call(.decline))
      case 1: (.showAlert, .dismissAlert)
      default: (.openPanel(Panel.allCases[kind - 2]), .closePanel(Panel.allCases[kind - 2]))
      }
    var world = World(running: notes)
    let covered = world.ask(cover)
    world.play()
    #expect(world.told(notes) == "L A R")
    #expect(world.state(notes) == .inactive)
    #expect(world.outcome(covered) == .done)
    let uncovered = world.ask(uncover)
    world.play()
    #expect(world.told(notes) == "L A R A")
    #expect(world.state(notes) == .active)
    #expect(world.outcome(uncovered) == .done)
  }

  @Test("IN2 a call that is accepted: R already, B; its end changes nothing until the user returns: F, A")
  func acceptedCall() {
    var world = World(running: notes)
    world.ask(.call(.ring))
    world.play()
    world.ask(.call(.accept))
    world.play()
    #expect(world.told(notes) == "L A R B")
    world.ask(.call(.end))
    world.play()
    #expect(world.told(notes) == "L A R B")
    #expect(world.state(notes) == .suspended)
    world.open(notes)
    #expect(world.told(notes) == "L A R B F A")
  }

  @Test("IN2 the user can return to the app while the call goes on")
  func appDuringCall() {
    var world = World(running: notes)
    world.ask(.call(.ring))
    world.ask(.call(.accept))
    world.open(notes)
    #expect(world.state(notes) == .active)
    #expect(world.lifecycle.device.call == .underWay)
  }

  @Test("IN2 a call button that makes no sense is refused")
  func callButtons() {
    var world = World()
    for button in [CallButton.accept, .decline, .end] {
      #expect(world.result(.call(button)) == .refused(.noCall(button)))
    }
    world.ask(.call(.ring))
    #expect(world.result(.call(.ring)) == .refused(.callUnderWay(.ring)))
    world.ask(.call(.accept))
    for button in [CallButton.ring, .accept, .decline] {
      #expect(world.result(.call(button)) == .refused(.callUnderWay(button)))
    }
    #expect(world.result(.call(.end)) == .done)
  }

  @Test("IN3 a banner changes nothing")
  func banner() {
    var world = World(running: notes)
    let before = world.lifecycle
    let request = world.ask(.banner("hello"))
    #expect(world.lifecycle == before)
    #expect(world.outcome(request) == .done)
    #expect(world.reports.last == .device(.banner("hello")))
  }

  @Test("IN4 another app chosen from the switcher: R already and B for the first, launch and A for the second")
  func chosenFromSwitcher() {
    var world = World(running: notes)
    world.ask(.openPanel(.switcher))
    world.play()
    world.open(clock)
    #expect(world.told(notes) == "L A R B")
    #expect(world.told(clock) == "L A")
    #expect(world.lifecycle.device.panels.isEmpty)
  }

  @Test("IN4 a suspended app chosen from the notification centre: F and A for it")
  func chosenFromNotificationCenter() {
    var world = World(suspended: clock)
    world.open(notes)
    world.ask(.openPanel(.notificationCenter))
    world.play()
    world.ask(.activate(clock))
    world.play()
    #expect(world.told(notes) == "L A R B")
    #expect(world.told(clock) == "L A R B F A")
  }

  @Test("IN5 overlays nest: A comes only when the last one is gone")
  func nested() {
    var world = World(running: notes)
    world.ask(.showAlert)
    world.ask(.showAlert)
    world.ask(.openPanel(.controlCenter))
    world.ask(.call(.ring))
    world.play()
    world.ask(.call(.decline))
    world.ask(.dismissAlert)
    world.ask(.closePanel(.controlCenter))
    world.play()
    #expect(world.told(notes) == "L A R")
    world.ask(.dismissAlert)
    world.play()
    #expect(world.told(notes) == "L A R A")
  }

  @Test("IN5 what is not shown cannot be dismissed")
  func notShown() {
    var world = World(running: notes)
    #expect(world.result(.dismissAlert) == .refused(.noAlert))
    #expect(world.result(.closePanel(.switcher)) == .refused(.panelNotOpen(.switcher)))
    #expect(world.told(notes) == "L A")
  }

  @Test("IN5 an app launched under an alert comes up inactive, and becomes active when it is gone")
  func launchedUnderAlert() {
    var world = World()
    world.ask(.showAlert)
    let request = world.open(notes)
    #expect(world.told(notes) == "L")
    #expect(world.outcome(request) == .done)
    world.ask(.dismissAlert)
    world.play()
    #expect(world.told(notes) == "L A")
  }

  @Test("IN7 lock: R, B; unlock: F, A for the app that was in front")
  func lock() {
    var world = World(running: notes)
    let lock = world.ask(.lock)
    world.play()
    #expect(world.told(notes) == "L A R B")
    #expect(world.state(notes) == .suspended)
    #expect(world.outcome(lock) == .done)
    let unlock = world.ask(.unlock)
    world.play()
    #expect(world.told(notes) == "L A R B F A")
    #expect(world.outcome(unlock) == .done)
  }

  @Test("IN7 nothing comes to the front of a locked device, and input is off")
  func locked() {
    var world = World(running: notes)
    world.ask(.lock)
    #expect(world.result(.launch(clock, Launch(), .foreground)) == .refused(.locked(clock)))
    #expect(world.result(.activate(notes)) == .refused(.locked(notes)))
    world.input(notes)
    #expect(world.told(notes) == "L A R")
    #expect(world.result(.launch(mail, Launch(), .background)) == nil)
    world.play()
    #expect(world.state(mail) == .suspended)
  }
}
