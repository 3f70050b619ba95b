// A delegate that chooses what to show, asks the user, and looks at the device.

import Foundation
import UIKit

#if canImport(UIKit)
@main
final class AppDelegate: NSObject, UIApplicationDelegate {
  var window: UIWindow?
  private var observers: [NSObjectProtocol] = []
  private let locale = NSLocale.autoupdatingCurrent

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    if ProcessInfo.processInfo.arguments.contains("-reset") || ProcessInfo.processInfo.environment["RESET"] != nil {
      UserDefaults.standard.removePersistentDomain(forName: Bundle.main.bundleIdentifier ?? "")
      UIView.setAnimationsEnabled(false)
    }
    let storyboard = UIStoryboard(name: "Main", bundle: Bundle.main)
    let isFirst = !UserDefaults.standard.bool(forKey: "seen")
    let controller = storyboard.instantiateViewController(withIdentifier: isFirst ? "Welcome" : "Main")
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = controller
    window?.makeKeyAndVisible()
    if UIDevice.current.userInterfaceIdiom == .pad, let split = controller as? UISplitViewController {
      split.preferredDisplayMode = .oneBesideSecondary
      split.delegate = self
    }
    UIDevice.current.isBatteryMonitoringEnabled = true
    print(UIDevice.current.name, UIDevice.current.systemVersion, UIDevice.current.identifierForVendor?.uuidString ?? "")
    observers.append(
      NotificationCenter.default.addObserver(
        forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: .main
      ) { _ in print("background") })
    return true
  }

  func switchRoot(to controller: UIViewController) {
    guard let window = window else { return }
    window.rootViewController = controller
    UIView.transition(with: window, duration: 0.3, options: .transitionCrossDissolve, animations: nil, completion: nil)
  }

  func ask() {
    let alert = UIAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel, handler: nil))
    alert.addAction(
      UIAlertAction(title: "Settings", style: .default) { _ in
        guard let url = URL(string: UIApplication.openSettingsURLString) else { return }
        if UIApplication.shared.canOpenURL(url) { UIApplication.shared.open(url, options: [:], completionHandler: nil) }
      })
    topViewController?.present(alert, animated: true)
  }

  var topViewController: UIViewController? {
    let keyWindow = UIApplication.shared.connectedScenes
      .filter { $0.activationState == .foregroundActive }
      .compactMap { $0 as? UIWindowScene }
      .first?.windows
      .first { $0.isKeyWindow }
    var top = (keyWindow ?? UIApplication.shared.windows.first)?.rootViewController
    while let presented = top?.presentedViewController { top = presented }
    if let tabs = top as? UITabBarController { return tabs.selectedViewController }
    return (top as? UINavigationController)?.visibleViewController ?? top
  }
}

extension AppDelegate: UISplitViewControllerDelegate {
  func splitViewController(
    _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
    onto primaryViewController: UIViewController
  ) -> Bool { true }
}
#endif
