// Covers the secrets before the system takes its picture of them, and takes the cover away when the user is back.

import UIKit

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private let cover = CoverView()

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = SecretsViewController()
    window.makeKeyAndVisible()
    self.window = window
  }

  func sceneDidEnterBackground(_ scene: UIScene) {
    guard let window else { return }
    (window.rootViewController as? SecretsViewController)?.lock()
    cover.frame = window.bounds
    window.addSubview(cover)
    print("covered")
  }

  func sceneWillEnterForeground(_ scene: UIScene) {
    (window?.rootViewController as? SecretsViewController)?.unlock()
    cover.removeFromSuperview()
  }
}
