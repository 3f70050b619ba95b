// Makes UIKit's events of what roostd passes on, and hands them to the app (FG5).

import AgentProtocol
import WireJSON

@MainActor enum InputEvents {
  /// Whether something in the app has taken it is not asked on iOS either; only a question has an answer.
  static func take(_ json: JSON, _ application: UIApplication) -> AckResult {
    let input: UserInput?
    do throws(UserInputError) {
      input = try UserInput(json)
    } catch {
      complain("unable to take the input: \(error)")
      return .unsupported
    }
    switch input {
    case .touches(let touches, let time, let scene):
      touch(touches, time, on: UIWindow.onScreen(of: scene), application)
    case .presses(let presses): press(presses, application)
    case .text(let text): type(text)
    case .motion(let phase): move(phase, application)
    case .elements(let scene):
      let windows = UIWindow.onScreen(of: scene)
      // The scene is not in front, or belongs to another app.
      return scene != nil && windows.isEmpty ? .unsupported : .elements(ScreenElements.list(windows))
    case .picture(let seen, let scene):
      let windows = UIWindow.onScreen(of: scene)
      return scene != nil && windows.isEmpty ? .unsupported : LivePicture.answer(windows, seen: seen)
    case nil: break
    }
    return .handled
  }

  // MARK: Fingers

  private static var fingers: [Int: UITouch] = [:]
  private static var gestureBegan: TimeInterval = 0

  private static func touch(
    _ touches: [UserInput.Touch], _ time: Double?, on windows: [UIWindow], _ application: UIApplication
  ) {
    let now = ProcessInfo.processInfo.systemUptime
    if fingers.isEmpty { gestureBegan = now }
    let timestamp = time.map { gestureBegan + $0 } ?? now
    for touch in fingers.values { touch.phase = .stationary }
    for told in touches {
      let point = CGPoint(x: told.x, y: told.y)
      let finger = finger(told.finger, told.phase, point, windows)
      guard let finger else { continue }
      finger.previousPoint = told.phase == .began ? point : finger.point
      finger.point = point
      finger.timestamp = timestamp
      finger.tapCount = told.taps
      finger.phase = UITouch.Phase(told.phase)
    }
    let all = Set(fingers.values)
    guard !all.isEmpty else { return }
    let event = UIEvent()
    event.timestamp = timestamp
    event.allTouches = all
    if application.isIgnoringInteractionEvents {
      fingers = [:]
      for touch in all { TouchDelivery.shared.forget(touch) }
    } else {
      send(event, application)
    }
    for (number, touch) in fingers where touch.phase == .ended || touch.phase == .cancelled { fingers[number] = nil }
  }

  /// An app that overrides `sendEvent` may keep the event to itself: recognisers must not follow a finger that is gone.
  private static func send(_ event: UIEvent, _ application: UIApplication) {
    application.sendEvent(event)
    GestureArena.shared.leave((event.allTouches ?? []).filter { $0.phase == .ended || $0.phase == .cancelled })
  }

  /// Nil for a finger that is not on the screen, or that touches where no window is.
  private static func finger(
    _ number: Int, _ phase: UserInput.Touch.Phase, _ point: CGPoint, _ windows: [UIWindow]
  ) -> UITouch? {
    guard phase == .began else { return fingers[number] }
    // A finger that was never said to have left touches again: what it did before is void.
    if let lost = fingers.removeValue(forKey: number) { TouchDelivery.shared.forget(lost) }
    for window in windows.reversed() {
      guard let view = window.hitTest(window.convert(point, fromScreenOf: window), with: nil) else { continue }
      let touch = UITouch()
      touch.point = point
      touch.window = window
      touch.view = view
      fingers[number] = touch
      return touch
    }
    return nil
  }

  /// The app is no longer active: what was on the screen is gone from it.
  static func cancelTouches(_ application: UIApplication) {
    GestureArena.shared.stopWaiting()
    guard !fingers.isEmpty else { return }
    for touch in fingers.values { touch.phase = .cancelled }
    let event = UIEvent()
    event.allTouches = Set(fingers.values)
    fingers = [:]
    send(event, application)
  }

  // MARK: Keys, text and motion

  private static func press(_ presses: [UserInput.Press], _ application: UIApplication) {
    let event = UIPressesEvent()
    event.allPresses = Set(
      presses.map { told in
        let press = UIPress()
        press.phase = UIPress.Phase(told.phase)
        press.key = UIKey(told.key)
        press.type = UIPress.PressType(told.key)
        press.responder = receiver(application)
        return press
      })
    application.sendEvent(event)
  }

  /// As the keyboard on the screen does: a line break is its return key.
  private static func type(_ text: String) {
    for character in text {
      // The end of a line as other systems write it is one Character, and not "\n".
      let key = character == "\r\n" ? "\n" : String(character)
      // Each is the business of who is the first responder then: a delegate may go on to the next field.
      (firstResponder as? any UIKeyInput)?.insertText(key)
    }
  }

  private static func move(_ phase: UserInput.MotionPhase?, _ application: UIApplication) {
    guard let phase else {
      move(.began, application)
      return move(.ended, application)
    }
    application.sendEvent(UIMotionEvent(phase))
  }

  /// Not one of a scene that is not in front: it may be the first responder there again, but the user is elsewhere.
  private static var firstResponder: UIResponder? {
    let first = UIResponder.first
    let view = first as? UIView ?? (first as? UIViewController)?.viewIfLoaded
    switch view?.window?.windowScene?.activationState {
    case nil, .foregroundActive, .foregroundInactive: return first
    case .background, .unattached: return nil
    }
  }

  /// The first responder; else the key window gets it, as on iOS.
  static func receiver(_ application: UIApplication) -> UIResponder? {
    firstResponder ?? application.keyWindow ?? UIWindow.onScreen.last ?? application
  }
}

/// A shake.
final class UIMotionEvent: UIEvent {
  let phase: UserInput.MotionPhase
  init(_ phase: UserInput.MotionPhase) { self.phase = phase }
  override var type: EventType { .motion }
  override var subtype: EventSubtype { .motionShake }
}

extension UITouch.Phase {
  fileprivate init(_ phase: UserInput.Touch.Phase) {
    switch phase {
    case .began: self = .began
    case .moved: self = .moved
    case .stationary: self = .stationary
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    }
  }
}

extension UIPress.Phase {
  fileprivate init(_ phase: UserInput.Press.Phase) {
    switch phase {
    case .began: self = .began
    case .changed: self = .changed
    case .stationary: self = .stationary
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    }
  }
}
