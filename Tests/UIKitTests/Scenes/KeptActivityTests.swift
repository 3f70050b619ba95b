// The activity that is kept of a scene: whose it is, and what responders add to it before it goes (SC5).

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite(.serialized) struct KeptActivityTests {
  /// The scene of an app whose delegate is of that class, on the screen.
  private func open(_ delegate: String) throws -> (SceneApp, UIWindowScene) {
    let device = SceneApp(configurations: [SceneApp.entry("Default", "UIKitTests.\(delegate)")])
    try device.connect("A")
    device.comeForward("A")
    return (device, try #require(device.scene("A") as? UIWindowScene))
  }

  /// The activity that goes to roostd when the scene leaves the screen.
  private func leave(_ device: SceneApp) throws -> JSON? {
    device.app.handle(.willResignActive, state: .active, scene: "A", more: true)
    guard case .restorable(let kept)? = try device.app.answer(to: .didEnterBackground, state: .background, scene: "A")
    else { return nil }
    return kept
  }

  @Test("SC5 responders with the scene's activity add their state to it, the delegate hears of it, and then it is kept")
  func updated() throws {
    let (device, scene) = try open("ReadingDelegate")
    let delegate = try #require(scene.delegate as? ReadingDelegate)
    let activity = delegate.activity
    let window = Frame(windowScene: scene)
    let (root, child, other, view) = (Page(), Page(), Page(), Paragraph(frame: .zero))
    window.rootViewController = root
    window.isHidden = false
    root.addChild(child)
    root.addChild(other)
    root.view.addSubview(view)
    let responders: [UIResponder] = [scene, window, root, child, view]
    for responder in responders { responder.userActivity = activity }
    other.userActivity = NSUserActivity(activityType: "other")
    window.update = { delegate.add("window") }
    root.update = { delegate.add("root") }
    child.update = { delegate.add("child") }
    other.update = { delegate.add("other") }
    view.update = { delegate.add("view") }
    let kept = try leave(device)
    #expect(delegate.told.first == "stateRestorationActivity" && delegate.told.last == "didUpdate")
    #expect(delegate.told.dropFirst().dropLast().sorted() == ["child", "root", "view", "window"])
    for name in delegate.told.dropFirst() { #expect(kept?["userInfo"]?[name] == 1) }
    #expect(!child.isViewLoaded && scene.session.stateRestorationActivity === activity)
  }

  @Test("SC5 an activity that the app set at the session stays where the delegate has no stateRestorationActivity")
  func own() throws {
    let (device, scene) = try open("SilentDelegate")
    let activity = NSUserActivity(activityType: "own")
    scene.session.stateRestorationActivity = activity
    #expect(try leave(device)?["activityType"] == "own")
    #expect(scene.session.stateRestorationActivity === activity)
  }

  @Test("SC5 a delegate that gives no activity takes the one before away")
  func none() throws {
    let (device, scene) = try open("SceneRecorder")
    scene.session.stateRestorationActivity = NSUserActivity(activityType: "own")
    #expect(try leave(device) == nil)
    #expect(scene.session.stateRestorationActivity == nil)
  }

  private final class Frame: UIWindow {
    var update: (() -> Void)?
    override func updateUserActivityState(_ activity: NSUserActivity) { update?() }
  }

  private final class Page: UIViewController {
    var update: (() -> Void)?
    override func updateUserActivityState(_ activity: NSUserActivity) { update?() }
  }

  private final class Paragraph: UIView {
    var update: (() -> Void)?
    override func updateUserActivityState(_ activity: NSUserActivity) { update?() }
  }
}

/// Gives an activity, and notes in it what it hears later.
final class ReadingDelegate: UIResponder, UIWindowSceneDelegate {
  let activity = NSUserActivity(activityType: "read")
  var told: [String] = []

  func add(_ name: String) {
    told.append(name)
    activity.addUserInfoEntries(from: [name: 1])
  }

  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    told.append("stateRestorationActivity")
    return activity
  }
  func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) { add("didUpdate") }
}

/// Has none of the calls.
final class SilentDelegate: UIResponder, UIWindowSceneDelegate {}
