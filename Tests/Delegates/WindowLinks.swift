// An app without scenes that is opened by links, shortcuts and activities, and restores itself.

import UIKit

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  var launchedShortcutItem: UIApplicationShortcutItem?
  var orientationLock = UIInterfaceOrientationMask.all
  var backgroundSessionCompletionHandler: (() -> Void)?
  private var backgroundTask: UIBackgroundTaskIdentifier = .invalid

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    var shouldPerformAdditionalDelegateHandling = true
    if let item = launchOptions?[UIApplication.LaunchOptionsKey.shortcutItem] as? UIApplicationShortcutItem {
      launchedShortcutItem = item
      shouldPerformAdditionalDelegateHandling = false
    }
    if let url = launchOptions?[.url] as? URL { print(url, launchOptions?[.sourceApplication] ?? "") }
    if launchOptions?[.remoteNotification] != nil || launchOptions?[.location] != nil { print("woken") }
    if application.shortcutItems?.isEmpty ?? true {
      application.shortcutItems = [
        UIMutableApplicationShortcutItem(
          type: "new", localizedTitle: "New", localizedSubtitle: nil, icon: UIApplicationShortcutIcon(type: .add),
          userInfo: ["page": 1 as NSNumber]),
        UIApplicationShortcutItem(type: "find", localizedTitle: "Find"),
      ]
    }
    window = UIWindow(frame: UIScreen.main.bounds)
    window!.backgroundColor = UIColor.white
    window!.rootViewController = UINavigationController(rootViewController: UIViewController(nibName: nil, bundle: nil))
    window!.makeKeyAndVisible()
    return shouldPerformAdditionalDelegateHandling
  }

  func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
    let source = options[UIApplication.OpenURLOptionsKey.sourceApplication] as? String
    return url.scheme == "example" && source != nil && options[.annotation] == nil
  }

  func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    completionHandler(shortcutItem.type == "new")
  }

  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
  ) -> Bool {
    guard userActivity.activityType == NSUserActivityTypeBrowsingWeb else { return false }
    restorationHandler([window?.rootViewController].compactMap { $0 })
    return true
  }

  func application(_ application: UIApplication, willContinueUserActivityWithType userActivityType: String) -> Bool { true }
  func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity) {}
  func application(
    _ application: UIApplication, didFailToContinueUserActivityWithType userActivityType: String, error: any Error
  ) {}

  func application(_ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder) -> Bool { true }
  func application(_ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder) -> Bool { true }
  func application(_ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder) { coder.encode(1, forKey: "v") }
  func application(_ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder) {}
  func application(
    _ application: UIApplication, viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: NSCoder
  ) -> UIViewController? { nil }

  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask { orientationLock }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    backgroundSessionCompletionHandler = completionHandler
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    backgroundTask = application.beginBackgroundTask(withName: "save") { [weak self] in
      guard let self else { return }
      application.endBackgroundTask(self.backgroundTask)
      self.backgroundTask = UIBackgroundTaskIdentifier.invalid
    }
    print(application.backgroundTimeRemaining, application.backgroundRefreshStatus == .available)
  }

  func applicationDidReceiveMemoryWarning(_ application: UIApplication) { print("memory is short") }
  func applicationSignificantTimeChange(_ application: UIApplication) {}
  func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}
  func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}
}
