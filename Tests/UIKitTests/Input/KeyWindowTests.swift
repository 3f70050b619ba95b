// The windows that get input not bound to a place: one of each scene, and the app's among them (FG5).

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct KeyWindowTests {
  private final class Noted: UIWindow {
    var told: [String] = []
    override func becomeKey() { told.append("key") }
    override func resignKey() { told.append("no more") }
    override func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { told.append("shake") }
  }

  /// A window of the scene, or of an app without scenes, that is visible.
  private func window(_ scene: UIWindowScene? = nil, level: CGFloat = 0) -> Noted {
    let window = Noted(frame: UIScreen.main.bounds)
    window.windowScene = scene
    window.windowLevel = UIWindow.Level(level)
    window.isHidden = false
    return window
  }

  @Test("FG5 when the key window is hidden, the topmost visible window is the key window, and both hear of it")
  func hidden() {
    let app = App()
    let (bottom, middle, gone, alert) = (window(), window(level: 1), window(level: 2), window(level: 3))
    gone.isHidden = true
    alert.makeKeyAndVisible()
    bottom.told = []
    var posted: [UIWindow?] = []
    let observer = NotificationCenter.default.addObserver(
      forName: UIWindow.didBecomeKeyNotification, object: nil, queue: nil
    ) { notification in
      let window = notification.object as? UIWindow
      MainActor.assumeIsolated { posted.append(window) }
    }
    alert.isHidden = true
    NotificationCenter.default.removeObserver(observer)
    #expect(app.application.keyWindow === middle && middle.isKeyWindow && posted == [middle])
    #expect(alert.told == ["key", "no more"] && middle.told == ["key"] && bottom.told == [] && gone.told == [])
    middle.isHidden = true
    bottom.isHidden = true
    #expect(app.application.keyWindow == nil)
  }

  @Test("FG5 each scene keeps its key window; the app's is that of the scene that is active, and gets the keys")
  func scenes() throws {
    let device = SceneApp()
    try device.open("A")
    let first = try #require(device.scene("A") as? UIWindowScene)
    let (a, above) = (window(first), window(first, level: 1))
    a.makeKey()
    device.home("A")
    try device.connect("B")
    let second = try #require(device.scene("B") as? UIWindowScene)
    let b = window(second)
    b.makeKey()
    device.comeForward("B")
    #expect(first.keyWindow === a && second.keyWindow === b && a.isKeyWindow && b.isKeyWindow)
    #expect(device.app.application.keyWindow === b && a.told == ["key"])
    // A scene that is not in front may change its own, and no more.
    above.makeKey()
    #expect(first.keyWindow === above && device.app.application.keyWindow === b)
    device.app.handle(.input(UserInput.motion(phase: .began)))
    #expect(b.told == ["key", "shake"])
    device.home("B")
    device.comeForward("A")
    device.app.handle(.input(UserInput.motion(phase: .began)))
    #expect(device.app.application.keyWindow === above && above.told == ["key", "shake"])
    above.windowScene = nil
    #expect(first.keyWindow === a && device.app.application.keyWindow === a && above.told.last == "no more")
  }

  @Test("FG5 of two scenes in front, the app's key window stays when the other one leaves the screen")
  func side() throws {
    let device = SceneApp()
    for id in ["A", "B"] { try device.open(id) }
    let first = try #require(device.scene("A") as? UIWindowScene)
    let second = try #require(device.scene("B") as? UIWindowScene)
    let (a, b) = (window(first), window(second))
    a.makeKey()
    b.makeKey()
    #expect(device.app.application.keyWindow === b)
    device.app.handle(.willResignActive, state: .active, scene: "B", more: true)
    device.app.handle(.didEnterBackground, state: .active, scene: "B")
    #expect(device.app.application.keyWindow === a && second.keyWindow === b)
  }

  @Test("FG5 a field in a scene that is not in front takes no text, though it is the first responder there")
  func text() throws {
    let device = SceneApp()
    for id in ["A", "B"] { try device.open(id) }
    let first = try #require(device.scene("A") as? UIWindowScene)
    let field = UITextField(frame: CGRect(x: 10, y: 100, width: 200, height: 40))
    let own = window(first)
    own.addSubview(field)
    field.becomeFirstResponder()
    device.app.handle(.input(UserInput.text("a")))
    device.app.handle(.willResignActive, state: .active, scene: "A", more: true)
    device.app.handle(.didEnterBackground, state: .active, scene: "A")
    device.app.handle(.input(UserInput.text("b")))
    #expect(field.text == "a" && field.isFirstResponder)
    field.resignFirstResponder()
  }
}
