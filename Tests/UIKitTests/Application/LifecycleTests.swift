// The life cycle as an app delegate sees it: which calls, in which order, and in which state.

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite struct LifecycleTests {
  @Test("LA2 ST6 a foreground launch is WF, DF, then A and no F; inactive until A")
  func foregroundLaunch() {
    let app = App()
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    #expect(
      app.takeCalls() == [
        Call(.delegate("willFinishLaunching"), in: .inactive),
        Call(.delegate("didFinishLaunching"), in: .inactive),
        Call(.notification(UIApplication.didFinishLaunchingNotification), in: .inactive),
        Call(.delegate("didBecomeActive"), in: .active),
        Call(.notification(UIApplication.didBecomeActiveNotification), in: .active),
      ])
  }

  @Test("LA3 ST6 a background launch is WF, DF, B, all in the background")
  func backgroundLaunch() {
    let app = App()
    app.handle(.launch(Launch()), state: .background)
    app.handle(.didEnterBackground, state: .background)
    #expect(app.takeCalls().map(\.state) == Array(repeating: .background, count: 5))
  }

  @Test("ST6 R sees active, B and F background, A active; after R and after F the app is inactive")
  func states() {
    let app = App()
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    app.handle(.willResignActive, state: .active)
    #expect(app.application.applicationState == .inactive)
    app.handle(.didEnterBackground, state: .background)
    #expect(app.application.applicationState == .background)
    app.handle(.willEnterForeground, state: .background)
    #expect(app.application.applicationState == .inactive)
    app.handle(.didBecomeActive, state: .active)
    #expect(app.application.applicationState == .active)

    let seen = app.takeCalls().filter { if case .delegate = $0.what { true } else { false } }.dropFirst(3)
    #expect(
      Array(seen) == [
        Call(.delegate("willResignActive"), in: .active),
        Call(.delegate("didEnterBackground"), in: .background),
        Call(.delegate("willEnterForeground"), in: .background),
        Call(.delegate("didBecomeActive"), in: .active),
      ])
  }

  @Test(
    "LS3 the delegate comes first, then the notification",
    arguments: [
      (Event.Body.didBecomeActive, "didBecomeActive", UIApplication.didBecomeActiveNotification),
      (.willResignActive, "willResignActive", UIApplication.willResignActiveNotification),
      (.didEnterBackground, "didEnterBackground", UIApplication.didEnterBackgroundNotification),
      (.willEnterForeground, "willEnterForeground", UIApplication.willEnterForegroundNotification),
      (.memoryWarning, "didReceiveMemoryWarning", UIApplication.didReceiveMemoryWarningNotification),
      (
        .protectedData(available: false), "protectedDataWillBecomeUnavailable",
        UIApplication.protectedDataWillBecomeUnavailableNotification
      ),
      (
        .protectedData(available: true), "protectedDataDidBecomeAvailable",
        UIApplication.protectedDataDidBecomeAvailableNotification
      ),
    ])
  func delegateFirst(event: Event.Body, name: String, notification: Notification.Name) {
    let app = App()
    app.handle(event)
    #expect(app.takeCalls().map(\.what) == [.delegate(name), .notification(notification)])
  }

  @Test("LS3 for a significant time change the notification comes first")
  func notificationFirst() {
    let app = App()
    app.handle(.notification(kind: "time", payload: ["jump": 3600]))
    #expect(
      app.takeCalls().map(\.what) == [
        .notification(UIApplication.significantTimeChangeNotification), .delegate("significantTimeChange"),
      ])
  }

  @Test("LA4 launch options are nil for a tap on the icon, and else say why")
  func launchOptions() {
    let app = App()
    app.handle(.launch(Launch()), state: .inactive)
    #expect(app.delegate.launchOptions == nil)
    app.handle(.launch(Launch(options: LaunchOptions(url: "notes://1", sourceApplication: "com.example.a"))))
    #expect(app.delegate.launchOptions?[.url] as? URL == URL(string: "notes://1"))
    #expect(app.delegate.launchOptions?[.sourceApplication] as? String == "com.example.a")
  }

  @Test(
    "LA6 the launch is answered false when WF or DF returned false; DF is called all the same",
    arguments: [
      (true, true), (true, false), (false, true), (false, false),
    ])
  func launchAnswer(willFinish: Bool, didFinish: Bool) throws {
    let app = App()
    app.delegate.answers = (willFinish, didFinish)
    app.handle(.launch(Launch()), state: .inactive)
    #expect(try app.pipes.read().last == .ack(Ack(1, .answered(handled: willFinish && didFinish))))
    #expect(app.takeCalls().count == 3)
  }
}
