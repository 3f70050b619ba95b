// UIEvent, UITouch and UIPress: what the methods of UIResponder are told.

/// One thing the user did.
@preconcurrency @MainActor
open class UIEvent: NSObject {
  /// The kind of the event.
  public enum EventType: Int, Sendable {
    case touches, motion, remoteControl, presses
    case scroll = 10
    case hover = 11
    case transform = 14
  }

  /// The meaning of the event within its kind.
  public enum EventSubtype: Int, Sendable {
    case none = 0
    case motionShake = 1
    case remoteControlPlay = 100
    case remoteControlPause = 101
    case remoteControlStop = 102
    case remoteControlTogglePlayPause = 103
    case remoteControlNextTrack = 104
    case remoteControlPreviousTrack = 105
  }

  open var type: EventType { .touches }
  open var subtype: EventSubtype { .none }
  /// Seconds since the machine started.
  open internal(set) var timestamp = ProcessInfo.processInfo.systemUptime
  open internal(set) var allTouches: Set<UITouch>?

  open func touches(for window: UIWindow) -> Set<UITouch>? { allTouches?.filter { $0.window === window } }
  open func touches(for view: UIView) -> Set<UITouch>? { allTouches?.filter { $0.view === view } }
  open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
    allTouches?.filter { touch in gesture.fingers.contains { $0 === touch } }
  }
  open func coalescedTouches(for touch: UITouch) -> [UITouch]? { [touch] }
  open func predictedTouches(for touch: UITouch) -> [UITouch]? { [] }
}

/// One finger on the screen.
@preconcurrency @MainActor
open class UITouch: NSObject {
  /// The position of the touch in its course.
  public enum Phase: Int, Sendable {
    case began, moved, stationary, ended, cancelled, regionEntered, regionMoved, regionExited
  }

  open internal(set) var phase = Phase.began
  open internal(set) var tapCount = 1
  open internal(set) var timestamp = ProcessInfo.processInfo.systemUptime
  open internal(set) weak var window: UIWindow?
  open internal(set) weak var view: UIView?
  /// The kind of pointer.
  public enum TouchType: Int, Sendable { case direct, indirect, pencil, indirectPointer }
  open var type: TouchType { .direct }
  open var majorRadius: CGFloat { 20 }
  open var force: CGFloat { 1 }
  open var maximumPossibleForce: CGFloat { 1 }
  /// Those that follow the finger, while it is on the screen.
  open internal(set) var gestureRecognizers: [UIGestureRecognizer]?

  /// On the screen.
  final var point = CGPoint.zero
  final var previousPoint = CGPoint.zero
  /// Whether the view that was hit hears of it: no recogniser has taken it.
  final var isOfView = true
  /// Whether the view has heard that it began.
  final var isKnownToView = false

  /// The place of the touch in `view`; in the window when that is nil.
  open func location(in view: UIView?) -> CGPoint { place(point, in: view) }
  open func previousLocation(in view: UIView?) -> CGPoint { place(previousPoint, in: view) }

  private func place(_ point: CGPoint, in view: UIView?) -> CGPoint {
    guard let view = view ?? window else { return point }
    return view.convert(point, fromScreenOf: window)
  }
}

/// One press of a button or key.
@preconcurrency @MainActor
open class UIPress: NSObject {
  /// The position of the press in its course.
  public enum Phase: Int, Sendable {
    case began, changed, stationary, ended, cancelled
  }

  open internal(set) var phase = Phase.began
  open internal(set) var timestamp = ProcessInfo.processInfo.systemUptime
  open internal(set) var type = PressType.other
  open internal(set) var key: UIKey?
  open internal(set) weak var responder: UIResponder?
  open var force: CGFloat { phase == .ended || phase == .cancelled ? 0 : 1 }
}

/// An event of presses.
@preconcurrency @MainActor
open class UIPressesEvent: UIEvent {
  open override var type: EventType { .presses }
  open internal(set) var allPresses: Set<UIPress> = []
}
