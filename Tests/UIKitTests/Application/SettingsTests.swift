// Settings that somebody makes for the app and takes back, beside the values that are the app's own (NQ6).

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite struct SettingsTests {
  @Test("NQ6: a setting that is taken back before the app has heard of it leaves the app's own value alone")
  func takenBack() {
    let app = App()
    let key = "SettingsTests.\(UUID())"
    defer { UserDefaults.standard.removeObject(forKey: key) }
    UserDefaults.standard.set("own", forKey: key)
    app.handle(.launch(Launch(settings: [key: nil])), state: .inactive)
    #expect(UserDefaults.standard.string(forKey: key) == "own")
    let takeBack = Event.Body.notification(kind: "settings", payload: ["values": .object([key: nil])])
    app.handle(takeBack)
    #expect(UserDefaults.standard.string(forKey: key) == "own")
    app.handle(.notification(kind: "settings", payload: ["values": .object([key: 3])]))
    app.handle(takeBack)
    #expect(UserDefaults.standard.object(forKey: key) == nil)
    UserDefaults.standard.set("own again", forKey: key)
    app.handle(takeBack)
    #expect(UserDefaults.standard.string(forKey: key) == "own again")
  }
}
