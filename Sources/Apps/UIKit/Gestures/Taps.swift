// Recognisers of fingers that stay where they are: taps and long presses.

/// Recognises taps.
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
  open var numberOfTapsRequired = 1
  open var numberOfTouchesRequired = 1
  open var buttonMaskRequired = 1

  private var beginnings: [ObjectIdentifier: CGPoint] = [:]
  private var mostFingers = 0
  private var tapsSoFar = 0
  /// How far a finger may move that taps, in points.
  private static let slack: CGFloat = 45
  /// A tap that does not come in this time does not belong to the one before.
  private static let pause: TimeInterval = 0.35

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if tapsSoFar > 0, touches.contains(where: { $0.tapCount <= tapsSoFar }) { return state = .failed }
    for touch in touches { beginnings[ObjectIdentifier(touch)] = touch.location(in: nil) }
    mostFingers = max(mostFingers, fingers.count)
    if fingers.count > numberOfTouchesRequired { state = .failed }
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    for touch in touches {
      guard let start = beginnings[ObjectIdentifier(touch)] else { continue }
      if touch.location(in: nil).distance(to: start) > Self.slack { state = .failed }
    }
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    let areUp = fingers.allSatisfy { $0.phase == .ended }
    guard areUp else { return }
    guard mostFingers == numberOfTouchesRequired else { return state = .failed }
    tapsSoFar = touches.map(\.tapCount).max() ?? 1
    mostFingers = 0
    if tapsSoFar >= numberOfTapsRequired { return state = .ended }
    let taps = tapsSoFar
    GestureClock.after(Self.pause) { [weak self] in
      guard let self, course == .possible, tapsSoFar == taps, fingers.isEmpty else { return }
      state = .failed
      GestureArena.shared.startAnew()
    }
  }
  open override func reset() {
    beginnings = [:]
    mostFingers = 0
    tapsSoFar = 0
  }
  override var waitsForMore: Bool { tapsSoFar > 0 && tapsSoFar < numberOfTapsRequired }
}

/// Recognises fingers that stay down.
@preconcurrency @MainActor
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  open var minimumPressDuration: TimeInterval = 0.5
  open var allowableMovement: CGFloat = 10
  open var numberOfTapsRequired = 0
  open var numberOfTouchesRequired = 1

  private var beginning: (point: CGPoint, time: TimeInterval)?

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if fingers.count > numberOfTouchesRequired || touches.contains(where: { $0.tapCount <= numberOfTapsRequired }) {
      return state = .failed
    }
    guard fingers.count == numberOfTouchesRequired else { return }
    let started = event.timestamp
    beginning = (location(in: nil), started)
    GestureClock.after(minimumPressDuration) { [weak self] in
      guard let self, course == .possible, beginning?.time == started, !fingers.isEmpty else { return }
      state = .began
    }
  }
  override func timePasses(to time: TimeInterval) {
    guard course == .possible, awaited == nil, let beginning, !fingers.isEmpty else { return }
    if time - beginning.time >= minimumPressDuration { state = .began }
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let beginning else { return }
    if state != .possible { return state = .changed }
    if location(in: nil).distance(to: beginning.point) > allowableMovement { state = .failed }
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .ended
  }
  open override func reset() { beginning = nil }
}

/// The time that recognisers wait for.
@MainActor enum GestureClock {
  static func after(_ seconds: TimeInterval, _ body: @escaping @MainActor () -> Void) {
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { MainActor.assumeIsolated { body() } }
  }
}

extension CGPoint {
  func distance(to other: CGPoint) -> CGFloat {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}
