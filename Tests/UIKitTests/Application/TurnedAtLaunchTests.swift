// The interface at launch on a device that lies on its side (LA8), and under a taller status bar (IN6).

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct TurnedAtLaunchTests {
  private static let landscapeOnly = """
    <key>UISupportedInterfaceOrientations</key><array><string>UIInterfaceOrientationLandscapeRight</string></array>
    """
  private static let both = """
    <key>UISupportedInterfaceOrientations</key><array><string>UIInterfaceOrientationPortrait</string>
    <string>UIInterfaceOrientationLandscapeRight</string></array>
    """

  @Test("LA8 an app for landscape alone sees landscape from its first callback on")
  func landscapeOnly() {
    let app = App(info: Self.landscapeOnly)
    var seen: [Bool] = []
    app.delegate.during = {
      seen.append(
        app.application.statusBarOrientation == .landscapeRight
          && UIScreen.main.bounds.width > UIScreen.main.bounds.height)
    }
    app.handle(.launch(Launch()), state: .inactive)
    app.delegate.during = nil
    #expect(seen == [true, true])
  }

  @Test("LA8 an app for both is turned before its window shows, and its views have their size from the start")
  func both() {
    let app = App(info: Self.both)
    let window = UIWindow(frame: UIScreen.main.bounds)
    let root = Root()
    window.rootViewController = root
    app.delegate.during = { if app.delegate.calls.count == 1 { window.makeKeyAndVisible() } }
    app.handle(.launch(Launch(orientation: "landscapeLeft")), state: .inactive)
    app.delegate.during = nil
    #expect(app.application.statusBarOrientation == .portrait)
    app.handle(.didBecomeActive, state: .active)
    let size = UIScreen.main.bounds.size
    #expect(size.width > size.height)
    #expect(root.told == ["turns", "willAppear \(size.width)", "didAppear \(size.width)"])
  }

  @Test("LA8 a controller that waits to be presented until the window shows hears of no turn before")
  func waiting() {
    let app = App(info: Self.both)
    let window = UIWindow(frame: UIScreen.main.bounds)
    let (root, cover) = (Root(), Root())
    window.rootViewController = root
    app.delegate.during = {
      guard app.delegate.calls.count == 1 else { return }
      window.makeKeyAndVisible()
      root.present(cover, animated: false)
    }
    app.handle(.launch(Launch(orientation: "landscapeLeft")), state: .inactive)
    app.delegate.during = nil
    app.handle(.didBecomeActive, state: .active)
    let width = UIScreen.main.bounds.width
    #expect(root.told == ["turns", "willAppear \(width)", "didAppear \(width)"])
    #expect(cover.told == ["willAppear \(width)", "didAppear \(width)"])
  }

  @Test("LA8 a scene is turned before its window shows")
  func scene() throws {
    let root = Root()
    SceneRecorder.content = root
    let device = SceneApp(info: Self.both, launch: Launch(style: .scene, orientation: "landscapeLeft"))
    try device.connect("A")
    device.comeForward("A")
    #expect(
      root.told == ["turns", "willAppear \(UIScreen.main.bounds.width)", "didAppear \(UIScreen.main.bounds.width)"])
    #expect(UIScreen.main.bounds.width > UIScreen.main.bounds.height)
  }

  @Test("NQ4 LA8 the orientation at launch is known, and nobody is told of a change")
  func nobodyTold() {
    let app = App(info: Self.both)
    var posted = 0
    let observer = NotificationCenter.default.addObserver(
      forName: UIDevice.orientationDidChangeNotification, object: nil, queue: nil
    ) { _ in MainActor.assumeIsolated { posted += 1 } }
    app.delegate.during = {
      if !UIDevice.current.isGeneratingDeviceOrientationNotifications {
        UIDevice.current.beginGeneratingDeviceOrientationNotifications()
      }
    }
    app.handle(.launch(Launch(orientation: "landscapeLeft")), state: .inactive)
    app.delegate.during = nil
    #expect(posted == 0 && UIDevice.current.orientation == .landscapeLeft)
    UIDevice.current.endGeneratingDeviceOrientationNotifications()
    NotificationCenter.default.removeObserver(observer)
  }

  @Test("IN6 during a call the views have less room: the root view moves down, is laid out, and comes back")
  func call() {
    let app = App()
    let window = UIWindow(frame: UIScreen.main.bounds)
    let root = Root()
    window.rootViewController = root
    window.makeKeyAndVisible()
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    let size = UIScreen.main.bounds.size
    let safe = window.safeAreaInsets.top
    root.layouts = 0
    app.handle(.statusBar(height: 40))
    UpdateCycle.flush()
    #expect(root.view.frame == CGRect(x: 0, y: 20, width: size.width, height: size.height - 20))
    #expect(root.layouts > 0 && window.safeAreaInsets.top == safe + 20 && root.view.safeAreaInsets.top == safe)
    app.handle(.statusBar(height: 20))
    UpdateCycle.flush()
    #expect(root.view.frame == CGRect(origin: .zero, size: size) && window.safeAreaInsets.top == safe)
  }

  private final class Root: UIViewController {
    var told: [String] = []
    var layouts = 0
    override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
      super.viewWillTransition(to: size, with: coordinator)
      told.append("turns")
    }
    override func viewWillAppear(_ animated: Bool) { told.append("willAppear \(UIScreen.main.bounds.width)") }
    override func viewDidAppear(_ animated: Bool) { told.append("didAppear \(view.bounds.width)") }
    override func viewDidLayoutSubviews() { layouts += 1 }
  }
}
