// LA6 and LA4 with real processes: URLs, shortcut items and user activities, cold and warm, in both styles.
import ControlAPI
import Foundation
import RoostTesting
import Testing

@Suite(.serialized) struct OpeningTests {
  @Test("LA6 cold, app-based: the URL is in the options of WF and DF, then open url, then A")
  func coldAppBased() throws {
    let witness = try Witness(scenes: false)
    #expect(try witness.test.device.open(url: "witness:one") == witness.app.id)
    #expect(
      witness.delegateCalls().prefix(4) == ["willFinishLaunching", "didFinishLaunching", "openURL", "didBecomeActive"])
    #expect(witness.line(of: "didFinishLaunching")?.contains("UIApplicationLaunchOptionsURLKey=witness:one") == true)
    #expect(witness.line(of: "openURL") == "app=inactive witness:one from nobody")
  }

  @Test(
    "LA6 open url is skipped when WF or DF returned false", arguments: ["willFinishLaunching", "didFinishLaunching"])
  func refused(callback: String) throws {
    let witness = try Witness(scenes: false)
    try witness.app.launch("refuse=\(callback)", url: "witness:one")
    #expect(!witness.calls().contains("openURL"))
    #expect(witness.calls().contains("didBecomeActive"))
  }

  @Test("LA6 warm, app-based: F, open, A; and into an app that is active already, open alone")
  func warmAppBased() throws {
    let witness = try Witness(scenes: false)
    try witness.app.launch()
    try witness.test.device.home()
    let start = witness.testimony.count
    try witness.test.device.open(url: "WITNESS:two")
    #expect(witness.delegateCalls(from: start) == ["willEnterForeground", "openURL", "didBecomeActive"])
    let next = witness.testimony.count
    try witness.test.device.open(url: "witness:three")
    #expect(witness.delegateCalls(from: next) == ["openURL"])
  }

  @Test("LA6 cold, scene-based: the URL is in the connection options, and openURLContexts is not called")
  func coldSceneBased() throws {
    let witness = try Witness()
    try witness.test.device.open(url: "witness:one")
    #expect(witness.line(of: "willFinishLaunching")?.hasSuffix("no options") == true)
    #expect(witness.line(of: "sceneWillConnect")?.hasSuffix("url witness:one") == true)
    #expect(!witness.calls().contains("sceneOpenURLContexts"))
  }

  @Test("LA6 warm, scene-based: F, openURLContexts, A")
  func warmSceneBased() throws {
    let witness = try Witness()
    try witness.app.launch()
    try witness.test.device.home()
    let start = witness.testimony.count
    try witness.test.device.open(url: "witness:two")
    #expect(
      witness.delegateCalls(from: start)
        == ["sceneWillEnterForeground", "sceneOpenURLContexts", "sceneDidBecomeActive"])
  }

  @Test("LA4 a shortcut item and an activity, cold and warm, in both styles", arguments: [true, false])
  func others(scenes: Bool) throws {
    let activity = #"{"activityType":"com.example.read","title":"Reading"}"#
    let shortcut = try Witness(scenes: scenes)
    try shortcut.app.launch(shortcut: "new")
    let continued = try Witness(scenes: scenes)
    try continued.app.launch(activity: activity)
    if scenes {
      #expect(shortcut.line(of: "sceneWillConnect")?.hasSuffix("shortcut new") == true)
      #expect(continued.line(of: "sceneWillConnect")?.hasSuffix("activity com.example.read") == true)
    } else {
      #expect(shortcut.line(of: "didFinishLaunching")?.contains("ShortcutItem") == true)
      #expect(shortcut.delegateCalls().dropFirst(2).prefix(2) == ["performActionFor", "didBecomeActive"])
      #expect(continued.delegateCalls().dropFirst(2).prefix(2) == ["continueUserActivity", "didBecomeActive"])
    }
    let start = shortcut.testimony.count
    try shortcut.test.device.home()
    try shortcut.app.launch(shortcut: "again")
    try shortcut.app.launch(activity: activity)
    let calls = shortcut.delegateCalls(from: start)
    #expect(calls.contains(scenes ? "windowScenePerformActionFor" : "performActionFor"))
    #expect(calls.last == (scenes ? "sceneContinueUserActivity" : "continueUserActivity"))
  }

  @Test("LA6 a URL whose scheme nobody declares is an error to the caller")
  func nobody() throws {
    let witness = try Witness()
    let error = try refusal { try witness.test.device.open(url: "nobody://x") }
    #expect(error == .noAppForURL(url: "nobody://x"))
    #expect(try witness.app.state == .notRunning)
    for nonsense in ["", "nothing", ":", "1:2"] {
      #expect(throws: (any Error).self) { try witness.test.device.open(url: nonsense) }
    }
  }

  @Test("LA6 LA10 URLs sent to an app while it launches are neither lost nor doubled")
  func whileLaunching() throws {
    let witness = try Witness(scenes: false)
    let client = try ControlClient(socket: witness.test.daemon.socket)
    for number in 1...3 { _ = try client.call(AppsInterface.Open(url: "witness:\(number)", wait: false)) }
    try witness.test.wait(for: .active, of: witness.app)
    try eventually("all three are open") { witness.calls().filter { $0 == "openURL" }.count == 3 }
    #expect(
      witness.testimony.compactMap { $0.hasPrefix("openURL") ? $0.split(separator: " ")[2].description : nil }
        == ["witness:1", "witness:2", "witness:3"])
  }
}
