// The ends of the app's last processes, in the launch options.

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite struct PreviousExitsTests {
  private func told(_ launch: Launch) -> [UIApplication.LaunchOptionsKey: Any]? {
    let app = App()
    let delegate = Launched()
    app.application.delegate = delegate
    app.handle(.launch(launch), state: .inactive)
    return delegate.options
  }

  private nonisolated static let crash: JSON = ["reason": "crash", "signal": 11, "state": "active"]

  @Test("LA4 TE3 after an end that nobody wanted the launch options have the records, the newest first")
  func afterCrash() throws {
    let options = try #require(told(Launch(exits: [Self.crash, ["reason": "force-quit"]])))
    let exits = try #require(options[.roostPreviousExits] as? [[String: Any]])
    #expect(exits.map { $0["reason"] as? String } == ["crash", "force-quit"])
    #expect(exits.first?["signal"] as? Int == 11)
  }

  @Test(
    "LA4 after an end in order, or one that was not to be noticed, a launch by the icon has no options",
    arguments: [
      [], [["reason": "force-quit"]], [["reason": "terminated"], crash], [["reason": "exit", "status": 0]],
      [["reason": "vm-pageshortage", "state": "suspended"]],
    ] as [[JSON]])
  func afterOrder(exits: [JSON]) { #expect(told(Launch(exits: exits))?.isEmpty ?? true) }

  @Test("LS2 an app with scenes has none either way")
  func scenes() { #expect(told(Launch(style: .scene, exits: [Self.crash]))?.isEmpty ?? true) }
}

private final class Launched: NSObject, UIApplicationDelegate {
  var options: [UIApplication.LaunchOptionsKey: Any]?
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    options = launchOptions
    return true
  }
}
