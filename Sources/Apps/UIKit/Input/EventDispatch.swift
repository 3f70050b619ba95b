// The way of an event: from the application to windows, and to the views and responders there.

import AgentProtocol

extension UIApplication {
  func dispatch(_ event: UIEvent) {
    switch event.type {
    case .touches:
      for window in UIWindow.all where event.allTouches?.contains(where: { $0.window === window }) ?? false {
        window.sendEvent(event)
      }
    case .presses:
      if let window = keyWindow { window.sendEvent(event) } else { dispatchPresses(event) }
    case .motion: if let window = keyWindow { window.sendEvent(event) } else { dispatchMotion(event) }
    case .remoteControl, .scroll, .hover, .transform: InputEvents.receiver(self)?.remoteControlReceived(with: event)
    }
  }

  func dispatchPresses(_ event: UIEvent) {
    guard let event = event as? UIPressesEvent else { return }
    for phase in [UIPress.Phase.began, .changed, .ended, .cancelled] {
      let presses = event.allPresses.filter { $0.phase == phase }
      guard !presses.isEmpty, let receiver = InputEvents.receiver(self) else { continue }
      switch phase {
      case .began: receiver.pressesBegan(presses, with: event)
      case .changed: receiver.pressesChanged(presses, with: event)
      case .ended: receiver.pressesEnded(presses, with: event)
      case .cancelled: receiver.pressesCancelled(presses, with: event)
      case .stationary: break
      }
    }
  }

  func dispatchMotion(_ event: UIEvent) {
    guard let event = event as? UIMotionEvent, let receiver = InputEvents.receiver(self) else { return }
    switch event.phase {
    case .began: receiver.motionBegan(event.subtype, with: event)
    case .ended: receiver.motionEnded(event.subtype, with: event)
    case .cancelled: receiver.motionCancelled(event.subtype, with: event)
    }
  }
}

extension UIWindow {
  /// The windows that a finger can touch, from back to front: not those of scenes that are not in front.
  static var onScreen: [UIWindow] {
    all.filter { window in
      if window.isHidden { return false }
      switch window.windowScene?.activationState {
      case nil, .foregroundActive, .foregroundInactive: return true
      case .background, .unattached: return false
      }
    }
  }

  /// The windows of one screen, from back to front: those of a scene in front, and those without a scene.
  /// - Parameter session: nil: the scene that has the key window, or else all that are in front.
  static func onScreen(of session: String?) -> [UIWindow] {
    guard let wanted = session ?? key?.windowScene?.session.persistentIdentifier else { return onScreen }
    let windows = onScreen.filter { $0.windowScene?.session.persistentIdentifier == wanted }
    if windows.isEmpty { return session == nil ? onScreen : [] }
    return onScreen.filter { $0.windowScene == nil || windows.contains($0) }
  }

  func dispatch(_ event: UIEvent) {
    switch event.type {
    case .touches: TouchDelivery.shared.deliver(event, in: self)
    case .presses: UIApplication.running?.dispatchPresses(event)
    case .motion: UIApplication.running?.dispatchMotion(event)
    case .remoteControl, .scroll, .hover, .transform: break
    }
  }
}
