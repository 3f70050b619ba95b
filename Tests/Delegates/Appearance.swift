// The looks of bars, set once for all.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  static var shared: AppDelegate { UIApplication.shared.delegate as! AppDelegate }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    setupAppearance()
    window = UIWindow()
    window?.tintColor = .orange
    window?.makeKeyAndVisible()
    window?.rootViewController = UIStoryboard(name: "Main", bundle: nil).instantiateInitialViewController()
    return true
  }

  private func setupAppearance() {
    UINavigationBar.appearance().barTintColor = UIColor.red
    UINavigationBar.appearance().tintColor = .white
    UINavigationBar.appearance().barStyle = .black
    UINavigationBar.appearance().isTranslucent = false
    UINavigationBar.appearance().shadowImage = UIImage()
    UINavigationBar.appearance().setBackgroundImage(UIImage(), for: .default)
    UINavigationBar.appearance().titleTextAttributes = [NSAttributedString.Key.foregroundColor: UIColor.white]
    UINavigationBar.appearance().largeTitleTextAttributes = [
      .foregroundColor: UIColor.label, .font: UIFont.systemFont(ofSize: 30, weight: .bold),
    ]
    UITabBar.appearance().barTintColor = .white
    UITabBar.appearance().tintColor = .black
    UITabBar.appearance().unselectedItemTintColor = .gray
    UITabBar.appearance().backgroundColor = UIColor.systemBackground
    UITabBarItem.appearance().setTitleTextAttributes([.font: UIFont.boldSystemFont(ofSize: 10)], for: .normal)
    UIBarButtonItem.appearance().setTitleTextAttributes([.foregroundColor: UIColor.clear], for: .highlighted)
    UIBarButtonItem.appearance(whenContainedInInstancesOf: [UINavigationBar.self]).tintColor = .blue
    UITextField.appearance().tintColor = UIColor(white: 0.2, alpha: 1)
    UITableView.appearance().backgroundColor = .systemGroupedBackground
    UISwitch.appearance().onTintColor = UIColor(named: "Accent")
    UILabel.appearance().textColor = .darkText
    UIView.appearance().tintColor = .systemTeal
    if #available(iOS 15, *) {
      let appearance = UINavigationBarAppearance()
      appearance.configureWithOpaqueBackground()
      appearance.backgroundColor = .systemIndigo
      appearance.titleTextAttributes = [.foregroundColor: UIColor.white]
      appearance.shadowColor = nil
      UINavigationBar.appearance().standardAppearance = appearance
      UINavigationBar.appearance().compactAppearance = appearance
      UINavigationBar.appearance().scrollEdgeAppearance = UINavigationBar.appearance().standardAppearance
      let tabs = UITabBarAppearance()
      tabs.configureWithDefaultBackground()
      UITabBar.appearance().standardAppearance = tabs
      UITabBar.appearance().scrollEdgeAppearance = tabs
    }
  }
}
