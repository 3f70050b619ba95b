// One window of Pages: which page it shows, and how it is told to show another.

import UIKit

/// The activity that says which page a window shows; its `userInfo` has the page.
private let reading = "com.example.pages.reading"

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private let page = PageViewController()

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    if let activity = connectionOptions.userActivities.first ?? session.stateRestorationActivity {
      self.scene(scene, continue: activity)
    }
    for context in connectionOptions.urlContexts { open(context.url) }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = page
    window.makeKeyAndVisible()
    self.window = window
    print("a window at page \(page.number)")
  }

  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    let activity = NSUserActivity(activityType: reading)
    activity.title = "Page \(page.number)"
    activity.addUserInfoEntries(from: ["page": page.number])
    return activity
  }

  func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
    if userActivity.activityType == reading, let number = userActivity.userInfo?["page"] as? Int {
      page.number = number
    }
  }

  /// `pages:12` turns to page 12.
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    for context in URLContexts { open(context.url) }
  }

  private func open(_ url: URL) {
    if let number = Int(url.absoluteString.drop { $0 != ":" }.dropFirst()) { page.number = number }
  }
}
