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
  /// In the window.
  var point = CGPoint.zero

  /// The place of the touch in `view`; in the window when that is nil.
  open func location(in view: UIView?) -> CGPoint { view?.convert(point, from: nil) ?? point }
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
}

/// An event of presses.
@preconcurrency @MainActor
open class UIPressesEvent: UIEvent {
  open override var type: EventType { .presses }
  open internal(set) var allPresses: Set<UIPress> = []
}
