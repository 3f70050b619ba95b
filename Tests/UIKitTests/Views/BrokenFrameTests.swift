// Frames and fonts whose numbers are not finite, or absurd, as a division by nought leaves them: they end no app.

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct BrokenFrameTests {
  private nonisolated static let numbers: [CGFloat] = [.nan, .infinity, -.infinity, 1e300, -1e300]

  private func window(_ views: [UIView]) -> UIWindow {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
    window.isHidden = false
    for view in views { window.addSubview(view) }
    return window
  }

  @Test("Views with a broken frame can be looked for by a finger, listed and drawn", arguments: Self.numbers)
  func frames(number: CGFloat) {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: number, height: 20))
    label.text = "some words to break into lines"
    label.numberOfLines = 0
    let box = UIView(frame: CGRect(x: number, y: 0, width: 10, height: number))
    box.backgroundColor = .red
    box.clipsToBounds = true
    box.addSubview(UILabel(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
    let window = window([label, box])
    #expect(window.hitTest(CGPoint(x: 1, y: 1), with: nil) != nil)
    _ = ScreenElements.list([window])
    #expect(Snapshot.svg(of: [window], size: window.bounds.size).hasSuffix("</svg>\n"))
  }

  @Test("A finger touches nothing of a view whose width is not a number")
  func touch() {
    let box = UIView(frame: CGRect(x: 0, y: 0, width: CGFloat.nan, height: 20))
    let window = window([box])
    #expect(window.hitTest(CGPoint(x: 1, y: 1), with: nil) === window)
  }

  @Test("A control whose frame breaks under the finger is left by it", arguments: Self.numbers)
  func control(number: CGFloat) {
    let button = UIButton(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    let screen = Screen(button)
    screen.finger(.began, 10, 10)
    #expect(button.isTracking)
    button.frame = CGRect(x: 0, y: 0, width: number, height: 50)
    screen.finger(.moved, 12, 12)
    screen.finger(.ended, 12, 12)
    #expect(!button.isTracking)
  }

  @Test(
    "A text in a font of no size, or of an absurd one, is broken into lines",
    arguments: Self.numbers + [0, -1, CGFloat.leastNonzeroMagnitude])
  func fonts(size: CGFloat) {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 80, height: 20))
    label.text = "some words to break into lines"
    label.numberOfLines = 0
    label.font = .systemFont(ofSize: size)
    let window = window([label])
    _ = label.sizeThatFits(CGSize(width: 80, height: 20))
    #expect(Snapshot.svg(of: [window], size: window.bounds.size).hasSuffix("</svg>\n"))
  }
}
