// An app with scenes inside the test process, and what it and its scenes are told, in one record.

import AgentProtocol
import WireJSON

@testable import UIKit

@MainActor final class SceneApp {
  let app: App
  let delegate = SceneAppDelegate()
  private var observers: [any NSObjectProtocol] = []

  /// - Parameters:
  ///   - configurations: of `UIWindowSceneSessionRoleApplication` in Info.plist, each a dictionary's keys.
  ///   - info: other keys of Info.plist.
  init(
    configurations: [String] = [SceneApp.entry("Default", "UIKitTests.SceneRecorder")], info: String = "",
    launch: Launch = Launch(style: .scene), container: Container.Content = .new
  ) {
    let entries = configurations.map { "<dict>\($0)</dict>" }.joined()
    app = App(
      info: """
        <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>
        <key>UIWindowSceneSessionRoleApplication</key><array>\(entries)</array></dict></dict>\(info)
        """, container: container)
    app.application.delegate = delegate
    SceneRecorder.record = { [unowned delegate] in delegate.note($0, $1) }
    observe()
    app.handle(.launch(launch), state: .background)
  }

  isolated deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    SceneRecorder.record = nil
  }

  nonisolated static func entry(_ name: String?, _ delegate: String) -> String {
    let name = name.map { "<key>UISceneConfigurationName</key><string>\($0)</string>" } ?? ""
    return name + "<key>UISceneDelegateClassName</key><string>\(delegate)</string>"
  }

  // MARK: Messages of roostd

  @discardableResult
  func connect(
    _ id: String, isNew: Bool = true, configuration: String? = nil, activity: JSON? = nil,
    options: LaunchOptions = LaunchOptions()
  ) throws -> AckResult? {
    let session = Session(
      id: id, role: UISceneSession.Role.windowApplication.rawValue, configuration: configuration,
      activity: activity.map(WrittenJSON.init))
    return try app.answer(
      to: .connectScene(SceneConnection(session, isNew: isNew, options: options)), state: .background, scene: id)
  }

  func comeForward(_ id: String) {
    app.handle(.willEnterForeground, state: .background, scene: id, more: true)
    app.handle(.didBecomeActive, state: .active, scene: id)
  }

  /// Connected, and on the screen; the record begins after that.
  func open(_ id: String) throws {
    try connect(id)
    comeForward(id)
    _ = takeCalls()
  }

  func home(_ id: String) {
    app.handle(.willResignActive, state: .active, scene: id, more: true)
    app.handle(.didEnterBackground, state: .background, scene: id)
  }

  func scene(_ id: String) -> UIScene? { app.application.sessions[id]?.scene }

  // MARK: The record

  /// The calls since the last look: `sceneDidBecomeActive A`, or a notification by its name.
  func takeCalls() -> [String] {
    defer { delegate.calls = [] }
    return delegate.calls.map(\.name)
  }

  private func observe() {
    let center = NotificationCenter.default
    for name in [
      UIScene.willConnectNotification, UIScene.didDisconnectNotification, UIScene.didActivateNotification,
      UIScene.willDeactivateNotification, UIScene.willEnterForegroundNotification,
      UIScene.didEnterBackgroundNotification,
    ] {
      observers.append(
        center.addObserver(forName: name, object: nil, queue: nil) { [delegate] notification in
          let scene = notification.object as? UIScene
          MainActor.assumeIsolated { delegate.note(name.rawValue, scene) }
        })
    }
    for name in [
      UIApplication.didBecomeActiveNotification, UIApplication.willResignActiveNotification,
      UIApplication.didEnterBackgroundNotification, UIApplication.willEnterForegroundNotification,
    ] {
      observers.append(
        center.addObserver(forName: name, object: app.application, queue: nil) { [delegate] _ in
          MainActor.assumeIsolated { delegate.note(name.rawValue, nil) }
        })
    }
  }
}

/// One call or notification, and the states that it saw.
struct SceneCall {
  let name: String
  let app: UIApplication.State
  let scene: UIScene.ActivationState?
}

final class SceneAppDelegate: NSObject, UIApplicationDelegate {
  var calls: [SceneCall] = []
  var configuration: ((UISceneSession) -> UISceneConfiguration)?
  var discarded: Set<UISceneSession> = []

  func note(_ name: String, _ scene: UIScene?) {
    let id = scene.map { " " + $0.session.persistentIdentifier } ?? ""
    calls.append(
      SceneCall(name: name + id, app: UIApplication.shared.applicationState, scene: scene?.activationState))
  }

  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    note("configurationForConnecting", nil)
    return configuration?(connectingSceneSession)
      ?? UISceneConfiguration(name: "Default", sessionRole: connectingSceneSession.role)
  }

  func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {
    note("didDiscardSceneSessions", nil)
    discarded = sceneSessions
  }

  // Calls that the delegate of an app with scenes does not get (LS2).
  func applicationDidBecomeActive(_ application: UIApplication) { note("applicationDidBecomeActive", nil) }
  func applicationWillResignActive(_ application: UIApplication) { note("applicationWillResignActive", nil) }
  func applicationDidEnterBackground(_ application: UIApplication) { note("applicationDidEnterBackground", nil) }
  func applicationWillEnterForeground(_ application: UIApplication) { note("applicationWillEnterForeground", nil) }
}

/// A scene delegate as Info.plist names it, made with `init()`.
class SceneRecorder: UIResponder, UIWindowSceneDelegate {
  static var record: ((String, UIScene) -> Void)?
  /// The content that the next scene that connects shows.
  static var content: UIViewController?

  var window: UIWindow?
  var options: UIScene.ConnectionOptions?
  var activity: NSUserActivity?
  var opened: [UIOpenURLContext] = []
  var shortcut: UIApplicationShortcutItem?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {
    Self.record?("sceneWillConnect", scene)
    options = connectionOptions
    guard let content = Self.content, let scene = scene as? UIWindowScene else { return }
    Self.content = nil
    window = UIWindow(windowScene: scene)
    window?.rootViewController = content
    window?.makeKeyAndVisible()
  }
  func sceneDidDisconnect(_ scene: UIScene) { Self.record?("sceneDidDisconnect", scene) }
  func sceneDidBecomeActive(_ scene: UIScene) { Self.record?("sceneDidBecomeActive", scene) }
  func sceneWillResignActive(_ scene: UIScene) { Self.record?("sceneWillResignActive", scene) }
  func sceneWillEnterForeground(_ scene: UIScene) { Self.record?("sceneWillEnterForeground", scene) }
  func sceneDidEnterBackground(_ scene: UIScene) { Self.record?("sceneDidEnterBackground", scene) }

  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    Self.record?("stateRestorationActivity", scene)
    return activity
  }
  func scene(_ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity) {
    Self.record?("restoreInteractionState", scene)
    activity = stateRestorationActivity
  }
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    Self.record?("openURLContexts", scene)
    opened += URLContexts
  }
  func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {
    Self.record?("willContinueUserActivity", scene)
  }
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
    Self.record?("continueUserActivity", scene)
    activity = userActivity
  }
  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    Self.record?("performActionFor", windowScene)
    shortcut = shortcutItem
    completionHandler(true)
  }
  func windowScene(
    _ windowScene: UIWindowScene, didUpdate previousCoordinateSpace: any UICoordinateSpace,
    interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
    traitCollection previousTraitCollection: UITraitCollection
  ) {
    Self.record?("didUpdate from \(previousInterfaceOrientation.rawValue)", windowScene)
  }
}
