// LS2, LS3, ST6, LA2, LA3, TE2 and FG3 of scene-based apps, as a real one sees them.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct SceneLifeTests {
  @Test(
    "LA2 LS3 a scene-based launch is WF, DF, CC, WC, F, A; both scene callbacks come before either app notification")
  func launch() throws {
    let witness = try Witness()
    try witness.app.launch()
    #expect(
      witness.calls() == [
        "willFinishLaunching", "didFinishLaunching", "configurationForConnecting", "UISceneWillConnectNotification",
        "sceneWillConnect", "viewWillAppear", "sceneWillEnterForeground", "UISceneWillEnterForegroundNotification",
        "sceneDidBecomeActive", "UISceneDidActivateNotification", "UIApplicationWillEnterForegroundNotification",
        "UIApplicationDidBecomeActiveNotification",
      ]
        || witness.calls() == [
          "willFinishLaunching", "didFinishLaunching", "configurationForConnecting", "sceneWillConnect",
          "UISceneWillConnectNotification", "viewWillAppear", "sceneWillEnterForeground",
          "UISceneWillEnterForegroundNotification", "sceneDidBecomeActive", "UISceneDidActivateNotification",
          "UIApplicationWillEnterForegroundNotification", "UIApplicationDidBecomeActiveNotification",
        ], "\(witness.calls())")
    #expect(try witness.app.state == .active)
  }

  @Test("LS2 LS3 home is R and B of the scene, then the app's notifications; its delegate gets neither")
  func home() throws {
    let witness = try Witness()
    try witness.app.launch()
    let start = witness.testimony.count
    try witness.test.device.home()
    #expect(
      witness.calls(from: start) == [
        "sceneWillResignActive", "UISceneWillDeactivateNotification", "sceneDidEnterBackground",
        "UISceneDidEnterBackgroundNotification", "UIApplicationWillResignActiveNotification",
        "UIApplicationDidEnterBackgroundNotification", "stateRestorationActivity",
      ], "\(witness.calls(from: start))")
    #expect(try witness.app.state == .suspended)
    #expect(KernelView.isStopped(try #require(try witness.app.pid)))
  }

  @Test("ST6 what the states say in each callback of a scene's life")
  func states() throws {
    let witness = try Witness()
    try witness.app.launch()
    #expect(witness.line(of: "willFinishLaunching")?.hasPrefix("app=background") == true)
    #expect(witness.line(of: "didFinishLaunching")?.hasPrefix("app=background") == true)
    #expect(witness.line(of: "sceneWillConnect")?.hasPrefix("app=background scene=unattached") == true)
    #expect(witness.line(of: "sceneWillEnterForeground") == "app=background scene=unattached")
    #expect(witness.line(of: "sceneDidBecomeActive") == "app=active scene=foregroundActive")
    let left = witness.testimony.count
    try witness.test.device.home()
    #expect(witness.line(of: "sceneWillResignActive", from: left) == "app=active scene=foregroundActive")
    #expect(witness.line(of: "sceneDidEnterBackground", from: left) == "app=background scene=background")
    let back = witness.testimony.count
    try witness.app.launch()
    #expect(witness.line(of: "sceneWillEnterForeground", from: back) == "app=background scene=background")
    #expect(witness.line(of: "sceneDidBecomeActive", from: back) == "app=active scene=foregroundActive")
  }

  @Test("LA3 launched in the background a scene-based app connects no scene, and is suspended; F comes with the user")
  func background() throws {
    let witness = try Witness()
    try witness.app.launch(background: true)
    #expect(witness.calls() == ["willFinishLaunching", "didFinishLaunching"])
    #expect(try witness.app.state == .suspended)
    #expect(try witness.app.scenes().isEmpty)
    let start = witness.testimony.count
    try witness.app.launch()
    #expect(
      witness.delegateCalls(from: start) == [
        "configurationForConnecting", "sceneWillConnect", "viewWillAppear", "sceneWillEnterForeground",
        "sceneDidBecomeActive",
      ])
  }

  @Test("LS2 an app without a scene manifest gets everything on its delegate: WF, DF, A, then the first view")
  func appBased() throws {
    let witness = try Witness(scenes: false)
    try witness.app.launch()
    #expect(
      witness.calls() == [
        "willFinishLaunching", "didFinishLaunching", "didBecomeActive", "UIApplicationDidBecomeActiveNotification",
        "viewWillAppear",
      ], "\(witness.calls())")
  }

  @Test("FG3 a policy switch has the first view appear at the same time in both styles", arguments: [true, false])
  func firstAppearance(scenes: Bool) throws {
    let late = try Witness(scenes: scenes, device: "first-appearance = \"after-active\"")
    try late.app.launch()
    #expect(late.calls().last == "viewWillAppear")
    let early = try Witness(scenes: scenes, device: "first-appearance = \"before-foreground\"")
    try early.app.launch()
    let calls = early.delegateCalls()
    let appears = try #require(calls.firstIndex(of: "viewWillAppear"))
    let active = try #require(calls.firstIndex(of: scenes ? "sceneDidBecomeActive" : "didBecomeActive"))
    #expect(appears < active)
  }

  @Test("FG3 viewWillAppear does not run on home and return")
  func noSecondAppearance() throws {
    let witness = try Witness()
    try witness.app.launch()
    try witness.test.device.home()
    try witness.app.launch()
    #expect(witness.calls().filter { $0 == "viewWillAppear" }.count == 1)
  }

  @Test("TE2 force-quit of an active scene-based app is R, DC, DD, T")
  func forceQuit() throws {
    let witness = try Witness()
    try witness.app.launch()
    let start = witness.testimony.count
    try witness.app.quit()
    #expect(
      witness.delegateCalls(from: start)
        == ["sceneWillResignActive", "sceneDidDisconnect", "didDiscardSceneSessions", "willTerminate"])
    #expect(witness.line(of: "sceneDidDisconnect", from: start)?.contains("scene=unattached") == true)
    #expect(try witness.test.onlyExit(of: witness.app).code == "0xdeadfa11")
    #expect(try witness.app.scenes().isEmpty)
  }

  @Test("TE2 SC3 a suspended one is killed without a call, and learns at its next launch what was discarded")
  func forceQuitSuspended() throws {
    let witness = try Witness()
    try witness.app.launch()
    try witness.test.device.home()
    let start = witness.testimony.count
    try witness.app.quit()
    #expect(witness.calls(from: start).isEmpty)
    try witness.app.launch()
    #expect(
      witness.delegateCalls().prefix(4)
        == ["willFinishLaunching", "didFinishLaunching", "didDiscardSceneSessions", "configurationForConnecting"])
    try witness.app.terminate()
    try witness.app.launch()
    #expect(!witness.calls().contains("didDiscardSceneSessions"))
  }

  @Test("TE1 the system ends a scene-based app with T alone, and its session stays")
  func terminate() throws {
    let witness = try Witness()
    try witness.app.launch()
    let start = witness.testimony.count
    try witness.app.terminate()
    #expect(witness.delegateCalls(from: start) == ["willTerminate"])
    #expect(try witness.app.scenes().count == 1)
  }

  @Test("IN1 an alert over a scene is R, and A when it is gone; the app's notifications follow each")
  func alert() throws {
    let witness = try Witness()
    try witness.app.launch()
    let start = witness.testimony.count
    try witness.test.device.showAlert()
    #expect(try witness.app.state == .inactive)
    #expect(try witness.app.scenes().map(\.state) == [.foregroundInactive])
    try witness.test.device.dismissAlert()
    #expect(
      witness.calls(from: start) == [
        "sceneWillResignActive", "UISceneWillDeactivateNotification", "UIApplicationWillResignActiveNotification",
        "sceneDidBecomeActive", "UISceneDidActivateNotification", "UIApplicationDidBecomeActiveNotification",
      ])
  }

  @Test("IN6 during a call the status bar is taller: both calls on begin and on end, to the app that is seen")
  func statusBar() throws {
    let witness = try Witness(scenes: false)
    try witness.app.launch()
    try witness.test.device.call(.ring)
    try witness.test.device.call(.accept)
    let start = witness.testimony.count
    try witness.app.launch()
    #expect(witness.line(of: "willChangeStatusBarFrame", from: start)?.hasSuffix(" 40") == true)
    #expect(witness.line(of: "didChangeStatusBarFrame", from: start)?.hasSuffix(" 20") == true)
    let end = witness.testimony.count
    try witness.test.device.call(.end)
    #expect(witness.line(of: "willChangeStatusBarFrame", from: end)?.hasSuffix(" 20") == true)
    #expect(witness.line(of: "didChangeStatusBarFrame", from: end)?.hasSuffix(" 40") == true)
  }
}
