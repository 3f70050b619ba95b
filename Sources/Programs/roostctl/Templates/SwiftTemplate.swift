// A new app in Swift: a package, an Info.plist and the files that Xcode's template has.

struct SwiftTemplate {
  let name: String
  let id: String
  let roost: RoostPackage

  var scenes: [TemplateFile] {
    [
      package,
      infoPlist(
        name, id: id,
        """
          <key>UIApplicationSceneManifest</key>
          <dict>
            <key>UIApplicationSupportsMultipleScenes</key>
            <false/>
            <key>UISceneConfigurations</key>
            <dict>
              <key>UIWindowSceneSessionRoleApplication</key>
              <array>
                <dict>
                  <key>UISceneConfigurationName</key>
                  <string>Default Configuration</string>
                  <key>UISceneDelegateClassName</key>
                  <string>\(name).SceneDelegate</string>
                </dict>
              </array>
            </dict>
          </dict>

        """),
      source(
        "AppDelegate",
        """
        @main
        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            true
          }

          func application(
            _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
            options: UIScene.ConnectionOptions
          ) -> UISceneConfiguration {
            UISceneConfiguration(name: "Default Configuration", sessionRole: connectingSceneSession.role)
          }
        }
        """),
      source(
        "SceneDelegate",
        """
        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          var window: UIWindow?

          func scene(
            _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
          ) {
            guard let scene = scene as? UIWindowScene else { return }
            let window = UIWindow(windowScene: scene)
            window.rootViewController = ViewController()
            window.makeKeyAndVisible()
            self.window = window
          }

          /// The user can see the scene and use it.
          func sceneDidBecomeActive(_ scene: UIScene) { print("active") }

          /// Something covers it, or it is about to leave the screen.
          func sceneWillResignActive(_ scene: UIScene) { print("inactive") }

          /// Save here: a suspended app may be ended without a word.
          func sceneDidEnterBackground(_ scene: UIScene) { print("in the background") }
        }
        """),
      viewController,
    ]
  }

  var appBased: [TemplateFile] {
    [
      package, infoPlist(name, id: id),
      source(
        "AppDelegate",
        """
        @main
        class AppDelegate: UIResponder, UIApplicationDelegate {
          var window: UIWindow?

          func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            let window = UIWindow(frame: UIScreen.main.bounds)
            window.rootViewController = ViewController()
            window.makeKeyAndVisible()
            self.window = window
            return true
          }

          /// The user can see the app and use it.
          func applicationDidBecomeActive(_ application: UIApplication) { print("active") }

          /// Something covers it, or it is about to leave the screen.
          func applicationWillResignActive(_ application: UIApplication) { print("inactive") }

          /// Save here: a suspended app may be ended without a word.
          func applicationDidEnterBackground(_ application: UIApplication) { print("in the background") }
        }
        """),
      viewController,
    ]
  }

  private var package: TemplateFile {
    TemplateFile(
      path: "Package.swift",
      text: """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
          name: "\(name)",
          dependencies: [.package(path: \(quoted(roost.path)))],
          targets: [.executableTarget(name: "\(name)", dependencies: [.product(name: "UIKit", package: \(quoted(roost.name)))])]
        )

        """)
  }

  private var viewController: TemplateFile {
    source(
      "ViewController",
      """
      class ViewController: UIViewController {
        private let button = UIButton(type: .system)
        private var taps = 0

        override func viewDidLoad() {
          super.viewDidLoad()
          view.backgroundColor = .white
          button.setTitle("Tap me", for: .normal)
          button.frame = CGRect(x: 40, y: 120, width: 200, height: 44)
          button.addAction(UIAction { [unowned self] _ in tapped() }, for: .touchUpInside)
          view.addSubview(button)
        }

        private func tapped() {
          taps += 1
          button.setTitle("Tapped \\(taps)", for: .normal)
        }
      }
      """)
  }

  private func source(_ file: String, _ code: String) -> TemplateFile {
    TemplateFile(path: "Sources/\(name)/\(file).swift", text: "import UIKit\n\n" + code + "\n")
  }

  /// As a literal of Swift.
  private func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}
