// The reasons to wake an app behind the screen, and the end of each (BX3, BX5).

import AgentProtocol
import RoostAgent
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite struct WakeTests {
  /// The acknowledgements up to now, with all that waits for the main thread done.
  private func acks(_ app: App) async throws -> [AppMessage] {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    var readable = pollfd(fd: app.pipes.replies, events: Int16(POLLIN), revents: 0)
    guard poll(&readable, 1, 0) == 1 else { return [] }
    return try app.pipes.read().filter { if case .ack = $0 { true } else { false } }
  }

  @Test(
    "BX3: a push or a fetch is acknowledged when its completion handler is called, on any thread, once",
    arguments: [
      (Event.Body.backgroundEvent(kind: "push", payload: ["aps": ["content-available": 1]]), "push 1"),
      (.backgroundEvent(kind: "fetch", payload: nil), "fetch"),
    ])
  func completion(event: Event.Body, expected: String) async throws {
    let app = App()
    let delegate = Woken()
    app.application.delegate = delegate
    app.handle(event, state: .background)
    #expect(delegate.told == [expected])
    #expect(try await acks(app) == [])
    let complete = try #require(delegate.complete)
    nonisolated(unsafe) let handler = complete
    await Task.detached { handler(.newData) }.value
    complete(.noData)
    #expect(try await acks(app) == [.ack(Ack(1))])
  }

  @Test(
    "LA4 an app that is woken as a peripheral alone is launched with the key of peripherals",
    arguments: [
      (["bluetooth-peripheral"], UIApplication.LaunchOptionsKey.bluetoothPeripherals),
      (["bluetooth-central", "bluetooth-peripheral"], .bluetoothCentrals), (["bluetooth-central"], .bluetoothCentrals),
    ])
  func bluetooth(modes: [String], key: UIApplication.LaunchOptionsKey) throws {
    let words = modes.map { "<string>\($0)</string>" }.joined()
    let app = App(info: "<key>UIBackgroundModes</key><array>\(words)</array>")
    let delegate = Woken()
    app.application.delegate = delegate
    let options = LaunchOptions(backgroundEvent: "bluetooth", payload: ["name": "pen"])
    app.handle(.launch(Launch(options: options)), state: .background)
    let told = try #require(delegate.options)
    #expect(told.keys.map(\.rawValue) == [key.rawValue])
    #expect(told[key] as? [String] == ["pen"])
  }

  @Test("BX10 the delegate is given the session whose transfers have ended, and is done when it says so")
  func transfers() async throws {
    let app = App()
    let delegate = Downloads()
    app.application.delegate = delegate
    app.handle(.backgroundEvent(kind: "backgroundTransfers", payload: ["session": "films"]), state: .background)
    #expect(delegate.session == "films")
    #expect(try await acks(app) == [])
    delegate.complete?()
    #expect(try await acks(app) == [.ack(Ack(1))])
  }

  @Test(
    "BX3: an app that implements no such call is done at once", arguments: ["push", "fetch", "backgroundTransfers"])
  func nothingToDo(kind: String) async throws {
    let app = App()
    app.handle(.backgroundEvent(kind: kind, payload: nil), state: .background)
    var seen: [AppMessage] = []
    for _ in 0..<100 where seen.isEmpty {
      seen = try await acks(app)
      await Task.yield()
    }
    #expect(seen == [.ack(Ack(1))])
  }

  @Test("TE3 a background task's handler and its end are callbacks, which the monitor shows")
  func taskIsTraced() throws {
    let app = App()
    let before = BackgroundTaskRunner.run
    defer { BackgroundTaskRunner.run = before }
    let run: BackgroundTaskRunner.Run = { _, _, _ in {} }
    BackgroundTaskRunner.run = run
    app.handle(
      .backgroundEvent(kind: "task", payload: ["identifier": "sync", "kind": "refresh"]), state: .background)
    #expect(try app.pipes.read().contains(.entering(callback: "backgroundTask sync", scene: nil)))
    app.handle(.expireEvent(1), state: .background)
    #expect(try app.pipes.read().contains(.entering(callback: "expirationHandler", scene: nil)))
  }

  @Test("TE3 willPresent that answers at once is told of with its duration in one write, not with the next event")
  func presentsAtOnce() throws {
    let app = App()
    app.handle(.presentNotification(UserNotification(identifier: "tea", title: "Tea", body: "")), state: .active)
    var said = try app.pipes.read()
    if said.count == 1 { said += try app.pipes.read() }
    let names = said.map { if case .took(let callback, _, _) = $0 { callback } else { "" } }
    #expect(names.contains("willPresentNotification"), "\(said)")
  }

  @Test("willPresent is acknowledged once, by the first answer, however often the delegate answers and on any thread")
  func presentsOnce() async throws {
    let app = App()
    let delegate = Presenter()
    func present() {
      let center = UNUserNotificationCenter.current()
      center.delegate = delegate
      defer { center.delegate = nil }
      app.handle(.presentNotification(UserNotification(identifier: "tea", title: "Tea", body: "")), state: .active)
    }
    delegate.told = { complete in
      complete([.banner])
      complete([])
    }
    present()
    #expect(try await acks(app) == [.ack(Ack(1, .answered(handled: true)))])

    var later: ((UNNotificationPresentationOptions) -> Void)?
    delegate.told = { later = $0 }
    present()
    #expect(try await acks(app) == [])
    let complete = try #require(later)
    nonisolated(unsafe) let handler = complete
    await Task.detached {
      handler([])
      handler([.banner])
    }.value
    complete([.banner])
    #expect(try await acks(app) == [.ack(Ack(2, .answered(handled: false)))])
  }

  @Test("An answer to willPresent that another thread gives just as the call returns is acknowledged, and once")
  func presentsMeanwhile() throws {
    let app = App()
    let delegate = Presenter()
    let center = UNUserNotificationCenter.current()
    center.delegate = delegate
    defer { center.delegate = nil }
    delegate.told = { complete in
      nonisolated(unsafe) let complete = complete
      Thread.detachNewThread { complete([.banner]) }
    }
    var acknowledged: [UInt64] = []
    for number in UInt64(1)...500 {
      app.handle(.presentNotification(UserNotification(identifier: "tea", title: "Tea", body: "")), state: .active)
      while acknowledged.last != number {
        let messages = try app.pipes.read()
        try #require(!messages.isEmpty)
        for case .ack(let ack) in messages { acknowledged.append(ack.sequence) }
      }
    }
    #expect(acknowledged == Array(1...500))
  }

  @Test("BX5 a push to an app in front whose centre has no delegate reaches the app's own, once, and is not shown")
  func pushedInFront() throws {
    let app = App()
    let delegate = Woken()
    app.application.delegate = delegate
    func present(_ payload: WrittenJSON, isRemote: Bool = true) throws -> AckResult? {
      let one = UserNotification(identifier: "tea", title: "Tea", body: "", content: payload, isRemote: isRemote)
      return try app.answer(to: .presentNotification(one), state: .active)
    }
    #expect(try present(["aps": ["alert": "Tea", "content-available": 0]]) == .answered(handled: false))
    #expect(delegate.told == ["push 0"])
    // This one also comes as what wakes the app.
    #expect(try present(["aps": ["alert": "Tea", "content-available": 1]]) == .answered(handled: false))
    #expect(try present([:], isRemote: false) == .answered(handled: false))
    #expect(delegate.told == ["push 0"])

    let presenter = Presenter()
    presenter.told = { $0([.banner]) }
    let center = UNUserNotificationCenter.current()
    center.delegate = presenter
    defer { center.delegate = nil }
    #expect(try present(["aps": ["alert": "Tea"]]) == .answered(handled: true))
    #expect(delegate.told == ["push 0"])
  }

  @Test("BX3 work that an observer leaves to a queue of its own is done before the event is acknowledged")
  func leftToAQueue() async throws {
    let app = App()
    nonisolated(unsafe) var work: DispatchGroup?
    let observer = NotificationCenter.default.addObserver(
      forName: Notification.Name("org.roost.bluetooth"), object: app.application, queue: nil
    ) { event in
      work = event.userInfo?[EventWork.key] as? DispatchGroup
      work?.enter()
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    app.handle(.backgroundEvent(kind: "bluetooth", payload: ["name": "pen"]), state: .background)
    #expect(try await acks(app) == [])
    try #require(work).leave()
    #expect(try app.pipes.read().last == .ack(Ack(1)))
  }

  @Test("A kind of wake that is not known is unsupported")
  func unknown() throws {
    #expect(try App().answer(to: .backgroundEvent(kind: "moonrise", payload: nil)) == .unsupported)
  }
}

private final class Presenter: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
  // @unchecked: used on the main thread alone.
  var told: ((@escaping (UNNotificationPresentationOptions) -> Void) -> Void)?

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    told?(completionHandler)
  }
}

private final class Downloads: NSObject, UIApplicationDelegate {
  var session: String?
  var complete: (() -> Void)?

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    session = identifier
    complete = completionHandler
  }
}

private final class Woken: NSObject, UIApplicationDelegate {
  var told: [String] = []
  var complete: ((UIBackgroundFetchResult) -> Void)?
  var options: [UIApplication.LaunchOptionsKey: Any]?

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    options = launchOptions
    return true
  }
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    told.append("push \((userInfo["aps"] as? [String: Any])?["content-available"] ?? "")")
    complete = completionHandler
  }
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    told.append("fetch")
    complete = completionHandler
  }
}
