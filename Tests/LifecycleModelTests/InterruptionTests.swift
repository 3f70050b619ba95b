// The rules of interruptions: IN.

import LifecycleModel
import Testing

@Suite("IN: interruptions") struct InterruptionTests {
  typealias Covering = (Request) -> Input

  @Test("IN1 a call, an alert and each panel make the app inactive while shown: R, then A", arguments: 0..<5)
  func covered(kind: Int) {
    let (cover, uncover): (Covering, Covering) =
      switch kind {
      case 0: ({ .call(.ring, $0) }, { .call(.decline, $0) })
      case 1: ({ .showAlert($0) }, { .dismissAlert($0) })
      default: ({ .openPanel(Panel.allCases[kind - 2], $0) }, { .closePanel(Panel.allCases[kind - 2], $0) })
      }
    var world = World(running: notes)
    let covered = world.ask { cover($0) }
    world.play()
    #expect(world.told(notes) == "L A R")
    #expect(world.state(notes) == .inactive)
    #expect(world.outcome(covered) == .done)
    let uncovered = world.ask { uncover($0) }
    world.play()
    #expect(world.told(notes) == "L A R A")
    #expect(world.state(notes) == .active)
    #expect(world.outcome(uncovered) == .done)
  }

  @Test("IN2 a call that is accepted: R already, B; its end changes nothing until the user returns: F, A")
  func acceptedCall() {
    var world = World(running: notes)
    world.ask { .call(.ring, $0) }
    world.play()
    world.ask { .call(.accept, $0) }
    world.play()
    #expect(world.told(notes) == "L A R B")
    world.ask { .call(.end, $0) }
    world.play()
    #expect(world.told(notes) == "L A R B")
    #expect(world.state(notes) == .suspended)
    world.open(notes)
    #expect(world.told(notes) == "L A R B F A")
  }

  @Test("IN2 the user can return to the app while the call goes on")
  func appDuringCall() {
    var world = World(running: notes)
    world.ask { .call(.ring, $0) }
    world.ask { .call(.accept, $0) }
    world.open(notes)
    #expect(world.state(notes) == .active)
    #expect(world.lifecycle.device.call == .underWay)
  }

  @Test("IN2 a call button that makes no sense is refused")
  func callButtons() {
    var world = World()
    for button in [CallButton.accept, .decline, .end] {
      #expect(world.result { .call(button, $0) } == .refused(.noCall(button)))
    }
    world.ask { .call(.ring, $0) }
    #expect(world.result { .call(.ring, $0) } == .refused(.callUnderWay(.ring)))
    world.ask { .call(.accept, $0) }
    for button in [CallButton.ring, .accept, .decline] {
      #expect(world.result { .call(button, $0) } == .refused(.callUnderWay(button)))
    }
    #expect(world.result { .call(.end, $0) } == .done)
  }

  @Test("IN3 a banner changes nothing")
  func banner() {
    var world = World(running: notes)
    let before = world.lifecycle
    let request = world.ask { .banner("hello", $0) }
    #expect(world.lifecycle == before)
    #expect(world.outcome(request) == .done)
    #expect(world.reports.last == .device(.banner("hello")))
  }

  @Test("IN4 another app chosen from the switcher: R already and B for the first, launch and A for the second")
  func chosenFromSwitcher() {
    var world = World(running: notes)
    world.ask { .openPanel(.switcher, $0) }
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
    world.ask { .openPanel(.notificationCenter, $0) }
    world.play()
    world.ask { .activate(clock, $0) }
    world.play()
    #expect(world.told(notes) == "L A R B")
    #expect(world.told(clock) == "L A R B F A")
  }

  @Test("IN5 overlays nest: A comes only when the last one is gone")
  func nested() {
    var world = World(running: notes)
    world.ask { .showAlert($0) }
    world.ask { .showAlert($0) }
    world.ask { .openPanel(.controlCenter, $0) }
    world.ask { .call(.ring, $0) }
    world.play()
    world.ask { .call(.decline, $0) }
    world.ask { .dismissAlert($0) }
    world.ask { .closePanel(.controlCenter, $0) }
    world.play()
    #expect(world.told(notes) == "L A R")
    world.ask { .dismissAlert($0) }
    world.play()
    #expect(world.told(notes) == "L A R A")
  }

  @Test("IN5 what is not shown cannot be dismissed")
  func notShown() {
    var world = World(running: notes)
    #expect(world.result { .dismissAlert($0) } == .refused(.noAlert))
    #expect(world.result { .closePanel(.switcher, $0) } == .refused(.panelNotOpen(.switcher)))
    #expect(world.told(notes) == "L A")
  }

  @Test("IN5 an app launched under an alert comes up inactive, and becomes active when it is gone")
  func launchedUnderAlert() {
    var world = World()
    world.ask { .showAlert($0) }
    let request = world.open(notes)
    #expect(world.told(notes) == "L")
    #expect(world.outcome(request) == .done)
    world.ask { .dismissAlert($0) }
    world.play()
    #expect(world.told(notes) == "L A")
  }

  @Test("IN7 lock: R, B; unlock: F, A for the app that was in front")
  func lock() {
    var world = World(running: notes)
    let lock = world.ask { .lock($0) }
    world.play()
    #expect(world.told(notes) == "L A R B")
    #expect(world.state(notes) == .suspended)
    #expect(world.outcome(lock) == .done)
    let unlock = world.ask { .unlock($0) }
    world.play()
    #expect(world.told(notes) == "L A R B F A")
    #expect(world.outcome(unlock) == .done)
  }

  @Test("IN7 nothing comes to the front of a locked device, and input is off")
  func locked() {
    var world = World(running: notes)
    world.ask { .lock($0) }
    #expect(world.result { .launch(clock, Launch(), .foreground, $0) } == .refused(.locked(clock)))
    #expect(world.result { .activate(notes, $0) } == .refused(.locked(notes)))
    world.input(notes)
    #expect(world.told(notes) == "L A R")
    #expect(world.result { .launch(mail, Launch(), .background, $0) } == nil)
    world.play()
    #expect(world.state(mail) == .suspended)
  }
}
