// The parts of a scene, and the options that it is connected with.

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite struct SceneConnectionTests {
  @Test("SC1: a new session is asked for a configuration; the ack names it, and its delegate is the scene's")
  func new() throws {
    let device = SceneApp()
    #expect(try device.connect("A", configuration: "Old") == .connected(configuration: "Default"))
    #expect(device.takeCalls().first == "configurationForConnecting")
    #expect(device.scene("A")?.delegate is SceneRecorder)
    #expect(device.scene("A") is UIWindowScene)
    #expect(device.app.application.connectedScenes.map(\.session.persistentIdentifier) == ["A"])
  }

  @Test("SC2: a known session connects again without being asked for a configuration")
  func known() throws {
    let device = SceneApp()
    #expect(try device.connect("A", isNew: false, configuration: "Default") == .connected(configuration: "Default"))
    #expect(device.takeCalls() == ["sceneWillConnect A", "UISceneWillConnectNotification A"])
    #expect(device.scene("A")?.delegate is SceneRecorder)
  }

  @Test("SC1: a configuration made in code has no name to be found by; its session is asked for one each time")
  func inCode() throws {
    let device = SceneApp(configurations: [])
    device.delegate.configuration = { session in
      let made = UISceneConfiguration(name: nil, sessionRole: session.role)
      made.delegateClass = SceneRecorder.self
      made.sceneClass = OwnScene.self
      return made
    }
    #expect(try device.connect("A") == .connected(configuration: nil))
    #expect(device.scene("A") is OwnScene)
    #expect(device.scene("A")?.delegate is SceneRecorder)
    #expect(try device.connect("B", isNew: false) == .connected(configuration: nil))
    #expect(device.takeCalls().filter { $0 == "configurationForConnecting" }.count == 2)
  }

  @Test("SC1: an app that does not say gets its manifest's first configuration, even one without a name")
  func byDefault() throws {
    let device = SceneApp(configurations: [
      SceneApp.entry(nil, "UIKitTests.SceneRecorder"), SceneApp.entry("Second", "UIKitTests.OtherDelegate"),
    ])
    device.app.application.delegate = device.app.delegate
    #expect(try device.connect("A") == .connected(configuration: nil))
    #expect(device.scene("A")?.delegate is SceneRecorder)
  }

  @Test(
    "SC1: the delegate's name may leave its module to the build, or out, and the class may be private",
    arguments: [
      "UIKitTests.SceneRecorder", "$(PRODUCT_MODULE_NAME).SceneRecorder", "SceneRecorder", "UIKitTests.HiddenDelegate",
      "$(PRODUCT_MODULE_NAME).HiddenDelegate",
    ])
  func names(name: String) throws {
    let device = SceneApp(
      configurations: [SceneApp.entry("Default", name)],
      info: "<key>CFBundleExecutable</key><string>UIKitTests</string>")
    try device.connect("A")
    #expect(device.scene("A")?.delegate.map { "\(type(of: $0))" } == String(name.split(separator: ".").last ?? ""))
  }

  @Test("A name that is no class's leaves the scene without a delegate; it connects all the same")
  func unknownName() throws {
    let device = SceneApp(configurations: [SceneApp.entry("Default", "UIKitTests.NoSuchClass")])
    #expect(try device.connect("A") == .connected(configuration: "Default"))
    #expect(device.scene("A") != nil && device.scene("A")?.delegate == nil)
  }

  @Test("SC1: the app knows the sessions of its last process before it has finished launching")
  func openSessions() {
    let role = UISceneSession.Role.windowApplication.rawValue
    let device = SceneApp(
      launch: Launch(style: .scene, sessions: [Session(id: "A", role: role, configuration: "Default")]))
    let session = device.app.application.openSessions.first
    #expect(session?.persistentIdentifier == "A" && session?.scene == nil)
    #expect(session?.configuration.delegateClass == SceneRecorder.self)
  }

  @Test("SC2: a disconnected scene is gone with its delegate and its windows; its session stays")
  func disconnect() throws {
    let device = SceneApp()
    SceneRecorder.content = UIViewController()
    try device.open("A")
    weak let delegate = device.scene("A")?.delegate as? SceneRecorder
    weak let scene = device.scene("A")
    weak let window = delegate?.window
    #expect(window != nil)
    device.home("A")
    device.app.handle(.disconnectScene, state: .background, scene: "A")
    #expect(device.takeCalls().suffix(2) == ["sceneDidDisconnect A", "UISceneDidDisconnectNotification A"])
    #expect(scene == nil && delegate == nil && window == nil)
    #expect(device.app.application.openSessions.count == 1 && device.app.application.connectedScenes.isEmpty)
  }

  @Test("SC3: discarded sessions are told of together, those of other processes too, and are open no more")
  func discard() throws {
    let device = SceneApp()
    try device.open("A")
    device.app.handle(.discardSessions(["A", "of another process"]))
    #expect(device.takeCalls() == ["didDiscardSceneSessions"])
    #expect(Set(device.delegate.discarded.map(\.persistentIdentifier)) == ["A", "of another process"])
    #expect(device.app.application.openSessions.isEmpty)
  }
}

// At the top level, as NSStringFromClass knows no nested classes on Linux.
private final class HiddenDelegate: SceneRecorder {}
final class OtherDelegate: SceneRecorder {}
final class OwnScene: UIWindowScene {}
