// Displays that come and go (NQ2, NQ4).

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite(.serialized) struct DisplayTests {
  private func heard(_ names: [Notification.Name], _ body: () -> Void) -> [UIScreen?] {
    var screens: [UIScreen?] = []
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
        let screen = notification.object as? UIScreen
        MainActor.assumeIsolated { screens.append(screen) }
      }
    }
    body()
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    return screens
  }

  @Test("NQ2 a display that is connected is a screen, and the object of each notification about it")
  func life() throws {
    let app = App()
    defer { UIScreen.disconnectAll() }
    let connected = heard([UIScreen.didConnectNotification]) {
      app.handle(.notification(kind: "display", payload: ["connected": ["HDMI-1"], "disconnected": []]))
    }
    let screen = try #require(connected.first ?? nil)
    #expect(UIScreen.screens == [.main, screen] && screen !== UIScreen.main)
    let changed = heard([UIScreen.modeDidChangeNotification]) {
      app.handle(.notification(kind: "display-mode", payload: ["modes": ["HDMI-1": "1280x720"]]))
    }
    #expect(changed == [screen] && screen.bounds.size == CGSize(width: 1280, height: 720))
    #expect(screen.currentMode?.size == CGSize(width: 1280, height: 720))
    let gone = heard([UIScreen.didDisconnectNotification]) {
      app.handle(.notification(kind: "display", payload: ["connected": [], "disconnected": ["HDMI-1"]]))
    }
    #expect(gone == [screen] && UIScreen.screens == [.main])
  }

  @Test("NQ4 a display that was there before the app is known at launch, with its mode, and nobody is told")
  func known() {
    let app = App()
    defer { UIScreen.disconnectAll() }
    let posted = heard([UIScreen.didConnectNotification, UIScreen.modeDidChangeNotification]) {
      app.handle(
        .launch(
          Launch(device: [
            "display": ["connected": ["DP-1"], "disconnected": []], "display-mode": ["modes": ["DP-1": "800x600"]],
          ])), state: .inactive)
    }
    #expect(posted.isEmpty && UIScreen.screens.last?.bounds.size == CGSize(width: 800, height: 600))
  }
}
