// SC1 to SC5 and ST5 with real processes: several scenes, and what outlives the process and the daemon.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct SessionTests {
  @Test("SC1 a new scene is CC, WC, F, A, and pushes the one before it to the background")
  func newScene() throws {
    let witness = try Witness()
    try witness.app.launch()
    let first = try #require(try witness.app.scenes().first).session
    let start = witness.testimony.count
    let second = try witness.app.newScene()
    #expect(
      witness.delegateCalls(from: start).filter { $0 != "stateRestorationActivity" } == [
        "sceneWillResignActive", "sceneDidEnterBackground", "configurationForConnecting", "sceneWillConnect",
        "viewWillAppear", "sceneWillEnterForeground", "sceneDidBecomeActive",
      ])
    let scenes = try witness.app.scenes()
    #expect(scenes.map(\.session) == [second, first])
    #expect(scenes.map(\.state) == [.foregroundActive, .background])
    #expect(try witness.app.state == .active)
  }

  @Test("SC1 closing a scene is R, B, DC; discarding it DD as well")
  func closing() throws {
    let witness = try Witness()
    try witness.app.launch()
    let first = try #require(try witness.app.scenes().first).session
    let second = try witness.app.newScene()
    let start = witness.testimony.count
    try witness.app.close(scene: second)
    #expect(
      witness.delegateCalls(from: start).filter { $0 != "stateRestorationActivity" }
        == ["sceneWillResignActive", "sceneDidEnterBackground", "sceneDidDisconnect"])
    #expect(try witness.app.scenes().map(\.state) == [.unattached, .background])
    let next = witness.testimony.count
    try witness.app.activate(scene: first)
    try witness.app.discard(scene: first)
    #expect(
      witness.delegateCalls(from: next).filter { $0 != "stateRestorationActivity" } == [
        "sceneWillEnterForeground", "sceneDidBecomeActive", "sceneWillResignActive", "sceneDidEnterBackground",
        "sceneDidDisconnect", "didDiscardSceneSessions",
      ])
    #expect(try witness.app.scenes().map(\.session) == [second])
  }

  @Test("SC2 a background scene of a suspended app is disconnected, stays a session, and connects again without CC")
  func reclaim() throws {
    let witness = try Witness()
    try witness.app.launch()
    let session = try #require(try witness.app.scenes().first).session
    try witness.test.device.home()
    let start = witness.testimony.count
    try witness.app.close(scene: session)
    #expect(witness.delegateCalls(from: start) == ["sceneDidDisconnect"])
    try witness.test.wait(for: .suspended, of: witness.app)
    #expect(try witness.app.state == .suspended)
    let next = witness.testimony.count
    try witness.app.launch()
    #expect(
      witness.delegateCalls(from: next)
        == ["sceneWillConnect", "viewWillAppear", "sceneWillEnterForeground", "sceneDidBecomeActive"])
    #expect(try witness.app.scenes().map(\.session) == [session])
  }

  @Test("SC1 SC5 a session and its activity outlive the process, a kill, and the daemon")
  func restoration() throws {
    let witness = try Witness()
    try witness.app.launch()
    let session = try #require(try witness.app.scenes().first).session
    try witness.test.device.home()
    let kept = try #require(try witness.app.scenes().first?.activity)
    #expect(kept.contains("com.example.witness.testimony"))
    kill(try #require(try witness.app.pid), SIGKILL)
    try witness.test.wait(for: .notRunning, of: witness.app)
    try witness.app.launch()
    #expect(witness.line(of: "sceneWillConnect")?.contains("restores line ") == true)
    #expect(!witness.calls().contains("configurationForConnecting"))
    try witness.test.device.home()
    let activity = try #require(try witness.app.scenes().first?.activity)

    try witness.test.daemon.restart()
    let device = try Device(socket: witness.test.daemon.socket)
    let app = device.app(witness.app.id)
    let after = try #require(try app.scenes().first)
    #expect(after.session == session && after.activity == activity && after.configuration == "Witness")
    try app.launch()
    #expect(witness.line(of: "sceneWillConnect")?.contains("restores line ") == true)
  }

  @Test("SC3 a session that is discarded while its app is not running is reported after DF, also by the next daemon")
  func discardedWhileGone() throws {
    let witness = try Witness()
    try witness.app.launch()
    let session = try #require(try witness.app.scenes().first).session
    try witness.app.terminate()
    try witness.app.discard(scene: session)
    #expect(try witness.app.scenes().isEmpty)
    try witness.test.daemon.restart()
    let device = try Device(socket: witness.test.daemon.socket)
    try device.app(witness.app.id).launch()
    #expect(
      witness.delegateCalls().prefix(3) == ["willFinishLaunching", "didFinishLaunching", "didDiscardSceneSessions"])
  }

  @Test("SC4 an app without UIApplicationSupportsMultipleScenes gets no second scene")
  func oneSceneOnly() throws {
    let test = try TestDevice(apps: TestDevice.samples + [Programs.app("vault")])
    let vault = test.device.app("com.example.vault")
    try vault.launch()
    let refused = try refusal { try vault.newScene() }
    #expect(refused.description.contains("UIApplicationSupportsMultipleScenes"))
    #expect(try refusal { try test.notes.newScene() }.description.contains("UIApplicationSceneManifest"))
    #expect(try vault.scenes().count == 1)
  }

  @Test("Scenes that are not there are refused by name")
  func unknownScenes() throws {
    let witness = try Witness()
    try witness.app.launch()
    for act in [witness.app.activate(scene:), witness.app.close(scene:), witness.app.discard(scene:)] {
      #expect(try refusal { try act("nonsense") }.description.contains("nonsense"))
    }
    #expect(try witness.app.state == .active)
  }

  @Test("SC1 a configuration made in code by delegateClass connects as one named in Info.plist does")
  func configurationInCode() throws {
    let witness = try Witness()
    try witness.app.launch("configuration=code")
    #expect(try witness.app.state == .active)
    #expect(witness.calls().contains("sceneDidBecomeActive"))
  }

  @Test("ST5 with two slots two scenes of one app are active side by side, and then one of another app")
  func sideBySide() throws {
    let witness = try Witness(device: "foreground-slots = 2")
    try witness.app.launch()
    try witness.app.newScene()
    #expect(try witness.app.scenes().map(\.state) == [.foregroundActive, .foregroundActive])
    let start = witness.testimony.count
    try witness.test.clock.launch()
    try witness.test.wait(for: .active, of: witness.test.clock)
    // The scene used last stays; the other has handled R before Clock became active.
    #expect(try witness.app.scenes().map(\.state) == [.foregroundActive, .background])
    #expect(try witness.app.state == .active)
    #expect(
      witness.calls(from: start).filter { $0 != "stateRestorationActivity" } == [
        "sceneWillResignActive", "UISceneWillDeactivateNotification", "sceneDidEnterBackground",
        "UISceneDidEnterBackgroundNotification",
      ], "ST3 the app as a whole stays active, and posts nothing")
    try witness.test.device.home()
    #expect(try witness.app.state == .suspended)
  }
}
