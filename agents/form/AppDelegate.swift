// Form keeps what was typed into it: in memory while it is suspended, by state restoration when its process is gone.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let form = FormViewController()
    form.restorationIdentifier = "form"
    let stack = UINavigationController(rootViewController: form)
    stack.restorationIdentifier = "stack"
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = stack
    window?.makeKeyAndVisible()
    return true
  }

  func application(_ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder) -> Bool { true }
  func application(_ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder) -> Bool { true }
}
