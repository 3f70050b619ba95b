// Scenes without a manifest in Info.plist: the delegate's answer is all there is.

import UIKit

@main
final class AppDelegate: NSObject, UIApplicationDelegate {
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession, options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
    configuration.delegateClass = WindowDelegate.self
    return configuration
  }
}

final class WindowDelegate: NSObject, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UITabBarController()
    self.window = window
    window.makeKeyAndVisible()
    if let restored = session.stateRestorationActivity { scene.userActivity = restored }
  }

  func scene(_ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity) {
    print(stateRestorationActivity.activityType)
  }
  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { scene.userActivity }
}
