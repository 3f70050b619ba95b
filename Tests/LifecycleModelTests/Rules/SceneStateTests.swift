// The state of a scene-based app, which follows from those of its scenes.
import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("ST3: a scene-based app's state") struct SceneStateTests {
  @Test(
    "ST3 it is what the foremost of its scenes makes it, and suspended when it is frozen",
    arguments: [
      ([.background, .foregroundActive, .foregroundInactive], AppState.active),
      ([.background, .foregroundInactive], .inactive), ([.background, .unattached], .background), ([], .background),
    ] as [([SceneState], AppState)])
  func derived(scenes: [SceneState], state: AppState) {
    #expect(AppState(scenes: scenes, isFrozen: false) == state)
    #expect(AppState(scenes: scenes, isFrozen: true) == .suspended)
  }
}
