// An app without scenes that takes up where it was: a restoration class for pushed pages, and the delegate for the rest.

import UIKit

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.restorationIdentifier = "window"
    let list = ListViewController()
    let navigation = UINavigationController(rootViewController: list)
    navigation.restorationIdentifier = "navigation"
    window?.rootViewController = navigation
    return true
  }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    window?.makeKeyAndVisible()
    return true
  }

  func application(_ application: UIApplication, shouldSaveApplicationState coder: NSCoder) -> Bool { true }
  func application(_ application: UIApplication, shouldRestoreApplicationState coder: NSCoder) -> Bool {
    let version = coder.decodeObject(forKey: UIApplication.stateRestorationBundleVersionKey) as? String
    return version == Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String
  }

  func application(
    _ application: UIApplication, viewControllerWithRestorationIdentifierPath identifierComponents: [String],
    coder: NSCoder
  ) -> UIViewController? {
    guard let last = identifierComponents.last, last == "settings" else { return nil }
    let storyboard = coder.decodeObject(forKey: UIApplication.stateRestorationViewControllerStoryboardKey) as? UIStoryboard
    return storyboard?.instantiateViewController(withIdentifier: last) ?? UIViewController()
  }

  func application(_ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder) {
    coder.encode(2, forKey: "version")
  }
  func application(_ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder) {
    print(coder.decodeInteger(forKey: "version"))
  }
}

final class ListViewController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    restorationIdentifier = "list"
  }
  func open(_ page: Int) {
    navigationController?.pushViewController(PageViewController(page: page), animated: true)
  }
}

final class PageViewController: UIViewController, UIViewControllerRestoration {
  private var page: Int

  init(page: Int) {
    self.page = page
    super.init(nibName: nil, bundle: nil)
    restorationIdentifier = "page"
    restorationClass = PageViewController.self
  }
  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
  ) -> UIViewController? {
    PageViewController(page: coder.decodeInteger(forKey: "page"))
  }
  override func encodeRestorableState(with coder: NSCoder) {
    coder.encode(page, forKey: "page")
    super.encodeRestorableState(with: coder)
  }
  override func decodeRestorableState(with coder: NSCoder) {
    page = coder.decodeInteger(forKey: "page")
    super.decodeRestorableState(with: coder)
  }
  override func applicationFinishedRestoringState() {
    title = "Page \(page)"
  }
}
