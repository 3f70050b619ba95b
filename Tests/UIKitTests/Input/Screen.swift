// An app with one window, and fingers and keys to use it with, as roostd passes them on.

import AgentProtocol
import WireJSON

@testable import UIKit

@MainActor final class Screen {
  let app = App()
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
  let root = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))

  init(_ views: UIView...) {
    window.addSubview(root)
    for view in views { root.addSubview(view) }
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
  }

  isolated deinit { _ = UIResponder.first?.resignFirstResponder() }

  func send(_ input: UserInput) { app.handle(.input(input)) }

  /// - Parameter time: since the finger touched.
  func finger(_ phase: UserInput.Touch.Phase, _ x: Double, _ y: Double, taps: Int = 1, time: Double? = nil) {
    send(.touches([.init(phase, x: x, y: y, taps: taps)], time: time))
  }

  func tap(_ x: Double, _ y: Double, taps: Int = 1) {
    finger(.began, x, y, taps: taps, time: 0)
    finger(.ended, x, y, taps: taps, time: 0.05)
  }

  func draw(from: (Double, Double), to: (Double, Double), seconds: Double = 0.1) {
    finger(.began, from.0, from.1, time: 0)
    for step in 1...5 {
      let part = Double(step) / 5
      finger(
        .moved, from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part, time: seconds * part)
    }
    finger(.ended, to.0, to.1, time: seconds)
  }

  func elements() throws -> [ScreenElement] {
    guard case .elements(let list)? = try app.answer(to: .input(UserInput.elements())) else { return [] }
    return ScreenElement.list(list)
  }
}

/// Notes what it is told.
final class Witness: UIView {
  var calls: [String] = []

  override var canBecomeFirstResponder: Bool { true }
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note("began", touches) }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note("moved", touches) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note("ended", touches) }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { note("cancelled", touches) }
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    calls.append("press \(presses.first?.key?.characters ?? "") \(presses.first?.type == .select)")
  }
  override func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { calls.append("shake") }
  override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { calls.append("shaken") }

  private func note(_ phase: String, _ touches: Set<UITouch>) {
    let places = touches.map { $0.location(in: self) }.sorted { $0.x < $1.x }.map { "\(Int($0.x)),\(Int($0.y))" }
    calls.append("\(phase) \(places.joined(separator: " "))")
  }
}

extension Event.Body {
  /// As `roostd` passes it on.
  static func input(_ input: UserInput) -> Event.Body { .input(WrittenJSON(input.json)) }
}
