// A delegate with a main storyboard that chooses another first screen: the window's root, or the whole window.

import UIKit

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(_ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil) -> Bool {
    window?.makeKeyAndVisible()
    return true
  }

  func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    if UserDefaults.standard.bool(forKey: "seen") {
      self.window?.rootViewController = UIStoryboard(name: "Main", bundle: nil).instantiateInitialViewController()
    } else {
      let window = UIWindow(frame: UIScreen.main.bounds)
      window.rootViewController = WelcomeViewController()
      window.backgroundColor = .white
      self.window = window
      window.makeKeyAndVisible()
    }
    return true
  }
}

final class WelcomeViewController: UIViewController {
  var model: String!

  override func awakeFromNib() {
    super.awakeFromNib()
    model = "welcome"
  }
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    title = model?.capitalized
  }
}
