// An app without a scene manifest whose delegate configures scenes in code (LS2).

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite(.serialized) struct SceneByCodeTests {
  /// An app whose Info.plist says nothing of scenes.
  @MainActor private final class Device {
    let app = App()
    let delegate = SceneAppDelegate()

    init() {
      app.application.delegate = delegate
      delegate.configuration = { session in
        let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
        configuration.delegateClass = SceneRecorder.self
        return configuration
      }
      SceneRecorder.record = { [unowned delegate] in delegate.note($0, $1) }
      app.handle(.launch(Launch()), state: .inactive)
    }

    isolated deinit { SceneRecorder.record = nil }

    func takeCalls() -> [String] {
      defer { delegate.calls = [] }
      return delegate.calls.map(\.name)
    }

    var scene: UIScene? { app.application.connectedScenes.first }
  }

  @Test("LS2 a delegate that configures scenes makes the app scene-based, with the manifest or without it")
  func life() {
    let device = Device()
    device.app.handle(.didBecomeActive, state: .active)
    #expect(
      device.takeCalls() == [
        "configurationForConnecting", "sceneWillConnect main", "sceneWillEnterForeground main",
        "sceneDidBecomeActive main",
      ])
    #expect(device.scene?.activationState == .foregroundActive)
    device.app.handle(.willResignActive, state: .active)
    device.app.handle(.didEnterBackground, state: .background)
    device.app.handle(.willEnterForeground, state: .background)
    device.app.handle(.didBecomeActive, state: .active)
    #expect(
      device.takeCalls() == [
        "sceneWillResignActive main", "sceneDidEnterBackground main", "stateRestorationActivity main",
        "sceneWillEnterForeground main", "sceneDidBecomeActive main",
      ])
  }

  @Test("ST6 LS2 its states are those of any scene-based app")
  func states() {
    let device = Device()
    device.app.handle(.didBecomeActive, state: .active)
    let seen = device.delegate.calls.filter { $0.scene != nil }
    #expect(seen.map(\.app) == [.background, .background, .active])
    #expect(seen.map(\.scene) == [.unattached, .unattached, .foregroundActive])
  }

  @Test("LA6 a URL that launches it is in the connection options; a later one is given to the scene")
  func urls() throws {
    let device = Device()
    #expect(try device.app.answer(to: .openURL("pages:1", sourceApplication: nil)) == .answered(handled: true))
    device.app.handle(.didBecomeActive, state: .active)
    let recorder = try #require(device.scene?.delegate as? SceneRecorder)
    #expect(recorder.options?.urlContexts.first?.url.absoluteString == "pages:1" && recorder.opened.isEmpty)
    device.app.handle(.openURL("pages:2", sourceApplication: nil))
    #expect(recorder.opened.first?.url.absoluteString == "pages:2")
  }

  @Test("SC5 what its scene is restored from is there in the next process, unless the user has quit the app")
  func restoration() throws {
    func leaveActivity() {
      let device = Device()
      device.app.handle(.didBecomeActive, state: .active)
      (device.scene?.delegate as? SceneRecorder)?.activity = NSUserActivity(activityType: "page")
      device.app.handle(.willResignActive, state: .active)
      device.app.handle(.didEnterBackground, state: .background)
    }
    leaveActivity()
    #expect(restored(after: nil) == "page")
    let exits: [JSON] = [
      ["reason": "force-quit", "code": "0xdeadfa11"],
      ["reason": "watchdog", "code": "0x8badf00d", "isForceQuit": true],
    ]
    for exit in exits {
      leaveActivity()
      #expect(restored(after: exit) == nil)
      #expect(restored(after: nil) == nil)
    }
  }

  /// The activity that the scene of the next process has, in the same container.
  private func restored(after exit: JSON?) -> String? {
    let next = SceneAppDelegate()
    let app = App(container: .kept)
    app.application.delegate = next
    next.configuration = { session in
      let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
      configuration.delegateClass = SceneRecorder.self
      return configuration
    }
    app.handle(.launch(Launch(exits: exit.map { [$0] } ?? [])), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    return app.application.connectedScenes.first?.session.stateRestorationActivity?.activityType
  }

  @Test("SC5 LS2 state that its version without scenes has left is kept once its scene has been seen")
  func stateWithoutScenes() {
    func leaveState() {
      let app = App()
      let keeper = StateKeeper()
      app.application.delegate = keeper
      app.handle(.launch(Launch()), state: .inactive)
      app.handle(.didBecomeActive, state: .active)
      app.handle(.willResignActive, state: .active)
      app.handle(.didEnterBackground, state: .background)
    }
    leaveState()
    _ = restored(after: nil)
    let file = Container.path + "/Library/Saved Application State/com.example.test.savedState/data.data"
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test("LS1 an app that shows a window without scenes is not asked for a configuration")
  func ownWindow() {
    let device = Device()
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.isHidden = false
    device.app.handle(.didBecomeActive, state: .active)
    #expect(device.takeCalls() == ["applicationDidBecomeActive"])
    device.app.handle(.willResignActive, state: .active)
    device.app.handle(.didEnterBackground, state: .background)
    window.isHidden = true
    device.app.handle(.willEnterForeground, state: .background)
    #expect(
      device.takeCalls() == [
        "applicationWillResignActive", "applicationDidEnterBackground", "applicationWillEnterForeground",
      ])
  }

  @Test("LS1 an answer that needs a manifest makes no scene")
  func needsManifest() {
    let device = Device()
    device.delegate.configuration = { UISceneConfiguration(name: "Default Configuration", sessionRole: $0.role) }
    device.app.handle(.didBecomeActive, state: .active)
    #expect(device.scene == nil && device.takeCalls().last == "applicationDidBecomeActive")
  }

  @Test("LS1 an app whose delegate says nothing of scenes has none, and nobody is asked")
  func withoutScenes() throws {
    let app = App()
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    #expect(app.application.connectedScenes.isEmpty && app.application.openSessions.isEmpty)
    #expect(app.takeCalls().map(\.what).contains(.delegate("didBecomeActive")))
    let callbacks = try app.pipes.read().compactMap { message -> String? in
      if case .entering(let callback, _) = message { callback } else { nil }
    }
    #expect(!callbacks.contains("configurationForConnecting"))
  }
}

/// The delegate of an app that knows nothing of scenes.
private final class StateKeeper: NSObject, UIApplicationDelegate {
  func application(_ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder) -> Bool { true }
}
