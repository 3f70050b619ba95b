// State restoration with tabs, a model object that is registered, and a storyboard's controllers.

import UIKit

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  let draft = Draft()

  func application(_ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil) -> Bool {
    UIApplication.registerObject(forStateRestoration: draft, restorationIdentifier: "draft")
    let tabs = UITabBarController()
    tabs.restorationIdentifier = "tabs"
    tabs.viewControllers = ["inbox", "settings"].map { name in
      let root = UIViewController()
      root.restorationIdentifier = name
      let navigation = UINavigationController(rootViewController: root)
      navigation.restorationIdentifier = name + "Navigation"
      return navigation
    }
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = tabs
    window?.makeKeyAndVisible()
    return true
  }

  func application(_ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder) -> Bool { true }
  func application(_ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder) -> Bool {
    coder.decodeInteger(forKey: UIApplication.stateRestorationUserInterfaceIdiomKey) == UIDevice.current.userInterfaceIdiom.rawValue
  }
}

final class Draft: NSObject, UIStateRestoring {
  var text = ""

  func encodeRestorableState(with coder: NSCoder) { coder.encode(text, forKey: "text") }
  func decodeRestorableState(with coder: NSCoder) { text = coder.decodeObject(forKey: "text") as? String ?? "" }
  func applicationFinishedRestoringState() { print(text) }
}
