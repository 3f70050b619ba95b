// Scene configurations that an app makes in code under a name of its own, after the app was launched again (SC1).

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct KeptConfigurationTests {
  /// The process before: the delegate named a configuration that the manifest does not have.
  private func firstProcess(_ configure: @escaping (UISceneConfiguration) -> Void) throws {
    let device = SceneApp()
    device.delegate.configuration = { session in
      let configuration = UISceneConfiguration(name: "Made in code", sessionRole: session.role)
      configure(configuration)
      return configuration
    }
    try device.connect("A")
  }

  @Test("SC1 the classes of a configuration made in code belong to the session, and are there after a relaunch")
  func relaunch() throws {
    try firstProcess {
      $0.sceneClass = KeptScene.self
      $0.delegateClass = SceneRecorder.self
    }
    let device = SceneApp(container: .kept)
    try device.connect("A", isNew: false, configuration: "Made in code")
    #expect(device.takeCalls() == ["sceneWillConnect A", "UISceneWillConnectNotification A"])
    #expect(device.scene("A") is KeptScene && device.scene("A")?.delegate is SceneRecorder)
    #expect(device.scene("A")?.session.configuration.name == "Made in code")
  }

  @Test("SC1 where nothing is kept of a name that the manifest does not have, the app is asked again")
  func nothingKept() throws {
    let device = SceneApp()
    device.delegate.configuration = { session in
      let configuration = UISceneConfiguration(name: "Made in code", sessionRole: session.role)
      configuration.delegateClass = SceneRecorder.self
      return configuration
    }
    try device.connect("A", isNew: false, configuration: "Made in code")
    #expect(device.takeCalls().prefix(2) == ["configurationForConnecting", "sceneWillConnect A"])
  }

  @Test("SC3 what is kept of a session goes with it")
  func discarded() throws {
    try firstProcess { $0.delegateClass = KeptSceneDelegate.self }
    let device = SceneApp(container: .kept)
    device.app.handle(.discardSessions(["A"]), state: .background)
    _ = device.takeCalls()
    try device.connect("A", isNew: false, configuration: "Made in code")
    #expect(device.takeCalls().first == "configurationForConnecting")
  }

  @Test("A file of kept configurations that is damaged costs a question, not the app")
  func damaged() throws {
    try firstProcess { $0.delegateClass = KeptSceneDelegate.self }
    let file = Container.path + "/Library/Saved Application State/com.example.test.savedState/configurations.plist"
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: file))
    let device = SceneApp(container: .kept)
    try device.connect("A", isNew: false, configuration: "Made in code")
    #expect(device.takeCalls().first == "configurationForConnecting")
  }
}

private final class KeptScene: UIWindowScene {}
private final class KeptSceneDelegate: UIResponder, UIWindowSceneDelegate {}
