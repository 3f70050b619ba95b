// The content of the screen: at launch, on return, and behind the screen (LA2, FG3, BG3, SN1).

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite struct ForegroundTests {
  /// An app in front whose delegate, which nobody else holds, shows `content`.
  private func active(_ content: UIViewController? = nil, launch: Launch = Launch()) -> (app: App, delegate: Shower) {
    let app = App()
    let delegate = Shower(content)
    app.application.delegate = delegate
    app.handle(.launch(launch), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    return (app, delegate)
  }

  private static func labelled(_ text: String) -> UIViewController {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
    label.text = text
    let content = UIViewController()
    content.view.addSubview(label)
    return content
  }

  @Test(
    "FG3, LA2: an app's first view appears after A, by policy before it, and after DF where it was made visible",
    arguments: [
      (FirstAppearance.byStyle, ["DF", "A", "appears"]), (.afterActive, ["DF", "A", "appears"]),
      (.beforeForeground, ["DF", "appears", "A"]),
    ])
  func firstAppearance(policy: FirstAppearance, expected: [String]) {
    let (_, delegate) = active(launch: Launch(firstAppearance: policy))
    #expect(delegate.told == expected)
  }

  @Test(
    "FG3: a scene's first view appears before F, by policy after A",
    arguments: [
      (FirstAppearance.byStyle, ["appears", "sceneWillEnterForeground A", "sceneDidBecomeActive A"]),
      (.beforeForeground, ["appears", "sceneWillEnterForeground A", "sceneDidBecomeActive A"]),
      (.afterActive, ["sceneWillEnterForeground A", "sceneDidBecomeActive A", "appears"]),
    ])
  func firstAppearanceOfScene(policy: FirstAppearance, expected: [String]) throws {
    let device = SceneApp(launch: Launch(style: .scene, firstAppearance: policy))
    SceneRecorder.content = ShownController { device.delegate.note("appears", nil) }
    try device.connect("A")
    #expect(!device.takeCalls().contains("appears"))
    device.comeForward("A")
    #expect(device.takeCalls().filter { !$0.hasPrefix("UI") } == expected)
  }

  @Test("FG3: on home and return nothing appears again")
  func noSecondAppearance() {
    let (app, delegate) = active()
    app.handle(.willResignActive, state: .active)
    app.handle(.didEnterBackground, state: .background)
    app.handle(.willEnterForeground, state: .background)
    app.handle(.didBecomeActive, state: .active)
    #expect(delegate.told.filter { $0 == "appears" }.count == 1)
  }

  @Test("FG3: what changes in the background and in F is drawn once, when F has returned", arguments: [false, true])
  func updates(inScene: Bool) throws {
    let view = Drawn()
    let controller = ShownController {}
    controller.loadViewIfNeeded()
    controller.view.addSubview(view)
    let app: App
    let scene: String?
    var device: SceneApp?
    let delegate = Shower(controller)
    if inScene {
      let made = SceneApp()
      SceneRecorder.content = controller
      try made.open("A")
      (device, app, scene) = (made, made.app, "A")
    } else {
      (app, scene) = (App(), nil)
      app.application.delegate = delegate
      app.handle(.launch(Launch()), state: .inactive)
      app.handle(.didBecomeActive, state: .active)
    }
    UpdateCycle.flush()
    app.handle(.willResignActive, state: .active, scene: scene)
    app.handle(.didEnterBackground, state: .background, scene: scene)
    let before = view.count
    view.setNeedsDisplay()
    view.setNeedsDisplay()
    UpdateCycle.schedule()
    #expect(UpdateCycle.isHeld && view.count == before)
    var drawnInF: Int?
    let observer = NotificationCenter.default.addObserver(
      forName: inScene ? UIScene.willEnterForegroundNotification : UIApplication.willEnterForegroundNotification,
      object: nil, queue: nil
    ) { _ in
      MainActor.assumeIsolated {
        drawnInF = view.count
        view.setNeedsDisplay()
      }
    }
    app.handle(.willEnterForeground, state: .background, scene: scene, more: inScene)
    NotificationCenter.default.removeObserver(observer)
    #expect(drawnInF == before && view.count == before + 1 && !UpdateCycle.isHeld)
    withExtendedLifetime(device) {}
  }

  @Test("SN1: the picture is a file in the container, drawn again only when something has changed")
  func picture() throws {
    let (app, delegate) = active()
    app.handle(.didEnterBackground, state: .background)
    let path = "Library/Caches/Snapshots/com.example.test/main.svg"
    #expect(try app.answer(to: .snapshot) == .pictured(file: path))
    let text = try String(contentsOfFile: Container.path + "/" + path, encoding: .utf8)
    #expect(text.hasPrefix("<svg"))
    #expect(try app.answer(to: .snapshot) == .pictured(file: nil))
    delegate.window?.rootViewController?.view.backgroundColor = .red
    #expect(try app.answer(to: .snapshot) == .pictured(file: path))
    #expect(try String(contentsOfFile: Container.path + "/" + path, encoding: .utf8) != text)
  }

  @Test("SN1: in place of a picture that is too large for roostd there is one that says so, not the one before")
  func pictureTooLarge() throws {
    let (app, delegate) = active()
    app.handle(.didEnterBackground, state: .background)
    let path = "Library/Caches/Snapshots/com.example.test/main.svg"
    #expect(try app.answer(to: .snapshot) == .pictured(file: path))
    let photo = UIImage(drawn: Data(count: 4 << 20), size: CGSize(width: 100, height: 100), scale: 1)
    delegate.window?.rootViewController?.view.addSubview(UIImageView(image: photo))
    #expect(try app.answer(to: .snapshot) == .pictured(file: path))
    #expect(try String(contentsOfFile: Container.path + "/" + path, encoding: .utf8) == LivePicture.tooLarge)
  }

  @Test("SN1: each scene has a picture of its own windows")
  func pictureOfScene() throws {
    let device = SceneApp()
    for id in ["A", "B"] {
      SceneRecorder.content = Self.labelled("scene \(id)")
      try device.open(id)
    }
    for (id, other) in [("A", "B"), ("B", "A")] {
      let path = "Library/Caches/Snapshots/com.example.test/\(id).svg"
      #expect(try device.app.answer(to: .snapshot, scene: id) == .pictured(file: path))
      let text = try String(contentsOfFile: Container.path + "/" + path, encoding: .utf8)
      #expect(text.contains("scene \(id)") && !text.contains("scene \(other)"))
    }
  }

  @Test("SN2: an app that does not want the picture at its next launch has an empty one, until it comes forward again")
  func ignoredPicture() throws {
    let (app, delegate) = active(Self.labelled("balance"))
    defer { withExtendedLifetime(delegate) {} }
    func picture() throws -> String {
      guard case .pictured(let file?)? = try app.answer(to: .snapshot) else { return "none" }
      return try String(contentsOfFile: Container.path + "/" + file, encoding: .utf8)
    }
    #expect(try picture().contains("balance"))
    app.application.ignoreSnapshotOnNextApplicationLaunch()
    app.handle(.didEnterBackground, state: .background)
    let empty = try picture()
    #expect(empty.hasPrefix("<svg") && !empty.contains("balance"))
    app.handle(.willEnterForeground, state: .background)
    #expect(try picture().contains("balance"))
  }

  @Test("SN2: the picture of a scene stays empty while another scene comes forward")
  func ignoredPictures() throws {
    let device = SceneApp()
    for id in ["A", "B"] {
      SceneRecorder.content = Self.labelled("balance")
      try device.open(id)
    }
    device.app.application.ignoreSnapshotOnNextApplicationLaunch()
    for id in ["A", "B"] { device.home(id) }
    device.comeForward("B")
    for (id, isShown) in [("A", false), ("B", true)] {
      guard case .pictured(let file?)? = try device.app.answer(to: .snapshot, scene: id) else {
        Issue.record("scene \(id) has no picture")
        return
      }
      let text = try String(contentsOfFile: Container.path + "/" + file, encoding: .utf8)
      #expect(text.hasPrefix("<svg") && text.contains("balance") == isShown)
    }
  }

  @Test("ME2: a memory warning reaches the view controllers, children and presented ones too")
  func memoryWarning() {
    let app = App()
    var warned: [String] = []
    let names = ["root", "child", "presented"]
    let controllers = names.map { name in Warned { warned.append(name) } }
    let window = UIWindow()
    window.rootViewController = controllers[0]
    window.makeKeyAndVisible()
    UIWindow.presentAll()
    controllers[0].addChild(controllers[1])
    controllers[0].present(controllers[2], animated: false)
    app.handle(.memoryWarning)
    #expect(warned == names)
  }
}

/// Makes its window visible before DF returns.
private final class Shower: NSObject, UIApplicationDelegate {
  var told: [String] = []
  var window: UIWindow?
  private let content: UIViewController?

  init(_ content: UIViewController? = nil) { self.content = content }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = content ?? ShownController { [unowned self] in told.append("appears") }
    window?.makeKeyAndVisible()
    told.append("DF")
    return true
  }
  func applicationDidBecomeActive(_ application: UIApplication) { told.append("A") }
}

private final class ShownController: UIViewController {
  private let appeared: () -> Void

  init(_ appeared: @escaping () -> Void) {
    self.appeared = appeared
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { nil }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    appeared()
  }
}

private final class Warned: UIViewController {
  private let warned: () -> Void

  init(_ warned: @escaping () -> Void) {
    self.warned = warned
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { nil }

  override func didReceiveMemoryWarning() { warned() }
}

private final class Drawn: UIView {
  var count = 0
  override func draw(_ rect: CGRect) { count += 1 }
}
