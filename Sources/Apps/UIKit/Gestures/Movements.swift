// Recognisers of fingers that move: pans, swipes, pinches and rotations.

/// Recognises fingers that are drawn over the screen.
@preconcurrency @MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
  open var minimumNumberOfTouches = 1
  open var maximumNumberOfTouches = Int.max
  open var allowedScrollTypesMask = 0

  private var start = CGPoint.zero
  private var here = CGPoint.zero
  private var time: TimeInterval = 0
  private var speed = CGPoint.zero
  /// A finger that has moved less is not drawn, in points.
  private static let slack: CGFloat = 10

  /// How far the fingers have moved, in the coordinates of `view`.
  open func translation(in view: UIView?) -> CGPoint { CGPoint(x: here.x - start.x, y: here.y - start.y) }
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    start = CGPoint(x: here.x - translation.x, y: here.y - translation.y)
  }
  /// In points a second.
  open func velocity(in view: UIView?) -> CGPoint { speed }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if fingers.count > maximumNumberOfTouches, state == .possible { return state = .failed }
    // Another finger moves the middle, and not what it is on.
    let moved = translation(in: nil)
    here = location(in: nil)
    start = state == .possible ? here : CGPoint(x: here.x - moved.x, y: here.y - moved.y)
    time = event.timestamp
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    follow(event)
    switch state {
    case .possible:
      if fingers.count >= minimumNumberOfTouches, here.distance(to: start) > Self.slack { state = .began }
    case .began, .changed: state = .changed
    case .ended, .cancelled, .failed: break
    }
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard fingers.allSatisfy({ $0.phase == .ended }) else { return }
    if location(in: nil) != here { follow(event) }
    state = state == .possible ? .failed : .ended
  }
  open override func reset() { speed = .zero }

  private func follow(_ event: UIEvent) {
    let point = location(in: nil)
    let passed = event.timestamp - time
    if passed > 0 { speed = CGPoint(x: (point.x - here.x) / passed, y: (point.y - here.y) / passed) }
    here = point
    time = event.timestamp
  }
}

/// Recognises a pan that begins at an edge of the screen.
@preconcurrency @MainActor
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  open var edges: UIRectEdge = []
  private static let reach: CGFloat = 20

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    let point = location(in: nil)
    let screen = UIScreen.main.bounds
    let isNear =
      edges.contains(.left) && point.x <= Self.reach || edges.contains(.right) && point.x >= screen.maxX - Self.reach
      || edges.contains(.top) && point.y <= Self.reach || edges.contains(.bottom) && point.y >= screen.maxY - Self.reach
    if !isNear { state = .failed }
  }
}

/// Recognises a quick movement in one direction.
@preconcurrency @MainActor
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  /// The direction in which the finger goes.
  public struct Direction: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let right = Direction(rawValue: 1 << 0)
    public static let left = Direction(rawValue: 1 << 1)
    public static let up = Direction(rawValue: 1 << 2)
    public static let down = Direction(rawValue: 1 << 3)
  }
  open var direction = Direction.right
  open var numberOfTouchesRequired = 1

  private var beginning: (point: CGPoint, time: TimeInterval)?
  private static let length: CGFloat = 50
  private static let longest: TimeInterval = 0.5

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if fingers.count > numberOfTouchesRequired { return state = .failed }
    if fingers.count == numberOfTouchesRequired { beginning = (location(in: nil), event.timestamp) }
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let beginning else { return }
    if event.timestamp - beginning.time > Self.longest { return state = .failed }
    let point = location(in: nil)
    let (x, y) = (point.x - beginning.point.x, point.y - beginning.point.y)
    guard max(abs(x), abs(y)) >= Self.length else { return }
    let way: Direction = abs(x) > abs(y) ? (x > 0 ? .right : .left) : (y > 0 ? .down : .up)
    let isStraight = min(abs(x), abs(y)) <= max(abs(x), abs(y)) / 2
    state = isStraight && direction.contains(way) ? .ended : .failed
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    touchesMoved(touches, with: event)
    if state == .possible { state = .failed }
  }
  open override func reset() { beginning = nil }
}

/// Recognises two fingers that move apart or together.
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  /// How many times as far apart the fingers are as at the beginning.
  open var scale: CGFloat = 1
  open private(set) var velocity: CGFloat = 0
  private var last: (distance: CGFloat, time: TimeInterval)?
  private var beginning: CGFloat = 0
  private static let slack: CGFloat = 8

  private var distance: CGFloat? {
    fingers.count == 2 ? fingers[0].location(in: nil).distance(to: fingers[1].location(in: nil)) : nil
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if fingers.count > 2 { return state = .failed }
    guard let distance else { return }
    beginning = distance
    last = (distance, event.timestamp)
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let distance, let last, last.distance > 0 else { return }
    if state == .possible, abs(distance - beginning) <= Self.slack { return }
    let factor = distance / last.distance
    let passed = event.timestamp - last.time
    if passed > 0 { velocity = (scale * factor - scale) / passed }
    scale *= factor
    self.last = (distance, event.timestamp)
    state = state == .possible ? .began : .changed
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .ended
  }
  open override func reset() {
    scale = 1
    velocity = 0
    last = nil
  }
}

/// Recognises two fingers that turn around each other.
@preconcurrency @MainActor
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  /// In radians, clockwise.
  open var rotation: CGFloat = 0
  open private(set) var velocity: CGFloat = 0
  private var last: CGFloat?
  private static let slack: CGFloat = 0.05

  private var angle: CGFloat? {
    guard fingers.count == 2 else { return nil }
    let (a, b) = (fingers[0].location(in: nil), fingers[1].location(in: nil))
    return atan2(b.y - a.y, b.x - a.x)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if fingers.count > 2 { state = .failed } else { last = angle }
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let angle, let last else { return }
    var turn = angle - last
    if turn > .pi { turn -= 2 * .pi }
    if turn < -.pi { turn += 2 * .pi }
    if state == .possible, abs(turn) <= Self.slack { return }
    rotation += turn
    self.last = angle
    state = state == .possible ? .began : .changed
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .ended
  }
  open override func reset() {
    rotation = 0
    last = nil
  }
}
