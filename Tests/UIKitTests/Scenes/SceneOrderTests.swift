// In which order scenes and their app are told, and which states they see.

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite struct SceneOrderTests {
  @Test("LS3: F and A of a scene come before the app's two notifications, and its delegate gets neither (LS2)")
  func comingForward() throws {
    let device = SceneApp()
    try device.connect("A")
    device.comeForward("A")
    #expect(
      device.takeCalls() == [
        "configurationForConnecting", "sceneWillConnect A", "UISceneWillConnectNotification A",
        "sceneWillEnterForeground A", "UISceneWillEnterForegroundNotification A",
        "sceneDidBecomeActive A", "UISceneDidActivateNotification A",
        "UIApplicationWillEnterForegroundNotification", "UIApplicationDidBecomeActiveNotification",
      ])
  }

  @Test("LS3, SC5: R and B of a scene come before the app's two, and its activity is asked for last")
  func home() throws {
    let device = SceneApp()
    try device.open("A")
    device.home("A")
    #expect(
      device.takeCalls() == [
        "sceneWillResignActive A", "UISceneWillDeactivateNotification A",
        "sceneDidEnterBackground A", "UISceneDidEnterBackgroundNotification A",
        "UIApplicationWillResignActiveNotification", "UIApplicationDidEnterBackgroundNotification",
        "stateRestorationActivity A",
      ])
  }

  @Test("LS3, ST3: of two scenes that leave, the app is told when the last has")
  func twoScenesLeave() throws {
    let device = SceneApp()
    try device.open("A")
    try device.open("B")
    let app = device.app
    app.handle(.willResignActive, state: .active, scene: "A", more: true)
    app.handle(.willResignActive, state: .active, scene: "B", more: true)
    app.handle(.didEnterBackground, state: .inactive, scene: "A", more: true)
    app.handle(.didEnterBackground, state: .background, scene: "B")
    #expect(
      device.takeCalls().filter { $0.hasPrefix("UIApplication") || $0.hasPrefix("sceneDid") } == [
        "sceneDidEnterBackground A", "sceneDidEnterBackground B",
        "UIApplicationWillResignActiveNotification", "UIApplicationDidEnterBackgroundNotification",
      ])
    #expect(app.application.applicationState == .background)
  }

  @Test("ST3: while one scene stays active, the app is told nothing of the other, and stays active")
  func otherSceneStays() throws {
    let device = SceneApp()
    try device.open("A")
    try device.open("B")
    device.app.handle(.willResignActive, state: .active, scene: "A")
    device.app.handle(.didEnterBackground, state: .active, scene: "A")
    #expect(
      device.takeCalls() == [
        "sceneWillResignActive A", "UISceneWillDeactivateNotification A", "sceneDidEnterBackground A",
        "UISceneDidEnterBackgroundNotification A", "stateRestorationActivity A",
      ])
    #expect(device.app.application.applicationState == .active)
    #expect(device.scene("B")?.activationState == .foregroundActive)
  }

  @Test("LS3: an interruption that ends at once still tells the app, when roostd says that nothing follows")
  func settled() throws {
    let device = SceneApp()
    try device.open("A")
    device.app.handle(.willResignActive, state: .active, scene: "A", more: true)
    #expect(device.takeCalls() == ["sceneWillResignActive A", "UISceneWillDeactivateNotification A"])
    device.app.handle(.settled)
    #expect(device.takeCalls() == ["UIApplicationWillResignActiveNotification"])
  }

  @Test("ST6: applicationState and activationState in each of a scene's callbacks")
  func states() throws {
    let device = SceneApp()
    try device.connect("A")
    device.comeForward("A")
    device.home("A")
    device.comeForward("A")
    device.home("A")
    device.app.handle(.disconnectScene, state: .background, scene: "A")
    let seen = device.delegate.calls.filter { $0.name.hasPrefix("scene") }
    typealias Row = (String, UIApplication.State, UIScene.ActivationState)
    let expected: [Row] = [
      ("sceneWillConnect A", .background, .unattached),
      ("sceneWillEnterForeground A", .background, .unattached),
      ("sceneDidBecomeActive A", .active, .foregroundActive),
      ("sceneWillResignActive A", .active, .foregroundActive),
      ("sceneDidEnterBackground A", .background, .background),
      ("sceneWillEnterForeground A", .background, .background),
      ("sceneDidBecomeActive A", .active, .foregroundActive),
      ("sceneWillResignActive A", .active, .foregroundActive),
      ("sceneDidEnterBackground A", .background, .background),
      ("sceneDidDisconnect A", .background, .unattached),
    ]
    #expect(
      seen.map { "\($0.name) \($0.app) \($0.scene.map { "\($0)" } ?? "")" }
        == expected.map { "\($0) \($1) \($2)" })
  }

  @Test("ST6: an interruption's notification sees an active app, as its callback did; after it the app is inactive")
  func stateOfNotification() throws {
    let device = SceneApp()
    try device.open("A")
    device.app.handle(.willResignActive, state: .active, scene: "A")
    #expect(device.delegate.calls.last?.name == "UIApplicationWillResignActiveNotification")
    #expect(device.delegate.calls.last?.app == .active)
    #expect(device.app.application.applicationState == .inactive)
  }

  @Test(
    "Events of a scene that is not connected are acknowledged as unsupported",
    arguments: [
      Event.Body.willResignActive, .didBecomeActive, .disconnectScene, .snapshot,
    ])
  func unknownScene(event: Event.Body) throws {
    let device = SceneApp()
    #expect(try device.app.answer(to: event, scene: "nobody") == .unsupported)
    #expect(device.takeCalls() == [])
  }
}
