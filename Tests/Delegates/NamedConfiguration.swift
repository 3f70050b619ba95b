// A scene configuration with a name of its own, which Info.plist does not have.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    if let activity = options.userActivities.first, activity.activityType == "org.example.detail" {
      let detail = UISceneConfiguration(name: "Detail", sessionRole: connectingSceneSession.role)
      detail.delegateClass = DetailSceneDelegate.self
      return detail
    }
    let configuration = UISceneConfiguration(name: "Main Scene", sessionRole: connectingSceneSession.role)
    configuration.delegateClass = SceneDelegate.self
    configuration.storyboard = nil
    return configuration
  }

  func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {
    for session in sceneSessions { print(session.persistentIdentifier) }
  }
}

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private var shortcut: UIApplicationShortcutItem?

  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {
    guard let windowScene = (scene as? UIWindowScene) else { return }
    shortcut = connectionOptions.shortcutItem
    window = UIWindow(windowScene: windowScene)
    window?.rootViewController = UINavigationController(rootViewController: UIViewController())
    window?.makeKeyAndVisible()
    // A link that another app handles.
    if let url = connectionOptions.urlContexts.first?.url, url.scheme == "https" {
      scene.open(url, options: nil) { opened in print("opened: \(opened)") }
    }
  }

  func sceneDidBecomeActive(_ scene: UIScene) {
    if let shortcut { print(shortcut.type) }
    shortcut = nil
  }
}

final class DetailSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
}
