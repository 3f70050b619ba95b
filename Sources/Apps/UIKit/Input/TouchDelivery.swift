// TouchDelivery: hands touches to gesture recognisers and to the views that were hit, which hear no more of a touch that
// a recogniser has taken from them.

@MainActor final class TouchDelivery {
  static let shared = TouchDelivery()

  /// The event whose touches are on their way.
  private var event: UIEvent?

  func deliver(_ event: UIEvent, in window: UIWindow) {
    let touches = (event.allTouches ?? []).filter { $0.window === window }
    self.event = event
    defer { self.event = nil }
    for touch in touches where touch.phase == .began {
      guard let view = touch.view else { continue }
      // A view that wants one finger hears of the first alone; recognisers hear of all.
      touch.isOfView =
        view.isMultipleTouchEnabled || (event.allTouches ?? []).allSatisfy { $0 === touch || !$0.isOn(view) }
      GestureArena.shared.enter(touch, view)
    }
    GestureArena.shared.take(event, touches)
    for view in views(of: touches) { deliver(touches.filter { $0.view === view && $0.isOfView }, to: view, event) }
    let gone = touches.filter { $0.phase == .ended || $0.phase == .cancelled }
    GestureArena.shared.leave(gone)
    for touch in gone { touch.gestureRecognizers = nil }
  }

  private func views(of touches: Set<UITouch>) -> [UIView] {
    var views: [UIView] = []
    for view in touches.compactMap(\.view) where !views.contains(view) { views.append(view) }
    return views
  }

  private func deliver(_ touches: Set<UITouch>, to view: UIView, _ event: UIEvent) {
    for phase in [UITouch.Phase.began, .moved, .ended, .cancelled] {
      let some = touches.filter { $0.phase == phase && $0.isOfView }
      guard !some.isEmpty else { continue }
      switch phase {
      case .began:
        for touch in some { touch.isKnownToView = true }
        view.touchesBegan(some, with: event)
      case .moved: view.touchesMoved(some, with: event)
      case .ended: view.touchesEnded(some, with: event)
      case .cancelled: view.touchesCancelled(some, with: event)
      case .stationary, .regionEntered, .regionMoved, .regionExited: break
      }
    }
  }

  /// A recogniser takes the touch from its view.
  func cancel(_ touch: UITouch) {
    guard touch.isOfView else { return }
    touch.isOfView = false
    guard touch.isKnownToView else { return }
    let phase = touch.phase
    touch.phase = .cancelled
    touch.view?.touchesCancelled([touch], with: event)
    touch.phase = phase
  }

  /// The touch is void: the recognisers and the view that it has reached hear that it is cancelled.
  func forget(_ touch: UITouch) {
    touch.phase = .cancelled
    let event = UIEvent()
    event.allTouches = [touch]
    GestureArena.shared.take(event, [touch])
    cancel(touch)
    GestureArena.shared.leave([touch])
    touch.gestureRecognizers = nil
  }
}

extension UITouch {
  fileprivate func isOn(_ view: UIView) -> Bool {
    self.view === view && isOfView && isKnownToView && phase != .ended && phase != .cancelled
  }
}
