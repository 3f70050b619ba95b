// The scene of a response to a notification, as the notification centre's delegate looks for the one to show it in.

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct TargetSceneTests {
  private final class Reader: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
    // @unchecked: used on the main thread alone.
    var scenes: [String?] = []

    func userNotificationCenter(
      _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
      withCompletionHandler completionHandler: @escaping () -> Void
    ) {
      MainActor.assumeIsolated { scenes.append(response.targetScene?.session.persistentIdentifier) }
      completionHandler()
    }
  }

  private let response = NotificationResponse(UserNotification(identifier: "tea", title: "Tea", body: ""))

  private func reading(_ body: () throws -> Void) rethrows -> [String?] {
    let (center, reader) = (UNUserNotificationCenter.current(), Reader())
    center.delegate = reader
    defer { center.delegate = nil }
    try body()
    return reader.scenes
  }

  @Test("LA4 a response names the scene that it opens: a new one, which has it in its options, or one that is there")
  func scenes() throws {
    let device = SceneApp()
    let scenes = try reading {
      try device.connect("A", options: LaunchOptions(notificationResponse: response))
      device.comeForward("A")
      try device.open("B")
      device.app.handle(.notificationResponse(response), state: .active, scene: "B")
    }
    #expect(scenes == ["A", "B"])
    #expect(try device.recorder("A").options?.notificationResponse?.targetScene === device.scene("A"))
  }

  @Test("LA4 in an app without scenes a response names none")
  func none() {
    let app = App()
    let scenes = reading { app.handle(.notificationResponse(response), state: .active) }
    #expect(scenes == [nil])
  }
}
