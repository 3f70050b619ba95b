// Witness writes down every call and notification it gets, in order, with the states it sees in them. For tests.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Testimony.watchNotifications()
    DeviceTestimony.begin()
    Hoard.begin()
    Testimony.write("willFinishLaunching", launchOptions.map { Testimony.text($0) } ?? "no options")
    return !CommandLine.arguments.contains("refuse=willFinishLaunching")
  }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    TaskRegistration.duringLaunch()
    Reminders.plan()
    Testimony.write("didFinishLaunching", launchOptions.map { Testimony.text($0) } ?? "no options")
    if Bundle.main.object(forInfoDictionaryKey: "UIApplicationSceneManifest") == nil {
      let window = UIWindow(frame: UIScreen.main.bounds)
      window.rootViewController = WitnessViewController()
      window.makeKeyAndVisible()
      self.window = window
    }
    return !CommandLine.arguments.contains("refuse=didFinishLaunching")
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    Testimony.write("didBecomeActive")
    TaskRegistration.afterLaunch()
    Reminders.tell()
  }
  func applicationWillResignActive(_ application: UIApplication) { Testimony.write("willResignActive") }
  func applicationDidEnterBackground(_ application: UIApplication) { Testimony.write("didEnterBackground") }
  func applicationWillEnterForeground(_ application: UIApplication) {
    Testimony.write("willEnterForeground", Hoard.first)
  }
  func applicationWillTerminate(_ application: UIApplication) { Testimony.write("willTerminate") }

  func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
    Testimony.write("openURL", "\(url) from \(options[.sourceApplication] as? String ?? "nobody")")
    return true
  }

  func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    Testimony.write("performActionFor", shortcutItem.type)
    completionHandler(true)
  }

  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
  ) -> Bool {
    Testimony.write("continueUserActivity", userActivity.activityType)
    return true
  }

  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    Testimony.write("configurationForConnecting")
    if CommandLine.arguments.contains("configuration=code") {
      let configuration = UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
      configuration.delegateClass = SceneDelegate.self
      return configuration
    }
    return UISceneConfiguration(name: "Witness", sessionRole: connectingSceneSession.role)
  }

  func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {
    Testimony.write("didDiscardSceneSessions", "\(sceneSessions.count)")
  }

  func application(_ application: UIApplication, willChangeStatusBarFrame newStatusBarFrame: CGRect) {
    Testimony.write("willChangeStatusBarFrame", "\(Int(newStatusBarFrame.height))")
  }

  func application(_ application: UIApplication, didChangeStatusBarFrame oldStatusBarFrame: CGRect) {
    Testimony.write("didChangeStatusBarFrame", "\(Int(oldStatusBarFrame.height))")
  }

  func application(_ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder) -> Bool {
    Testimony.write("shouldSaveSecureApplicationState")
    coder.encode(Testimony.count, forKey: "count")
    return true
  }

  func application(_ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder) -> Bool {
    Testimony.write("shouldRestoreSecureApplicationState", "\(coder.decodeInteger(forKey: "count") > 0)")
    return true
  }
}
