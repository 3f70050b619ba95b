// The calls that a scene of Witness gets.

import UIKit

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {
    var details = connectionOptions.urlContexts.map { "url \($0.url)" }
    if let item = connectionOptions.shortcutItem { details.append("shortcut \(item.type)") }
    details += connectionOptions.userActivities.map { "activity \($0.activityType)" }
    if let activity = session.stateRestorationActivity { details.append("restores \(activity.title ?? "")") }
    Testimony.write("sceneWillConnect", in: scene, details.joined(separator: ", "))
    guard let windowScene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = WitnessViewController()
    window.makeKeyAndVisible()
    self.window = window
  }

  func sceneDidDisconnect(_ scene: UIScene) { Testimony.write("sceneDidDisconnect", in: scene) }
  func sceneDidBecomeActive(_ scene: UIScene) { Testimony.write("sceneDidBecomeActive", in: scene) }
  func sceneWillResignActive(_ scene: UIScene) { Testimony.write("sceneWillResignActive", in: scene) }
  func sceneWillEnterForeground(_ scene: UIScene) {
    Testimony.write("sceneWillEnterForeground", in: scene, Hoard.first)
  }
  func sceneDidEnterBackground(_ scene: UIScene) { Testimony.write("sceneDidEnterBackground", in: scene) }

  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    for context in URLContexts { Testimony.write("sceneOpenURLContexts", in: scene, "\(context.url)") }
  }

  func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
    Testimony.write("sceneContinueUserActivity", in: scene, userActivity.activityType)
  }

  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    Testimony.write("windowScenePerformActionFor", in: windowScene, shortcutItem.type)
    completionHandler(true)
  }

  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    Testimony.write("stateRestorationActivity", in: scene)
    let activity = NSUserActivity(activityType: "com.example.witness.testimony")
    activity.title = "line \(Testimony.count)"
    return activity
  }
}
