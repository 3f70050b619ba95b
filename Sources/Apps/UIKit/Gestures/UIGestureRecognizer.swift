// UIGestureRecognizer: recognises what fingers do on a view and in what is in it.

/// Recognises what fingers do on a view.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
  /// The position of the recogniser in its course.
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed
    public static let recognized = State.ended
  }

  /// Subclasses set it; a recogniser that may not begin, or not yet, stays as it is or fails.
  open var state: State {
    get { course }
    set { GestureArena.shared.move(self, to: newValue) }
  }
  open var isEnabled = true { didSet { if !isEnabled { GestureArena.shared.giveUp(self) } } }
  open var cancelsTouchesInView = true
  open var delaysTouchesBegan = false
  open var delaysTouchesEnded = true
  open var allowedTouchTypes: [NSNumber] = []
  open var requiresExclusiveTouchType = true
  open var name: String?
  open internal(set) weak var view: UIView?
  open weak var delegate: (any UIGestureRecognizerDelegate)?

  /// The state as it is; ``state`` asks before it changes.
  final var course = State.possible
  /// The state to come as soon as the recognisers that have to fail first have failed.
  final var awaited: State?
  /// The fingers that the recogniser follows, in the order in which they touched.
  final var fingers: [UITouch] = []
  final var mustFail: [Weak] = []
  final var actions: [(UIGestureRecognizer) -> Void] = []

  struct Weak { weak var recognizer: UIGestureRecognizer? }

  public override init() { super.init() }

  /// Calls a method of `target` when the state changes: without `#selector`, the method is named as
  /// `ViewController.tapped`. The target is not retained.
  @preconcurrency
  public convenience init<Target: AnyObject, Sender: UIGestureRecognizer>(
    target: Target, action: @escaping @MainActor (Target) -> (Sender) -> Void
  ) {
    self.init()
    addTarget(target, action: action)
  }
  /// As ``init(target:action:)``, for a method without a parameter.
  @preconcurrency
  public convenience init<Target: AnyObject>(target: Target, action: @escaping @MainActor (Target) -> () -> Void) {
    self.init()
    addTarget(target, action: action)
  }
  /// As with Apple's, but that nothing except nil can be the action: there is no Objective-C runtime.
  public convenience init(target: Any?, action: Never?) { self.init() }

  /// See ``init(target:action:)``.
  @preconcurrency
  public final func addTarget<Target: AnyObject, Sender: UIGestureRecognizer>(
    _ target: Target, action: @escaping @MainActor (Target) -> (Sender) -> Void
  ) {
    actions.append { [weak target] sender in
      if let target, let sender = sender as? Sender { action(target)(sender) }
    }
  }
  @preconcurrency
  public final func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping @MainActor (Target) -> () -> Void
  ) {
    actions.append { [weak target] _ in if let target { action(target)() } }
  }

  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    mustFail.removeAll { $0.recognizer == nil }
    mustFail.append(Weak(recognizer: otherGestureRecognizer))
  }

  // MARK: Fingers

  open var numberOfTouches: Int { fingers.count }
  /// The middle of the fingers.
  open func location(in view: UIView?) -> CGPoint {
    let points = (fingers.isEmpty ? lastFingers : fingers).map { $0.location(in: view) }
    guard !points.isEmpty else { return .zero }
    let count = CGFloat(points.count)
    return CGPoint(x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
  }
  open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
    fingers.indices.contains(touchIndex) ? fingers[touchIndex].location(in: view) : .zero
  }
  /// The fingers of the gesture that has just ended.
  final var lastFingers: [UITouch] = []

  open func ignore(_ touch: UITouch, for event: UIEvent) { fingers.removeAll { $0 === touch } }

  // MARK: For subclasses to override

  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    if state == .began || state == .changed { state = .cancelled } else { state = .failed }
  }
  open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent) {}
  /// The course is over: forget it.
  open func reset() {}
  open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
  open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }

  /// Whether it goes on waiting with no finger on the screen, as for a second tap.
  var waitsForMore: Bool { false }
  /// The event's time has come; a recogniser that waits for a time looks at it before the event.
  func timePasses(to time: TimeInterval) {}
}

/// Says which recognisers may begin, and which of them together.
@preconcurrency @MainActor
public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
}

extension UIGestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
  public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool { true }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
}
