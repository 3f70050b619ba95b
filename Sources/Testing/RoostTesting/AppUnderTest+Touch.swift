// A user's fingers and keys on an app's screen.
import AgentProtocol
import ControlAPI
import WireJSON

/// In points, from the top left corner of the screen.
public struct ScreenPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// Of the screen that apps have.
  public static let middle = ScreenPoint(x: 195, y: 422)
}

/// The way that a finger goes.
public enum SwipeDirection: Sendable, CaseIterable { case up, down, left, right }

extension AppUnderTest {
  /// - Parameter seconds: how long the finger stays down.
  public func tap(at point: ScreenPoint, taps: Int = 1, holding seconds: Double = 0.05) throws {
    for tap in 1...max(1, taps) {
      try touch(.began, point, time: 0, taps: tap)
      try touch(.ended, point, time: seconds, taps: tap)
    }
  }

  /// - Parameter distance: in points.
  public func swipe(_ direction: SwipeDirection, from start: ScreenPoint = .middle, by distance: Double = 200) throws {
    let (x, y) =
      switch direction {
      case .up: (0.0, -distance)
      case .down: (0.0, distance)
      case .left: (-distance, 0.0)
      case .right: (distance, 0.0)
      }
    func point(_ part: Double) -> ScreenPoint { ScreenPoint(x: start.x + x * part, y: start.y + y * part) }
    try touch(.began, start, time: 0)
    for step in 1...5 { try touch(.moved, point(Double(step) / 5), time: 0.02 * Double(step)) }
    try touch(.ended, point(1), time: 0.12)
  }

  /// Types into the field that has the focus; a line break is the return key.
  /// - Throws: ``TestingError/noElement(_:app:shown:)`` where nothing has it.
  public func typeText(_ text: String) throws {
    let elements = try elements()
    guard elements.contains(where: { $0.traits.contains("focused") }) else {
      throw TestingError.noElement("element with the focus", app: id, shown: elements.map(Element.line))
    }
    try send(.text(text))
  }

  /// Presses one key: one character, or a name such as `return` of roost-agent(7).
  public func press(key: String) throws {
    for phase in [UserInput.Press.Phase.began, .ended] { try send(.presses([.init(phase, key: key)])) }
  }

  public func shake() throws { try send(.motion(phase: nil)) }

  private func touch(_ phase: UserInput.Touch.Phase, _ point: ScreenPoint, time: Double, taps: Int = 1) throws {
    try send(.touches([.init(phase, x: point.x, y: point.y, taps: taps)], time: time))
  }

  private func send(_ input: UserInput) throws { try send(input: input.json.text) }
}
