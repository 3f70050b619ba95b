// Scenes without a storyboard: the configuration, the window and its contents are made in code.

import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  private(set) lazy var launchedAt = Date()

  override init() {
    super.init()
    UserDefaults.standard.register(defaults: ["launches": 0])
  }

  func application(
    _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    _ = launchedAt
    return launchOptions?[.url] == nil
  }

  func application(
    _ application: UIApplication,
    configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
    if connectingSceneSession.role == .windowApplication { configuration.sceneClass = UIWindowScene.self }
    configuration.delegateClass = SceneDelegate.self
    return configuration
  }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private var navigation: UINavigationController?
  private let tabs = UITabBarController()

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    let list = UIViewController()
    list.title = "List"
    list.tabBarItem = UITabBarItem(title: "List", image: UIImage(systemName: "list.bullet"), tag: 0)
    let settings = UIViewController()
    settings.view.backgroundColor = .systemBackground
    settings.tabBarItem = UITabBarItem(
      title: "Settings", image: UIImage(systemName: "gear"), selectedImage: UIImage(named: "settings"))
    navigation = UINavigationController(rootViewController: list)
    navigation?.navigationBar.prefersLargeTitles = true
    tabs.viewControllers = [navigation, settings].compactMap { $0 }
    tabs.selectedIndex = 0
    window = UIWindow(frame: windowScene.coordinateSpace.bounds)
    window?.windowScene = windowScene
    window?.tintColor = UIColor(red: 0.2, green: 0.5, blue: 0.9, alpha: 1)
    window?.overrideUserInterfaceStyle = .light
    window?.rootViewController = tabs
    window?.makeKeyAndVisible()
  }

  func sceneWillEnterForeground(_ scene: UIScene) {
    UIApplication.shared.applicationIconBadgeNumber = 0
    UIApplication.shared.isIdleTimerDisabled = true
  }

  func sceneDidEnterBackground(_ scene: UIScene) {
    window?.endEditing(true)
    let cover = UIView(frame: window?.bounds ?? .zero)
    cover.backgroundColor = .black
    cover.alpha = 0.9
    window?.addSubview(cover)
  }

  func windowScene(
    _ windowScene: UIWindowScene, didUpdate previousCoordinateSpace: UICoordinateSpace,
    interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
    traitCollection previousTraitCollection: UITraitCollection
  ) {
    print(windowScene.interfaceOrientation.isPortrait, previousTraitCollection.userInterfaceStyle == .dark)
  }
}
