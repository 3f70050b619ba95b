// An application object and a window that watch every event, to lock an app that nobody uses, and a controller that
// closes the keyboard at a touch and listens for a shake.

import UIKit

class TimedApplication: UIApplication {
  private var idleTimer: Timer?
  static let timeout: TimeInterval = 5 * 60

  override func sendEvent(_ event: UIEvent) {
    super.sendEvent(event)
    if idleTimer != nil { resetIdleTimer() }
    if let touches = event.allTouches, touches.contains(where: { $0.phase == UITouch.Phase.began }) { resetIdleTimer() }
  }

  func resetIdleTimer() {
    idleTimer?.invalidate()
    idleTimer = Timer.scheduledTimer(withTimeInterval: TimedApplication.timeout, repeats: false) { _ in
      print("locked")
    }
  }
}

class TouchWindow: UIWindow {
  override func sendEvent(_ event: UIEvent) {
    if event.type == .touches, let touch = event.touches(for: self)?.first {
      print(touch.location(in: self), touch.tapCount, touch.timestamp)
    }
    super.sendEvent(event)
  }

  override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    if motion == .motionShake { print("debug menu") }
    super.motionEnded(motion, with: event)
  }

  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    return hit === rootViewController?.view ? nil : hit
  }
}

class KeyboardViewController: UIViewController {
  override var canBecomeFirstResponder: Bool { true }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    becomeFirstResponder()
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    view.endEditing(true)
    super.touchesBegan(touches, with: event)
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    var didHandleEvent = false
    for press in presses {
      guard let key = press.key else { continue }
      if key.charactersIgnoringModifiers == UIKeyCommand.inputLeftArrow { didHandleEvent = true }
    }
    if !didHandleEvent { super.pressesBegan(presses, with: event) }
  }
}

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  lazy var window: UIWindow? = TouchWindow(frame: UIScreen.main.bounds)

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window?.rootViewController = KeyboardViewController()
    window?.makeKeyAndVisible()
    return true
  }
}
