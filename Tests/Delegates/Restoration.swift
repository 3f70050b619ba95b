// A scene that takes up where it was, from its session, a user activity, a link or a shortcut.

import UIKit

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  static let activityType = Bundle.main.bundleIdentifier.map { $0 + ".open" } ?? "org.example.open"

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {
    if let activity = connectionOptions.userActivities.first ?? session.stateRestorationActivity {
      if !configure(window: window, with: activity) { print("unable to restore \(activity.activityType)") }
    }
    if let context = connectionOptions.urlContexts.first { open(context.url) }
    if let item = connectionOptions.shortcutItem { _ = choose(item) }
    if let response = connectionOptions.notificationResponse { print(response.notification.request.identifier) }
    session.userInfo = ["opened": Date()]
  }

  func configure(window: UIWindow?, with activity: NSUserActivity) -> Bool {
    guard activity.activityType == Self.activityType, let page = activity.userInfo?["page"] as? Int else { return false }
    let controller = UIViewController()
    controller.title = activity.title ?? "Page \(page)"
    if let navigation = window?.rootViewController as? UINavigationController {
      navigation.pushViewController(controller, animated: false)
    }
    return true
  }

  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    return scene.userActivity
  }

  func sceneDidBecomeActive(_ scene: UIScene) {
    window?.windowScene?.userActivity?.becomeCurrent()
  }

  func sceneWillResignActive(_ scene: UIScene) {
    window?.windowScene?.userActivity?.resignCurrent()
    let activity = NSUserActivity(activityType: Self.activityType)
    activity.title = scene.title
    activity.addUserInfoEntries(from: ["page": 2])
    activity.isEligibleForHandoff = false
    scene.userActivity = activity
  }

  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    for context in URLContexts {
      print(context.options.sourceApplication ?? "nobody", context.options.openInPlace)
      open(context.url)
    }
  }

  func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {}

  func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
    if userActivity.activityType == NSUserActivityTypeBrowsingWeb, let url = userActivity.webpageURL { open(url) }
  }

  func scene(_ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String, error: Error) {
    print(error.localizedDescription)
  }

  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    completionHandler(choose(shortcutItem))
  }

  func newWindow() {
    UIApplication.shared.requestSceneSessionActivation(
      nil, userActivity: NSUserActivity(activityType: Self.activityType), options: nil
    ) { error in print(error) }
    guard let session = window?.windowScene?.session else { return }
    UIApplication.shared.requestSceneSessionRefresh(session)
    UIApplication.shared.requestSceneSessionDestruction(session, options: nil, errorHandler: nil)
  }

  private func choose(_ item: UIApplicationShortcutItem) -> Bool {
    print(item.type, item.localizedTitle, item.localizedSubtitle ?? "", item.userInfo?["page"] as? Int ?? 0)
    return item.type.hasSuffix(".new")
  }

  private func open(_ url: URL) {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    print(components?.host ?? "", components?.queryItems?.first?.value ?? "")
  }
}
