// The first content of a scene between its foreground and its activity (FG3).

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct FirstAppearanceTests {
  @Test("FG3: a scene's first view is laid out before F, and viewDidAppear comes when the app knows that it is active")
  func endOfFirstAppearance() throws {
    let device = SceneApp()
    SceneRecorder.content = Appearing { device.delegate.note($0, nil) }
    try device.connect("A")
    _ = device.takeCalls()
    device.comeForward("A")
    #expect(device.delegate.calls.last?.app == .active)
    #expect(
      device.takeCalls() == [
        "willAppear", "isAppearing", "sceneWillEnterForeground A", "UISceneWillEnterForegroundNotification A",
        "sceneDidBecomeActive A", "UISceneDidActivateNotification A",
        "UIApplicationWillEnterForegroundNotification", "UIApplicationDidBecomeActiveNotification", "didAppear",
      ])
    device.home("A")
    device.comeForward("A")
    #expect(device.takeCalls().allSatisfy { !$0.hasSuffix("ppear") && !$0.hasSuffix("ppearing") })
  }

  @Test("FG3: a window that a scene first shows in F appears when the scene is active")
  func shownInF() throws {
    let device = SceneApp()
    var told: [String] = []
    let content = Appearing { told.append($0) }
    SceneRecorder.record = { name, scene in
      told.append(name)
      guard name == "sceneWillEnterForeground", let scene = scene as? UIWindowScene else { return }
      let window = UIWindow(windowScene: scene)
      window.rootViewController = content
      window.makeKeyAndVisible()
    }
    try device.connect("A")
    device.comeForward("A")
    #expect(
      told == [
        "sceneWillConnect", "sceneWillEnterForeground", "sceneDidBecomeActive", "willAppear", "isAppearing",
        "didAppear",
      ])
  }

  @Test(
    "FG3: a lock screen presented in a scene's first F or A covers the content when that has appeared, after A",
    arguments: ["sceneWillEnterForeground", "sceneDidBecomeActive"])
  func coveredAtFirst(_ moment: String) throws {
    let device = SceneApp()
    var told: [String] = []
    let root = Appearing { told.append("root \($0)") }
    let cover = Appearing { told.append("cover \($0)") }
    cover.modalPresentationStyle = .fullScreen
    SceneRecorder.content = root
    SceneRecorder.record = { name, _ in
      told.append(name)
      if name == moment { root.present(cover, animated: false) }
    }
    try device.connect("A")
    device.comeForward("A")
    #expect(
      told == [
        "sceneWillConnect", "root willAppear", "root isAppearing", "sceneWillEnterForeground", "sceneDidBecomeActive",
        "root didAppear", "root willDisappear", "cover willAppear", "cover isAppearing", "cover didAppear",
        "root didDisappear",
      ])
  }

  enum End: CaseIterable, Sendable { case active, background, disconnected }

  @Test(
    "FG3: a window that an active scene shows while another one comes appears when that is active, or has left",
    arguments: End.allCases)
  func shownMeanwhile(_ end: End) throws {
    let device = SceneApp()
    try device.open("A")
    try device.connect("B")
    var told: [String] = []
    let scene = try #require(device.scene("A") as? UIWindowScene)
    let window = UIWindow(windowScene: scene)
    window.rootViewController = Appearing { told.append($0) }
    window.makeKeyAndVisible()
    #expect(told.isEmpty)
    switch end {
    case .active: device.comeForward("B")
    case .background:
      device.app.handle(.willEnterForeground, scene: "B")
      device.app.handle(.didEnterBackground, scene: "B")
    case .disconnected: device.app.handle(.disconnectScene, scene: "B")
    }
    #expect(told == ["willAppear", "isAppearing", "didAppear"])
  }

  @Test("FG3: a child that its container shows in a scene's first F appears with the container, after A")
  func changedAtFirst() throws {
    let stack = Stack(rootViewController: UIViewController())
    let pushed = try Self.calls(showing: stack) { stack.pushViewController($0, animated: false) }
    #expect(pushed == Self.withContainer)
    let tabs = Tabs()
    tabs.viewControllers = [UIViewController()]
    let selected = try Self.calls(showing: tabs) { new in
      tabs.viewControllers?.append(new)
      tabs.selectedViewController = new
    }
    #expect(selected == Self.withContainer)
  }

  private static let withContainer = [
    "sceneWillEnterForeground", "new willAppear", "new isAppearing", "sceneDidBecomeActive", "new didAppear",
    "container didAppear",
  ]

  /// The calls from a scene's first F on.
  /// - Parameter change: puts the controller that it is given into the container, in F.
  private static func calls(
    showing container: any UIViewController & NotesItsEnd, _ change: @escaping (UIViewController) -> Void
  ) throws -> [String] {
    let device = SceneApp()
    var told: [String] = []
    let new = Appearing { told.append("new \($0)") }
    container.hasAppeared = { told.append("container didAppear") }
    SceneRecorder.content = container
    try device.connect("A")
    SceneRecorder.record = { name, _ in
      told.append(name)
      if name == "sceneWillEnterForeground" { change(new) }
    }
    device.comeForward("A")
    return told
  }
}

@MainActor private protocol NotesItsEnd: AnyObject {
  var hasAppeared: (() -> Void)? { get set }
}

private final class Stack: UINavigationController, NotesItsEnd {
  var hasAppeared: (() -> Void)?
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    hasAppeared?()
  }
}

private final class Tabs: UITabBarController, NotesItsEnd {
  var hasAppeared: (() -> Void)?
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    hasAppeared?()
  }
}

/// Notes the stages of its appearance.
private final class Appearing: UIViewController {
  private let note: (String) -> Void

  init(_ note: @escaping (String) -> Void) {
    self.note = note
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { nil }

  override func viewWillAppear(_ animated: Bool) { note("willAppear") }
  override func viewIsAppearing(_ animated: Bool) { note("isAppearing") }
  override func viewDidAppear(_ animated: Bool) { note("didAppear") }
  override func viewWillDisappear(_ animated: Bool) { note("willDisappear") }
  override func viewDidDisappear(_ animated: Bool) { note("didDisappear") }
}
