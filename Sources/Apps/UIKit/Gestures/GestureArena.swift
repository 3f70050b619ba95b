// GestureArena: which of the recognisers that follow the same fingers recognises its gesture. One that begins stops the
// others, unless a delegate wants both; one that has to wait for others begins when they have failed.

@MainActor final class GestureArena {
  static let shared = GestureArena()

  /// The recognisers that follow a finger, or wait for one to come back.
  private var taking: [UIGestureRecognizer] = []

  // MARK: Fingers

  /// A finger has touched `view`: the recognisers of the view and of those around it follow it.
  func enter(_ touch: UITouch, _ view: UIView) {
    var found: [UIGestureRecognizer] = []
    for view in sequence(first: view, next: \.parent) {
      for recognizer in view.gestureRecognizers ?? [] where recognizer.isEnabled && follows(recognizer, touch) {
        found.append(recognizer)
      }
    }
    touch.gestureRecognizers = found
    for recognizer in found {
      recognizer.fingers.append(touch)
      if !taking.contains(where: { $0 === recognizer }) { taking.append(recognizer) }
    }
  }

  private func follows(_ recognizer: UIGestureRecognizer, _ touch: UITouch) -> Bool {
    // A tap recogniser around a control does not keep it from its own tap by one finger (UIKit, since iOS 6).
    if let tap = recognizer as? UITapGestureRecognizer, tap.numberOfTouchesRequired == 1, tap.numberOfTapsRequired == 1,
      let control = touch.view as? UIControl, control.isEnabled, recognizer.view !== control
    {
      return false
    }
    return recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) ?? true
  }

  /// Hands an event to every recogniser that follows one of its fingers.
  func take(_ event: UIEvent, _ touches: Set<UITouch>) {
    for recognizer in taking { recognizer.timePasses(to: event.timestamp) }
    for recognizer in taking {
      let own = touches.filter { touch in recognizer.fingers.contains { $0 === touch } }
      guard !own.isEmpty, isOpen(recognizer) else { continue }
      for phase in [UITouch.Phase.began, .moved, .ended, .cancelled] {
        let some = own.filter { $0.phase == phase }
        guard !some.isEmpty, isOpen(recognizer) else { continue }
        switch phase {
        case .began: recognizer.touchesBegan(some, with: event)
        case .moved: recognizer.touchesMoved(some, with: event)
        case .ended: recognizer.touchesEnded(some, with: event)
        case .cancelled: recognizer.touchesCancelled(some, with: event)
        case .stationary, .regionEntered, .regionMoved, .regionExited: break
        }
      }
    }
  }

  private func isOpen(_ recognizer: UIGestureRecognizer) -> Bool {
    switch recognizer.course {
    case .possible: recognizer.awaited == nil
    case .began, .changed: true
    case .ended, .cancelled, .failed: false
    }
  }

  /// Fingers have left the screen: recognisers that follow none any more begin anew.
  func leave(_ touches: Set<UITouch>) {
    for recognizer in taking {
      let gone = recognizer.fingers.filter { touches.contains($0) }
      if gone.isEmpty { continue }
      recognizer.lastFingers = gone
      recognizer.fingers.removeAll { touches.contains($0) }
      guard recognizer.fingers.isEmpty else { continue }
      switch recognizer.course {
      case .possible where recognizer.awaited == nil && !recognizer.waitsForMore: move(recognizer, to: .failed)
      // Its target has heard that the gesture began, and relies on an end.
      case .began, .changed: move(recognizer, to: .cancelled)
      case .possible, .ended, .cancelled, .failed: break
      }
    }
    startAnew()
  }

  /// Recognisers that are through, and follow no finger, may recognise the next gesture.
  func startAnew() {
    for recognizer in taking where recognizer.fingers.isEmpty {
      switch recognizer.course {
      case .possible where recognizer.awaited != nil || recognizer.waitsForMore: continue
      case .possible, .began, .changed, .ended, .cancelled, .failed: break
      }
      recognizer.course = .possible
      recognizer.awaited = nil
      recognizer.reset()
      taking.removeAll { $0 === recognizer }
    }
  }

  /// A gesture that waits, for a second tap or for others to fail, does not come any more.
  func stopWaiting() {
    for recognizer in taking where recognizer.awaited != nil || recognizer.fingers.isEmpty {
      recognizer.awaited = nil
      recognizer.course = .failed
    }
    startAnew()
  }

  /// The recogniser was disabled, or its view is gone.
  func giveUp(_ recognizer: UIGestureRecognizer) {
    switch recognizer.course {
    case .began, .changed: move(recognizer, to: .cancelled)
    case .possible where taking.contains { $0 === recognizer }: move(recognizer, to: .failed)
    case .possible, .ended, .cancelled, .failed: break
    }
  }

  // MARK: States

  func move(_ recognizer: UIGestureRecognizer, to state: UIGestureRecognizer.State) {
    switch recognizer.course {
    case .possible:
      switch state {
      case .began, .changed, .ended: begin(recognizer, state)
      case .failed, .cancelled: fail(recognizer)
      case .possible: break
      }
    case .began, .changed:
      switch state {
      case .changed, .ended, .cancelled:
        recognizer.course = state
        tell(recognizer)
      // A gesture that has begun fails no more: its target has to hear of an end.
      case .failed: move(recognizer, to: .cancelled)
      case .possible, .began: break
      }
    case .ended, .cancelled, .failed: break
    }
  }

  private func begin(_ recognizer: UIGestureRecognizer, _ state: UIGestureRecognizer.State) {
    guard recognizer.awaited == nil else { return }
    let mayBegin =
      recognizer.view?.gestureRecognizerShouldBegin(recognizer) ?? true
      && recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) ?? true
    let isPrevented = rivals(of: recognizer).contains { other in
      switch other.course {
      case .began, .changed, .ended: !together(other, recognizer) && prevents(other, recognizer)
      case .possible, .cancelled, .failed: false
      }
    }
    guard mayBegin, !isPrevented else { return fail(recognizer) }
    if taking.contains(where: { $0 !== recognizer && $0.course == .possible && waits(recognizer, for: $0) }) {
      recognizer.awaited = state
      return
    }
    recognise(recognizer, state)
  }

  private func recognise(_ recognizer: UIGestureRecognizer, _ state: UIGestureRecognizer.State) {
    recognizer.awaited = nil
    recognizer.course = state
    if recognizer.cancelsTouchesInView {
      for touch in recognizer.fingers { TouchDelivery.shared.cancel(touch) }
    }
    for other in rivals(of: recognizer)
    where other.course == .possible && !together(other, recognizer) && prevents(recognizer, other) {
      fail(other)
    }
    tell(recognizer)
  }

  private func fail(_ recognizer: UIGestureRecognizer) {
    recognizer.course = .failed
    recognizer.awaited = nil
    for other in taking {
      guard let state = other.awaited else { continue }
      if taking.contains(where: { $0 !== other && $0.course == .possible && waits(other, for: $0) }) { continue }
      other.awaited = nil
      begin(other, state)
      if other.fingers.isEmpty && state == .began { move(other, to: .ended) }
    }
  }

  private func tell(_ recognizer: UIGestureRecognizer) {
    for action in recognizer.actions { action(recognizer) }
  }

  // MARK: Pairs

  /// Those that follow one of its fingers, or have just followed it.
  private func rivals(of recognizer: UIGestureRecognizer) -> [UIGestureRecognizer] {
    let own = recognizer.fingers.isEmpty ? recognizer.lastFingers : recognizer.fingers
    return taking.filter { other in
      other !== recognizer
        && own.contains { finger in (other.fingers + other.lastFingers).contains { $0 === finger } }
    }
  }

  private func together(_ one: UIGestureRecognizer, _ other: UIGestureRecognizer) -> Bool {
    one.delegate?.gestureRecognizer(one, shouldRecognizeSimultaneouslyWith: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: one) ?? false
  }

  private func prevents(_ one: UIGestureRecognizer, _ other: UIGestureRecognizer) -> Bool {
    one.canPrevent(other) && other.canBePrevented(by: one)
  }

  private func waits(_ one: UIGestureRecognizer, for other: UIGestureRecognizer) -> Bool {
    one.mustFail.contains { $0.recognizer === other } || one.shouldRequireFailure(of: other)
      || other.shouldBeRequiredToFail(by: one)
      || one.delegate?.gestureRecognizer(one, shouldRequireFailureOf: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: one) ?? false
  }
}
