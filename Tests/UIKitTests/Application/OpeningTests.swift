// The things that the app's delegate is given to open (LS1).

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite struct OpeningTests {
  @Test("LA6: open url gets the URL and who asked; its answer is acknowledged", arguments: [true, false])
  func openURL(handled: Bool) throws {
    let app = App()
    let delegate = Opener()
    app.application.delegate = delegate
    delegate.answer = handled
    #expect(
      try app.answer(to: .openURL("notes://1", sourceApplication: "com.example.mail")) == .answered(handled: handled))
    #expect(delegate.told == ["open notes://1 com.example.mail"])
  }

  @Test("LA6: a delegate of an older system gets the URL by the call it has")
  func olderCalls() throws {
    let app = App()
    let older = OlderOpener(), oldest = OldestOpener()
    app.application.delegate = older
    #expect(try app.answer(to: .openURL("a://1", sourceApplication: "m")) == .answered(handled: true))
    app.application.delegate = oldest
    #expect(try app.answer(to: .openURL("a://2", sourceApplication: nil)) == .answered(handled: true))
    #expect(older.told == ["a://1 m"] && oldest.told == ["a://2"])
  }

  @Test("LA6: a delegate without such a call has not handled the URL")
  func nobody() throws {
    let app = App()
    #expect(try app.answer(to: .openURL("a://1", sourceApplication: nil)) == .answered(handled: false))
  }

  @Test("LA4: a shortcut item is what the app made it, and else what Info.plist says")
  func shortcut() {
    let app = App(
      info: """
        <key>UIApplicationShortcutItems</key><array><dict><key>UIApplicationShortcutItemType</key><string>search</string>
        <key>UIApplicationShortcutItemTitle</key><string>Search</string></dict></array>
        """)
    let delegate = Opener()
    app.application.delegate = delegate
    app.application.shortcutItems = [
      UIApplicationShortcutItem(
        type: "new", localizedTitle: "New", localizedSubtitle: "a note", icon: nil, userInfo: ["n": 1 as NSNumber])
    ]
    app.handle(.shortcut(["type": "new"]))
    app.handle(.shortcut(["type": "search"]))
    app.handle(.shortcut(["type": "unheard-of"]))
    #expect(delegate.told == ["perform new New a note 1", "perform search Search", "perform unheard-of unheard-of"])
  }

  @Test("LA4: a shortcut item of Info.plist has its user info")
  func declaredUserInfo() throws {
    let app = App(
      info: """
        <key>UIApplicationShortcutItems</key><array><dict><key>UIApplicationShortcutItemType</key><string>search</string>
        <key>UIApplicationShortcutItemTitle</key><string>Search</string><key>UIApplicationShortcutItemUserInfo</key>
        <dict><key>n</key><integer>7</integer><key>word</key><string>tea</string><key>new</key><true/>
        <key>in</key><array><real>1.5</real><dict><key>deep</key><string>x</string></dict></array></dict></dict></array>
        """)
    app.handle(.launch(Launch(options: LaunchOptions(shortcut: ["type": "search"]))))
    let item = try #require(app.delegate.launchOptions?[.shortcutItem] as? UIApplicationShortcutItem)
    #expect(item.localizedTitle == "Search")
    let userInfo = try #require(item.userInfo).mapValues { $0 as Any }
    #expect(userInfo["n"] as? Int == 7)
    #expect(userInfo["word"] as? String == "tea")
    #expect(userInfo["new"] as? Bool == true)
    let list = try #require(userInfo["in"] as? [Any])
    #expect(list.first as? Double == 1.5)
    #expect((list.last as? [String: Any])?["deep"] as? String == "x")
  }

  @Test("LA4: the items that an app has made are there in its next process, also the one that launches it")
  func keptShortcuts() throws {
    makeItems()
    let next = App(container: .kept)
    next.handle(.launch(Launch(options: LaunchOptions(shortcut: ["type": "two"]))))
    let item = try #require(next.delegate.launchOptions?[.shortcutItem] as? UIApplicationShortcutItem)
    #expect(item.localizedTitle == "Two" && item.localizedSubtitle == "again")
    let userInfo = try #require(item.userInfo).mapValues { $0 as Any }
    #expect(userInfo["n"] as? Int == 7)
    #expect(userInfo["word"] as? String == "tea")
    #expect((userInfo["day"] as? Date)?.timeIntervalSince1970 == 9)
    #expect(item.targetContentIdentifier as? String == "note")
    #expect(next.application.shortcutItems?.map { $0.type } == ["one", "two"])

    next.application.shortcutItems = nil
    #expect(App(container: .kept).application.shortcutItems == nil)
  }

  /// The process before.
  private func makeItems() {
    let app = App()
    #expect(app.application.shortcutItems == nil)
    let userInfo: [String: any NSSecureCoding] = [
      "n": 7 as NSNumber, "word": "tea" as NSString, "day": Date(timeIntervalSince1970: 9) as NSDate,
    ]
    let made = UIMutableApplicationShortcutItem(
      type: "two", localizedTitle: "Two", localizedSubtitle: "again", icon: nil, userInfo: userInfo)
    made.targetContentIdentifier = "note"
    let two = made.mutableCopy() as? UIMutableApplicationShortcutItem
    app.application.shortcutItems = [UIApplicationShortcutItem(type: "one", localizedTitle: "One"), two ?? made]
  }

  @Test("LA4: an item that the app has made without a subtitle has none, also where Info.plist has one of its type")
  func ownBeforeDeclared() throws {
    let app = App(
      info: """
        <key>UIApplicationShortcutItems</key><array><dict><key>UIApplicationShortcutItemType</key><string>new</string>
        <key>UIApplicationShortcutItemTitle</key><string>Old</string>
        <key>UIApplicationShortcutItemSubtitle</key><string>declared</string></dict></array>
        """)
    app.application.shortcutItems = ["New", "Newer"].map { UIApplicationShortcutItem(type: "new", localizedTitle: $0) }
    app.handle(.launch(Launch(options: LaunchOptions(shortcut: ["type": "new"]))))
    let item = try #require(app.delegate.launchOptions?[.shortcutItem] as? UIApplicationShortcutItem)
    #expect(item.localizedTitle == "New" && item.localizedSubtitle == nil)
  }

  @Test(
    "LA4: a shortcut item reaches a delegate, or a scene's, that has the asynchronous call", .timeLimit(.minutes(40)))
  func asynchronousShortcut() async throws {
    let app = App()
    let delegate = AsyncOpener()
    app.application.delegate = delegate
    app.handle(.shortcut(["type": "new"]))
    for await item in delegate.items {
      #expect(item == "new")
      break
    }

    let device = SceneApp(configurations: [SceneApp.entry("Default", "UIKitTests.AsyncSceneOpener")])
    try device.connect("A")
    let scene = try #require(device.scene("A")?.delegate as? AsyncSceneOpener)
    device.app.handle(.shortcut(["type": "search"]), scene: "A")
    for await item in scene.items {
      #expect(item == "search")
      break
    }
  }

  @Test("LA4: an activity is announced and continued; what the app hands over to restore it is told")
  func activity() throws {
    let app = App()
    let delegate = Opener()
    app.application.delegate = delegate
    let page: WrittenJSON = ["activityType": "NSUserActivityTypeBrowsingWeb", "webpageURL": "https://example.com/1"]
    #expect(try app.answer(to: .userActivity(page)) == .answered(handled: true))
    #expect(delegate.told == ["will continue \(NSUserActivityTypeBrowsingWeb)", "continue https://example.com/1"])
    #expect(delegate.restored.restored == ["https://example.com/1"])
  }

  @Test("LA4: launch options hold the shortcut item, the activity, the push or the location")
  func launchOptions() {
    typealias Key = UIApplication.LaunchOptionsKey
    func options(_ options: LaunchOptions) -> [Key: Any] {
      let app = App()
      app.handle(.launch(Launch(options: options)))
      return app.delegate.launchOptions ?? [:]
    }
    let item = options(LaunchOptions(shortcut: ["type": "new"]))[.shortcutItem]
    #expect((item as? UIApplicationShortcutItem)?.type == "new")
    let activity = options(LaunchOptions(userActivity: ["activityType": "read"]))[.userActivityDictionary]
    #expect((activity as? [String: Any])?[Key.userActivityType.rawValue] as? String == "read")
    let push = options(LaunchOptions(backgroundEvent: "push", payload: ["aps": ["badge": 1]]))[.remoteNotification]
    #expect(((push as? [String: Any])?["aps"] as? [String: Any])?["badge"] as? Int == 1)
    #expect(options(LaunchOptions(backgroundEvent: "location"))[.location] as? Bool == true)
  }
}

private final class Opener: NSObject, UIApplicationDelegate {
  var told: [String] = []
  var answer = true
  let restored = Restored()

  func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
    told.append("open \(url) \(options[.sourceApplication] as? String ?? "")")
    return answer
  }
  func application(
    _ application: UIApplication, performActionFor item: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    let more = [item.localizedSubtitle, item.userInfo.map { "\($0["n"] ?? "" as NSString)" }].compactMap(\.self)
    told.append((["perform", item.type, item.localizedTitle] + more).joined(separator: " "))
    completionHandler(true)
  }
  func application(_ application: UIApplication, willContinueUserActivityWithType userActivityType: String) -> Bool {
    told.append("will continue \(userActivityType)")
    return true
  }
  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool {
    told.append("continue \(userActivity.webpageURL?.absoluteString ?? "")")
    restorationHandler([restored])
    return true
  }
}

private final class AsyncOpener: NSObject, UIApplicationDelegate {
  let (items, told) = AsyncStream.makeStream(of: String.self)
  func application(_ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem) async -> Bool
  {
    told.yield(shortcutItem.type)
    return true
  }
}

final class AsyncSceneOpener: NSObject, UIWindowSceneDelegate {
  let (items, told) = AsyncStream.makeStream(of: String.self)
  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem
  ) async -> Bool {
    told.yield(shortcutItem.type)
    return true
  }
}

private final class Restored: NSObject, UIUserActivityRestoring {
  var restored: [String] = []
  func restoreUserActivityState(_ userActivity: NSUserActivity) {
    restored.append(userActivity.webpageURL?.absoluteString ?? "")
  }
}

private final class OlderOpener: NSObject, UIApplicationDelegate {
  var told: [String] = []
  func application(_ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any) -> Bool {
    told.append("\(url) \(sourceApplication ?? "")")
    return true
  }
}

private final class OldestOpener: NSObject, UIApplicationDelegate {
  var told: [String] = []
  func application(_ application: UIApplication, handleOpen url: URL) -> Bool {
    told.append("\(url)")
    return true
  }
}
