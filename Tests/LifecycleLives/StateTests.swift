// The states themselves: what they are called, and how an app's follows from its scenes'.
import LifecycleModel
import Testing

@Suite struct StateTests {
  @Test("ST1 ST2 apps and scenes have exactly the states the rules name")
  func names() {
    #expect(AppState.allCases.map(\.rawValue) == ["notRunning", "inactive", "active", "background", "suspended"])
    #expect(SceneState.allCases.map(\.rawValue) == ["unattached", "foregroundInactive", "foregroundActive", "background"])
  }

  @Test(
    "ST3 a scene-based app is what the foremost of its scenes makes it, and suspended when it is frozen",
    arguments: [
      ([.background, .foregroundActive, .foregroundInactive], AppState.active),
      ([.background, .foregroundInactive], .inactive), ([.background, .unattached], .background), ([], .background),
    ] as [([SceneState], AppState)])
  func derived(scenes: [SceneState], state: AppState) {
    #expect(AppState(scenes: scenes, isFrozen: false) == state)
    #expect(AppState(scenes: scenes, isFrozen: true) == .suspended)
  }

  @Test("ST6 each callback sees the state the rules give it")
  func seen() {
    let expected: [(Event, AppState?)] = [
      (.launch(LaunchOptions(), style: .app, state: .inactive), .inactive),
      (.launch(LaunchOptions(), style: .app, state: .background), .background),
      (.willEnterForeground, .background), (.didBecomeActive, .active), (.willResignActive, .active),
      (.didEnterBackground, .background),
    ]
    for (event, state) in expected { #expect(event.state == state) }
  }

  @Test("LA10 a launch that finds the app being torn down starts it again when it is gone")
  func launchWhileEnding() {
    var world = World(Setting(apps: 1, hasOldApp: false))
    world.happen(.launch(0, background: false))
    world.comeToRest()
    world.happen(.quit(0))
    world.happen(.launch(0, background: false))
    world.comeToRest()
    #expect(world.witness.complaint == nil)
    #expect(world.model.apps[AppID("app0")]?.state == .active)
    #expect(world.model.apps[AppID("app0")]?.process?.serial.number == 2)
  }

  @Test("an opposite order in mid-transition waits until the step in flight has landed; the last wish wins")
  func lastWish() {
    var world = World(Setting(apps: 1, hasOldApp: false))
    world.happen(.launch(0, background: false))
    world.comeToRest()
    world.happen(.home)
    world.happen(.launch(0, background: false))
    world.happen(.home)
    world.happen(.launch(0, background: false))
    #expect(world.pending.count == 1, "one callback in flight, whatever was asked meanwhile")
    world.comeToRest()
    #expect(world.witness.complaint == nil)
    #expect(world.model.apps[AppID("app0")]?.state == .active)
  }
}
