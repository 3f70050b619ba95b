// Scenes whose activity ends their app: it is no scene's for ever (SC5).

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite(.serialized) struct RestoringSessionsTests {
  private static let crash: JSON = ["code": nil, "reason": "crash", "callback": "sceneWillConnect"]

  /// A process whose scene is connected with the activity that roostd has kept, and has come as far as `then` takes it when the
  /// process ends. The activity that the scene was given.
  private func process(
    _ container: Container.Content = .kept, after exit: JSON? = nil, _ then: (SceneApp) -> Void = { _ in }
  ) throws -> String? {
    let launch = Launch(style: .scene, exits: exit.map { [$0] } ?? [])
    let device = SceneApp(launch: launch, container: container)
    try device.connect("A", isNew: false, configuration: "Default", activity: ["activityType": "page"])
    let given = device.scene("A")?.session.stateRestorationActivity?.activityType
    then(device)
    return given
  }

  @Test("SC5 an activity with which the app ends before the scene is seen is not restored until there is another")
  func crashed() throws {
    #expect(try process(.new) == "page")
    #expect(try process(after: Self.crash) == nil)
    #expect(try process(after: Self.crash) { $0.comeForward("A") } == nil)
    let end: JSON = ["reason": "vm-pageshortage", "state": "inactive"]
    let leave = { (device: SceneApp) in
      device.comeForward("A")
      device.home("A")
    }
    #expect(try process(after: end, leave) == nil)
    #expect(try process(after: Self.crash) == "page")
  }

  @Test("SC5 an activity with which the scene has been seen is restored again, whatever the end was later")
  func seen() throws {
    #expect(try process(.new) { $0.comeForward("A") } == "page")
    #expect(try process(after: Self.crash) == "page")
  }

  @Test("SC5 an end that somebody else brings about while a scene is restored leaves it its activity")
  func terminated() throws {
    #expect(try process(.new) == "page")
    #expect(try process(after: ["reason": "terminated"]) == "page")
  }

  @Test("SC5 an activity with which the app ended stays away when somebody else ends the processes without it")
  func terminatedWithout() throws {
    #expect(try process(.new) == "page")
    #expect(try process(after: Self.crash) == nil)
    let terminated: JSON = ["reason": "terminated"]
    #expect(try process(after: terminated) == nil)
    #expect(try process(after: terminated) { $0.comeForward("A") } == nil)
    #expect(try process(after: terminated) == nil)
  }

  @Test("SC5 a scene that is connected again in the same process has its activity again")
  func reconnected() throws {
    var again: String?
    _ = try process(.new) { device in
      device.app.handle(.disconnectScene, state: .background, scene: "A")
      _ = try? device.connect("A", isNew: false, configuration: "Default", activity: ["activityType": "page"])
      again = device.scene("A")?.session.stateRestorationActivity?.activityType
    }
    #expect(again == "page")
  }
}
