// Xcode's master-detail template: a split view with a button for its display mode, in a scene.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {}

class SceneDelegate: UIResponder, UIWindowSceneDelegate, UISplitViewControllerDelegate {
  var window: UIWindow?

  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {
    guard let windowScene = scene as? UIWindowScene else { return }
    let split = UISplitViewController(style: .doubleColumn)
    let detail = UIViewController()
    detail.navigationItem.leftBarButtonItem = split.displayModeButtonItem
    detail.navigationItem.leftItemsSupplementBackButton = true
    split.setViewController(UITableViewController(style: .plain), for: .primary)
    split.setViewController(UINavigationController(rootViewController: detail), for: .secondary)
    split.delegate = self
    window = UIWindow(windowScene: windowScene)
    window?.rootViewController = split
    window?.makeKeyAndVisible()
  }

  func splitViewController(_ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode) {
    print(displayMode == .secondaryOnly)
  }
}
