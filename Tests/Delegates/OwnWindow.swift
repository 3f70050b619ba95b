// A delegate that supplies the window itself: of a subclass that draws touches, or records for debugging.

import UIKit

final class DebugWindow: UIWindow {
  override func layoutSubviews() {
    super.layoutSubviews()
    rootViewController?.view.layer.borderWidth = 1
  }
  override func becomeKey() {
    super.becomeKey()
    print("key")
  }
}

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
  lazy var customWindow = DebugWindow(frame: UIScreen.main.bounds)
  var window: UIWindow? {
    get { customWindow }
    set {}
  }

  func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
    let root = window?.rootViewController
    print(root?.isViewLoaded ?? false)
    return true
  }
}
