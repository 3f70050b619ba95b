// When the root view is loaded, and in which window a storyboard is shown (LA3, LA9, FG3).

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct RootViewTests {
  /// An app of a bundle with a main storyboard that has one page.
  private func storyboard(_ delegate: any UIApplicationDelegate) throws -> (App, MainStoryboard) {
    let storyboard = try MainStoryboard()
    let app = App()
    AppInfo.current.mainStoryboard = storyboard.name
    app.application.delegate = delegate
    return (app, storyboard)
  }

  @Test("LA3 makeKeyAndVisible loads the root view, in a background launch too; it appears only on the screen")
  func background() {
    let app = App()
    let delegate = Coder()
    app.application.delegate = delegate
    app.handle(.launch(Launch()), state: .background)
    app.handle(.didEnterBackground, state: .background)
    #expect(delegate.told == ["didLoad", "DF"])
    app.handle(.willEnterForeground, state: .background)
    app.handle(.didBecomeActive, state: .active)
    #expect(delegate.told == ["didLoad", "DF", "A", "willAppear", "didAppear"])
  }

  @Test("LA2 a root view that replaces another in a window that shows is loaded at once")
  func replaced() {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = UIViewController()
    #expect(window.rootViewController?.isViewLoaded == false)
    window.isHidden = false
    #expect(window.rootViewController?.isViewLoaded == true)
    window.rootViewController = UIViewController()
    #expect(window.rootViewController?.isViewLoaded == true)
  }

  @Test("LA9 the storyboard's view is loaded when DF has returned, before A")
  func order() throws {
    let delegate = Owner()
    let (app, storyboard) = try storyboard(delegate)
    StoryboardRoot.record = { delegate.told.append($0) }
    defer { StoryboardRoot.record = nil }
    app.handle(.launch(Launch()), state: .inactive)
    #expect(delegate.told == ["awakeFromNib", "WF with root", "DF", "didLoad"])
    app.handle(.didBecomeActive, state: .active)
    #expect(delegate.told.suffix(2) == ["A", "willAppear"])
    withExtendedLifetime(storyboard) {}
  }

  @Test("LA9 a window that the delegate puts in the place of the storyboard's is the only one")
  func exchanged() throws {
    let delegate = Owner()
    let (app, storyboard) = try storyboard(delegate)
    delegate.replaces = true
    StoryboardRoot.record = { delegate.told.append($0) }
    defer { StoryboardRoot.record = nil }
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    #expect(UIWindow.all.filter { !$0.isHidden } == [delegate.window])
    #expect(!delegate.told.contains("didLoad"))
    withExtendedLifetime(storyboard) {}
  }

  @Test("LA9 the storyboard is shown in the window that the delegate already has")
  func supplied() throws {
    let delegate = Supplier()
    let (app, storyboard) = try storyboard(delegate)
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    #expect(delegate.window?.rootViewController is StoryboardRoot && delegate.window?.isKeyWindow == true)
    #expect(UIWindow.all.filter { !$0.isHidden }.count == 1)
    withExtendedLifetime(storyboard) {}
  }

  @Test("LA9 an empty name is no storyboard")
  func empty() {
    let app = App(info: "<key>UIMainStoryboardFile</key><string></string>")
    app.handle(.launch(Launch()), state: .inactive)
    #expect(UIWindow.all.allSatisfy(\.isHidden) && app.application.mainWindow == nil)
  }
}

/// A storyboard in the bundle of the tests' program, where UIMainStoryboardFile is looked for; gone with the test.
@MainActor private final class MainStoryboard {
  let name = "Main\(getpid())"
  private let file: URL

  init() throws {
    file = URL(fileURLWithPath: Bundle.main.bundlePath).appending(path: "\(name).storyboard")
    let text = """
      <document initialViewController="V"><scenes><scene><objects>
      <viewController id="V" customClass="StoryboardRoot" customModule="UIKitTests"/>
      </objects></scene></scenes></document>
      """
    try Data(text.utf8).write(to: file)
  }

  deinit { try? FileManager.default.removeItem(at: file) }
}

final class StoryboardRoot: UIViewController {
  static var record: ((String) -> Void)?
  /// As iOS code has them: set before the view is loaded.
  var model: String!

  override func awakeFromNib() {
    super.awakeFromNib()
    model = "set"
    Self.record?("awakeFromNib")
  }
  override func viewDidLoad() {
    super.viewDidLoad()
    title = model.uppercased()
    Self.record?("didLoad")
  }
  override func viewWillAppear(_ animated: Bool) { Self.record?("willAppear") }
}

/// Has the property of Xcode's template.
private final class Owner: NSObject, UIApplicationDelegate {
  var window: UIWindow?
  var told: [String] = []
  var replaces = false

  func application(
    _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    told.append("WF with \(window?.rootViewController == nil ? "nothing" : "root")")
    return true
  }
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    told.append("DF")
    if replaces {
      window = UIWindow(frame: UIScreen.main.bounds)
      window?.rootViewController = UIViewController()
      window?.makeKeyAndVisible()
    }
    return true
  }
  func applicationDidBecomeActive(_ application: UIApplication) { told.append("A") }
}

/// Has a window of a class of its own from the start.
private final class Supplier: NSObject, UIApplicationDelegate {
  private final class OwnWindow: UIWindow {}
  var window: UIWindow? = OwnWindow(frame: UIScreen.main.bounds)
}

/// Makes everything in code.
private final class Coder: NSObject, UIApplicationDelegate {
  var told: [String] = []
  var window: UIWindow?

  private final class Root: UIViewController {
    var note: ((String) -> Void)?
    override func viewDidLoad() { note?("didLoad") }
    override func viewWillAppear(_ animated: Bool) { note?("willAppear") }
    override func viewDidAppear(_ animated: Bool) { note?("didAppear") }
  }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let root = Root()
    root.note = { [unowned self] in told.append($0) }
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = root
    window?.makeKeyAndVisible()
    told.append("DF")
    return true
  }
  func applicationDidBecomeActive(_ application: UIApplication) { told.append("A") }
}
