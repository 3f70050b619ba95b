// The things that scenes are given to open and to restore: when they are connected, and later.

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite struct SceneOpeningTests {
  @Test("LA6: cold, the URL is in the connection options with who asked, and openURLContexts is not called")
  func coldURL() throws {
    let device = SceneApp()
    try device.connect("A", options: LaunchOptions(url: "notes://1", sourceApplication: "com.example.mail"))
    device.comeForward("A")
    let options = try #require(device.recorder("A").options)
    #expect(options.urlContexts.map(\.url.absoluteString) == ["notes://1"])
    #expect(options.urlContexts.first?.options.sourceApplication == "com.example.mail")
    #expect(!device.takeCalls().contains("openURLContexts A"))
  }

  @Test("LA6: warm, the scene gets the URL between F and A")
  func warmURL() throws {
    let device = SceneApp()
    try device.open("A")
    device.home("A")
    _ = device.takeCalls()
    device.app.handle(.willEnterForeground, state: .background, scene: "A", more: true)
    device.app.handle(.openURL("notes://2", sourceApplication: nil), state: .inactive, scene: "A", more: true)
    device.app.handle(.didBecomeActive, state: .active, scene: "A")
    #expect(
      device.takeCalls().filter { !$0.hasPrefix("UI") }
        == ["sceneWillEnterForeground A", "openURLContexts A", "sceneDidBecomeActive A"])
    #expect(try device.recorder("A").opened.map(\.url.absoluteString) == ["notes://2"])
  }

  @Test("LA4: cold, a shortcut item is in the options with the title that Info.plist has; warm, it is performed")
  func shortcut() throws {
    let device = SceneApp(
      info: """
        <key>UIApplicationShortcutItems</key><array><dict><key>UIApplicationShortcutItemType</key><string>new</string>
        <key>UIApplicationShortcutItemTitle</key><string>New note</string></dict></array>
        """)
    try device.connect("A", options: LaunchOptions(shortcut: ["type": "new"]))
    device.comeForward("A")
    #expect(try device.recorder("A").options?.shortcutItem?.localizedTitle == "New note")
    #expect(try device.recorder("A").shortcut == nil)
    device.app.handle(.shortcut(["type": "new"]), scene: "A")
    #expect(try device.recorder("A").shortcut?.type == "new")
  }

  @Test("LA4: an activity that comes cold is in the options; warm, it is announced and continued")
  func activity() throws {
    let device = SceneApp()
    let read: WrittenJSON = ["activityType": "read", "userInfo": ["page": 7]]
    try device.connect("A", options: LaunchOptions(userActivity: read))
    device.comeForward("A")
    let options = try #require(device.recorder("A").options)
    #expect(options.userActivities.first?.userInfo?["page"] as? Int == 7)
    #expect(options.handoffUserActivityType == "read")
    _ = device.takeCalls()
    device.app.handle(.userActivity(read), scene: "A")
    #expect(device.takeCalls() == ["willContinueUserActivity A", "continueUserActivity A"])
  }

  @Test("SC5: what a scene gives after B is acknowledged, and handed over when its session connects again")
  func restoration() throws {
    let device = SceneApp()
    try device.open("A")
    let activity = NSUserActivity(activityType: "edit")
    activity.title = "Draft"
    activity.userInfo = ["text": "Dear", "at": Date(timeIntervalSince1970: 1.5), "data": Data([1, 2])]
    try device.recorder("A").activity = activity
    device.app.handle(.willResignActive, state: .active, scene: "A", more: true)
    guard case .restorable(let kept?)? = try device.app.answer(to: .didEnterBackground, state: .background, scene: "A")
    else {
      Issue.record("no activity was acknowledged")
      return
    }

    let next = SceneApp()
    try next.connect("A", isNew: false, configuration: "Default", activity: kept)
    #expect(next.takeCalls().prefix(2) == ["sceneWillConnect A", "restoreInteractionState A"])
    let restored = try #require(next.scene("A")?.session.stateRestorationActivity)
    #expect(restored.activityType == "edit" && restored.title == "Draft")
    #expect(restored.userInfo?["text"] as? String == "Dear")
    #expect(restored.userInfo?["at"] as? Date == Date(timeIntervalSince1970: 1.5))
    #expect(restored.userInfo?["data"] as? Data == Data([1, 2]))
  }

  @Test("SC5: an activity that is too large or too deep for the channel is not sent, and none is acknowledged")
  func tooLarge() throws {
    let device = SceneApp()
    try device.open("A")
    let large = NSUserActivity(activityType: "edit")
    large.userInfo = ["data": Data(count: 2_000_000)]
    let deep = NSUserActivity(activityType: "edit")
    deep.userInfo = ["list": (0..<40).reduce([] as [Any]) { list, _ in [list] }]
    let fitting = NSUserActivity(activityType: "edit")
    fitting.userInfo = ["list": (0..<27).reduce([] as [Any]) { list, _ in [list] }]
    for (activity, isSent) in [(large, false), (deep, false), (fitting, true)] {
      try device.recorder("A").activity = activity
      device.app.handle(.willResignActive, state: .active, scene: "A", more: true)
      let answer = try device.app.answer(to: .didEnterBackground, state: .background, scene: "A")
      #expect((answer != .restorable(activity: nil)) == isSent && answer != nil)
      device.comeForward("A")
    }
  }

  @Test("SC5: a scene that gives nothing is acknowledged with nothing")
  func nothingToRestore() throws {
    let device = SceneApp()
    try device.open("A")
    device.app.handle(.willResignActive, state: .active, scene: "A", more: true)
    #expect(
      try device.app.answer(to: .didEnterBackground, state: .background, scene: "A") == .restorable(activity: nil))
  }
}

extension SceneApp {
  func recorder(_ id: String) throws -> SceneRecorder { try #require(scene(id)?.delegate as? SceneRecorder) }
}
