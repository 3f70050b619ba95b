// The facts that apps are told of the device: status bar, orientation, battery, settings (IN6, LA8, NQ2, NQ6).

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite struct DeviceTests {
  @Test("IN6: the status bar's new frame comes before it is taller, the old one after, each with its notification")
  func statusBar() {
    let app = App()
    let delegate = Turner()
    app.application.delegate = delegate
    app.handle(.launch(Launch(statusBar: 20)), state: .inactive)
    let observers = [
      UIApplication.willChangeStatusBarFrameNotification, UIApplication.didChangeStatusBarFrameNotification,
    ].map { name in
      NotificationCenter.default.addObserver(forName: name, object: app.application, queue: nil) { notification in
        let frame = notification.userInfo?[UIApplication.statusBarFrameUserInfoKey] as? CGRect
        MainActor.assumeIsolated { delegate.note("posted \(frame?.height ?? 0)", app.application) }
      }
    }
    app.handle(.statusBar(height: 40))
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    #expect(
      delegate.told == [
        "will change to 40.0, is 20.0", "posted 40.0, is 20.0", "did change from 20.0, is 40.0", "posted 20.0, is 40.0",
      ])
  }

  @Test("BG7: isMultitaskingSupported says whether apps enter the background on this device", arguments: [true, false])
  func multitasking(isSupported: Bool) {
    let app = App()
    let device: [String: JSON] = isSupported ? [:] : ["multitasking": ["supported": false]]
    app.handle(.launch(Launch(device: device)), state: .inactive)
    #expect(UIDevice.current.isMultitaskingSupported == isSupported)
  }

  @Test("NQ4: a new device's battery is full, and how the device is held at the launch is no change of it")
  func newDevice() {
    let app = App()
    let device = UIDevice.current
    device.batteryChanged(level: 1, state: .full)
    device.isBatteryMonitoringEnabled = true
    device.beginGeneratingDeviceOrientationNotifications()
    nonisolated(unsafe) var posted: [String] = []
    let names = [
      UIDevice.orientationDidChangeNotification, UIDevice.batteryStateDidChangeNotification,
      UIDevice.batteryLevelDidChangeNotification,
    ]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: device, queue: nil) { _ in
        posted.append(name.rawValue)
      }
    }
    app.handle(.launch(Launch(orientation: "landscapeLeft")), state: .inactive)
    #expect(posted.isEmpty && device.orientation == .landscapeLeft)
    #expect(device.batteryLevel == 1 && device.batteryState == .full)
    app.handle(.notification(kind: "battery", payload: ["level": 0.5, "state": "full"]), state: .inactive)
    #expect(posted == [UIDevice.batteryLevelDidChangeNotification.rawValue])
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    device.endGeneratingDeviceOrientationNotifications()
    device.isBatteryMonitoringEnabled = false
    device.batteryChanged(level: 1, state: .full)
  }

  @Test("LA8: an app starts in portrait and is turned when it is active, with calls, sizes and notifications in order")
  func turnsAfterLaunch() {
    let app = App()
    let delegate = Turner()
    app.application.delegate = delegate
    app.handle(.launch(Launch(orientation: "landscapeLeft")), state: .inactive)
    #expect(app.application.statusBarOrientation == .portrait && delegate.told.isEmpty)
    app.handle(.didBecomeActive, state: .active)
    // The interface is turned against the device.
    #expect(app.application.statusBarOrientation == .landscapeRight)
    let (long, short) = (UIScreen.main.bounds.width, UIScreen.main.bounds.height)
    #expect(long > short && delegate.window?.bounds.size == CGSize(width: long, height: short))
    #expect(
      delegate.told == [
        "will turn to 3", "view will be \(long)x\(short), is portrait", "view is turned", "did turn from 1",
      ])
  }

  @Test("LA8: with several windows all are told before the turn, and none that is hidden")
  func severalWindows() {
    let app = App()
    let delegate = Turner()
    app.application.delegate = delegate
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    let windows = [UIWindow(), UIWindow()]
    for window in windows {
      let controller = TurningController()
      controller.note = delegate.root.note
      window.rootViewController = controller
      window.isHidden = false
    }
    windows[1].isHidden = true
    app.handle(.notification(kind: "orientation", payload: ["orientation": "landscapeLeft"]))
    #expect(
      delegate.told.map { $0.prefix(9) } == [
        "will turn", "view will", "view will", "view is t", "view is t", "did turn ",
      ])
    #expect(delegate.told.filter { $0.hasSuffix("is portrait") }.count == 2)
    #expect(windows[0].bounds == UIScreen.main.bounds)
  }

  @Test("LA8: an app that Info.plist says is landscape only starts so")
  func startsInLandscape() {
    let app = App(info: Self.supported("LandscapeLeft", "LandscapeRight"))
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    #expect(app.application.statusBarOrientation == .landscapeRight)
    #expect(UIScreen.main.bounds.width > UIScreen.main.bounds.height)
  }

  @Test("LA8: Info.plist may say which way up an app starts")
  func initialOrientation() {
    let app = App(
      info: "<key>UIInterfaceOrientation</key><string>UIInterfaceOrientationLandscapeLeft</string>"
        + Self.supported("Portrait", "LandscapeLeft"))
    app.handle(.launch(Launch(orientation: "faceUp")), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    #expect(app.application.statusBarOrientation == .landscapeLeft)
  }

  @Test(
    "LA8: it is turned only where Info.plist, the delegate and the view controller all allow it",
    arguments: [
      ("Portrait", UIInterfaceOrientationMask.all, UIInterfaceOrientationMask.all, false),
      ("LandscapeRight", .portrait, .all, false), ("LandscapeRight", .all, .portrait, false),
      ("LandscapeRight", .all, .landscape, true),
    ])
  func allowed(
    plist: String, delegateMask: UIInterfaceOrientationMask, controllerMask: UIInterfaceOrientationMask, turns: Bool
  ) {
    let app = App(info: Self.supported("Portrait", plist))
    let delegate = Turner()
    delegate.supported = delegateMask
    delegate.root.supported = controllerMask
    app.application.delegate = delegate
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    app.handle(.notification(kind: "orientation", payload: ["orientation": "landscapeLeft"]))
    #expect(app.application.statusBarOrientation == (turns ? .landscapeRight : .portrait))
  }

  @Test("LA8: a controller that allows less, or more, says so, and the interface follows")
  func supportChanges() {
    let app = App()
    let delegate = Turner()
    delegate.root.supported = .portrait
    app.application.delegate = delegate
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    app.handle(.notification(kind: "orientation", payload: ["orientation": "landscapeLeft"]))
    #expect(app.application.statusBarOrientation == .portrait)
    delegate.root.supported = .all
    delegate.root.setNeedsUpdateOfSupportedInterfaceOrientations()
    #expect(app.application.statusBarOrientation == .landscapeRight)
    let cover = TurningController()
    cover.supported = .portrait
    delegate.root.present(cover, animated: false)
    UIViewController.attemptRotationToDeviceOrientation()
    #expect(app.application.statusBarOrientation == .portrait)
  }

  @Test("LA8: a scene may ask to be turned; where nothing allows it, it is told so")
  func geometryRequest() throws {
    let device = SceneApp(info: Self.supported("Portrait", "LandscapeRight"))
    try device.open("A")
    let scene = try #require(device.scene("A") as? UIWindowScene)
    var errors: [any Error] = []
    scene.requestGeometryUpdate(.iOS(interfaceOrientations: .landscape)) { errors.append($0) }
    #expect(scene.interfaceOrientation == .landscapeRight && errors.isEmpty)
    scene.requestGeometryUpdate(.iOS(interfaceOrientations: .landscapeLeft)) { errors.append($0) }
    #expect(scene.interfaceOrientation == .landscapeRight)
    #expect((errors.first as? UISceneError)?.code == .geometryRequestDenied)
  }

  @Test("LA8: a scene's delegate is told of the turn")
  func sceneTurns() throws {
    let device = SceneApp()
    try device.open("A")
    device.app.handle(.notification(kind: "orientation", payload: ["orientation": "landscapeRight"]))
    #expect(device.takeCalls() == ["didUpdate from 1 A"])
    #expect((device.scene("A") as? UIWindowScene)?.interfaceOrientation == .landscapeLeft)
  }

  @Test("NQ2: the device's orientation is posted to who asked for it, also where the interface stays")
  func deviceOrientation() {
    let app = App()
    var posted = 0
    let observer = NotificationCenter.default.addObserver(
      forName: UIDevice.orientationDidChangeNotification, object: nil, queue: nil
    ) { _ in MainActor.assumeIsolated { posted += 1 } }
    app.handle(.notification(kind: "orientation", payload: ["orientation": "faceDown"]))
    UIDevice.current.beginGeneratingDeviceOrientationNotifications()
    app.handle(.notification(kind: "orientation", payload: ["orientation": "faceUp"]))
    #expect(posted == 1 && UIDevice.current.orientation == .faceUp)
    UIDevice.current.endGeneratingDeviceOrientationNotifications()
    NotificationCenter.default.removeObserver(observer)
  }

  @Test("NQ6: settings are there before UserDefaults says that they have changed")
  func settings() {
    let app = App()
    let key = "DeviceTests.\(UUID())"
    var seen: [Int] = []
    let observer = NotificationCenter.default.addObserver(
      forName: UserDefaults.didChangeNotification, object: nil, queue: nil
    ) { _ in MainActor.assumeIsolated { seen.append(UserDefaults.standard.integer(forKey: key)) } }
    app.handle(.notification(kind: "settings", payload: ["values": .object([key: 3])]))
    #expect(seen.last == 3)
    app.handle(.notification(kind: "settings", payload: ["values": .object([key: nil])]))
    #expect(UserDefaults.standard.object(forKey: key) == nil)
    NotificationCenter.default.removeObserver(observer)
  }

  @Test(
    "A kind that is not known, and an orientation that is no word of it, are unsupported",
    arguments: [
      ("weather", JSON.null), ("orientation", ["orientation": "sideways"] as JSON), ("orientation", nil),
    ])
  func unknown(kind: String, payload: JSON) throws {
    #expect(try App().answer(to: .notification(kind: kind, payload: WrittenJSON(payload))) == .unsupported)
  }

  private static func supported(_ names: String...) -> String {
    let strings = names.map { "<string>UIInterfaceOrientation\($0)</string>" }.joined()
    return "<key>UISupportedInterfaceOrientations</key><array>\(strings)</array>"
  }
}

private final class Turner: NSObject, UIApplicationDelegate {
  var told: [String] = []
  var supported = UIInterfaceOrientationMask.all
  var window: UIWindow?
  let root = TurningController()

  func note(_ what: String, _ application: UIApplication) {
    told.append("\(what), is \(application.statusBarFrame.height)")
  }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    root.note = { [unowned self] in told.append($0) }
    window = UIWindow()
    window?.rootViewController = root
    window?.makeKeyAndVisible()
    return true
  }
  func application(_ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?)
    -> UIInterfaceOrientationMask
  { supported }

  func application(_ application: UIApplication, willChangeStatusBarFrame newStatusBarFrame: CGRect) {
    note("will change to \(newStatusBarFrame.height)", application)
  }
  func application(_ application: UIApplication, didChangeStatusBarFrame oldStatusBarFrame: CGRect) {
    note("did change from \(oldStatusBarFrame.height)", application)
  }
  func application(
    _ application: UIApplication, willChangeStatusBarOrientation newStatusBarOrientation: UIInterfaceOrientation,
    duration: TimeInterval
  ) { told.append("will turn to \(newStatusBarOrientation.rawValue)") }
  func application(
    _ application: UIApplication, didChangeStatusBarOrientation oldStatusBarOrientation: UIInterfaceOrientation
  ) { told.append("did turn from \(oldStatusBarOrientation.rawValue)") }
}

private final class TurningController: UIViewController {
  var note: ((String) -> Void)?
  var supported = UIInterfaceOrientationMask.all
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask { supported }

  override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    super.viewWillTransition(to: size, with: coordinator)
    let isPortrait = UIScreen.main.bounds.width < UIScreen.main.bounds.height
    note?("view will be \(size.width)x\(size.height), is \(isPortrait ? "portrait" : "landscape")")
    _ = coordinator.animate(alongsideTransition: nil) { [unowned self] _ in note?("view is turned") }
  }
}
