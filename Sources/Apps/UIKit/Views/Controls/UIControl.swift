// UIControl: a view that does something when it is used.

/// A view that sends actions.
@preconcurrency @MainActor
open class UIControl: UIView {
  /// Something that was done to a control.
  public struct Event: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let touchDown = Event(rawValue: 1 << 0)
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    public static let touchDragInside = Event(rawValue: 1 << 2)
    public static let touchDragOutside = Event(rawValue: 1 << 3)
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    public static let touchDragExit = Event(rawValue: 1 << 5)
    public static let touchUpInside = Event(rawValue: 1 << 6)
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    public static let touchCancel = Event(rawValue: 1 << 8)
    public static let valueChanged = Event(rawValue: 1 << 12)
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    public static let menuActionTriggered = Event(rawValue: 1 << 14)
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    public static let editingChanged = Event(rawValue: 1 << 17)
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    public static let allTouchEvents = Event(rawValue: 0x0FFF)
    public static let allEditingEvents = Event(rawValue: 0xF_0000)
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
  }

  /// The state of a control at the moment.
  public struct State: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let normal = State([])
    public static let highlighted = State(rawValue: 1 << 0)
    public static let disabled = State(rawValue: 1 << 1)
    public static let selected = State(rawValue: 1 << 2)
    public static let focused = State(rawValue: 1 << 3)
    public static let application = State(rawValue: 0x00FF_0000)
  }

  public enum ContentHorizontalAlignment: Int, Sendable {
    case center, left, right, fill, leading, trailing
  }
  public enum ContentVerticalAlignment: Int, Sendable {
    case center, top, bottom, fill
  }

  open var isEnabled = true { didSet { contentChanged() } }
  open var isSelected = false { didSet { contentChanged() } }
  open var isHighlighted = false { didSet { contentChanged() } }
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center { didSet { contentChanged() } }
  open var contentVerticalAlignment = ContentVerticalAlignment.center { didSet { contentChanged() } }
  open var state: State {
    var state = State.normal
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    if isHighlighted { state.insert(.highlighted) }
    return state
  }

  private var actions: [(action: UIAction, events: Event)] = []

  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  /// Has the action run at these events; one with the same identifier is replaced.
  open func addAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(identifiedBy: action.identifier, for: controlEvents)
    actions.append((action, controlEvents))
  }
  open func removeAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(identifiedBy: action.identifier, for: controlEvents)
  }
  open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: Event) {
    for index in actions.indices where actions[index].action.identifier == actionIdentifier {
      actions[index].events.subtract(controlEvents)
    }
    actions.removeAll { $0.events.isEmpty }
  }

  open func sendActions(for controlEvents: Event) {
    for (action, events) in actions where !events.isDisjoint(with: controlEvents) { sendAction(action) }
  }
  /// Calls a method of `target` at these events: without `#selector`, the method is named as `ViewController.save`.
  /// The target is not retained.
  @preconcurrency
  public final func addTarget<Target: AnyObject, Sender: UIControl>(
    _ target: Target, action: @escaping @MainActor (Target) -> (Sender) -> Void, for controlEvents: Event
  ) {
    let call = UIAction { [weak target] made in
      if let target, let sender = made.sender as? Sender { action(target)(sender) }
    }
    addAction(call, for: controlEvents)
  }
  /// As ``addTarget(_:action:for:)``, for a method without a parameter.
  @preconcurrency
  public final func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping @MainActor (Target) -> () -> Void, for controlEvents: Event
  ) {
    addAction(UIAction { [weak target] _ in if let target { action(target)() } }, for: controlEvents)
  }

  open func sendAction(_ action: UIAction) {
    if !action.attributes.contains(.disabled) { action.run(self) }
  }
  open var allControlEvents: Event { actions.reduce(into: Event([])) { $0.formUnion($1.events) } }

  // MARK: Touches

  /// Whether a finger is on it that it follows.
  open internal(set) var isTracking = false
  /// Whether that finger is inside its bounds, or near them.
  open internal(set) var isTouchInside = false
  /// How far from its bounds a finger may be that is still on it, in points.
  private static let reach: CGFloat = 70

  /// A finger touches it; false: follow it no further.
  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  /// The finger has moved; false: follow it no further.
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
  open func cancelTracking(with event: UIEvent?) {}

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isEnabled, let touch = touches.first else { return }
    isTouchInside = true
    isTracking = beginTracking(touch, with: event)
    guard isTracking else { return }
    isHighlighted = true
    sendActions(for: touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown)
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isEnabled, isTracking, let touch = touches.first else { return }
    let wasInside = isTouchInside
    isTouchInside = isNear(touch)
    isHighlighted = isTouchInside
    isTracking = continueTracking(touch, with: event)
    switch (wasInside, isTouchInside) {
    case (true, true): sendActions(for: .touchDragInside)
    case (true, false): sendActions(for: .touchDragExit)
    case (false, true): sendActions(for: .touchDragEnter)
    case (false, false): sendActions(for: .touchDragOutside)
    }
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isEnabled, isTracking || !isTouchInside, let touch = touches.first else { return }
    let inside = isNear(touch)
    let follows = isTracking
    isTracking = false
    isHighlighted = false
    isTouchInside = false
    if follows { endTracking(touch, with: event) }
    sendActions(for: inside ? [.touchUpInside, primaryEvent] : .touchUpOutside)
    if inside { isUsed(at: touch.location(in: self)) }
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isTracking else { return }
    isTracking = false
    isHighlighted = false
    isTouchInside = false
    cancelTracking(with: event)
    sendActions(for: .touchCancel)
  }

  private func isNear(_ touch: UITouch) -> Bool {
    let place = touch.location(in: self)
    return point(inside: place, with: nil) || bounds.insetBy(dx: -Self.reach, dy: -Self.reach).holds(place)
  }

  /// A finger has touched and left it: what the control does by itself, such as a switch that turns.
  func isUsed(at point: CGPoint) {}

  /// The event that a tap amounts to besides itself.
  var primaryEvent: Event { [] }
}
