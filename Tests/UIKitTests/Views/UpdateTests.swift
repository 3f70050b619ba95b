// When changes reach the screen: merged, and not in the background (FG3, SN1).

import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct UpdateTests {
  private final class Canvas: UIView {
    var drawn = 0
    var laidOut = 0
    override func draw(_ rect: CGRect) { drawn += 1 }
    override func layoutSubviews() {
      super.layoutSubviews()
      laidOut += 1
    }
  }

  private func canvas() -> (UIWindow, Canvas) {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    window.isHidden = false
    let canvas = Canvas(frame: window.bounds)
    window.addSubview(canvas)
    UpdateCycle.flush()
    canvas.drawn = 0
    canvas.laidOut = 0
    return (window, canvas)
  }

  @Test("FG3 a view that is marked many times in the background is updated once, on return")
  func merged() {
    let (window, canvas) = canvas()
    UpdateCycle.hold()
    for _ in 0..<5 {
      canvas.setNeedsDisplay()
      canvas.setNeedsLayout()
    }
    RunLoop.main.run(until: Date())
    #expect(canvas.drawn == 0 && canvas.laidOut == 0)
    UpdateCycle.release()
    #expect(canvas.drawn == 1 && canvas.laidOut == 1)
    withExtendedLifetime(window) {}
  }

  @Test("SN1 only what has changed since the last picture asks for another")
  func changes() {
    let (window, canvas) = canvas()
    window.hasChangesSinceSnapshot = false
    #expect(!window.hasChangesSinceSnapshot)
    canvas.backgroundColor = .red
    #expect(window.hasChangesSinceSnapshot)
  }

  @Test("A hit goes to the frontmost view that takes input, in its own coordinates")
  func hits() {
    let (window, canvas) = canvas()
    let back = UIView(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
    let front = UIView(frame: CGRect(x: 30, y: 30, width: 50, height: 50))
    canvas.addSubview(back)
    canvas.addSubview(front)
    #expect(window.hitTest(CGPoint(x: 40, y: 40), with: nil) === front)
    front.isUserInteractionEnabled = false
    #expect(window.hitTest(CGPoint(x: 40, y: 40), with: nil) === back)
    #expect(window.hitTest(CGPoint(x: 90, y: 90), with: nil) === canvas)
    #expect(front.convert(CGPoint(x: 1, y: 2), to: window) == CGPoint(x: 31, y: 32))
  }

  @Test("Constraints place a view: pinned edges, a size, the middle")
  func constraints() {
    let (window, canvas) = canvas()
    let box = UIView(frame: .zero)
    box.translatesAutoresizingMaskIntoConstraints = false
    canvas.addSubview(box)
    NSLayoutConstraint.activate([
      box.centerXAnchor.constraint(equalTo: canvas.centerXAnchor),
      box.topAnchor.constraint(equalTo: canvas.topAnchor, constant: 5),
      box.widthAnchor.constraint(equalToConstant: 40), box.heightAnchor.constraint(equalToConstant: 20),
    ])
    window.layoutIfNeeded()
    #expect(box.frame == CGRect(x: 30, y: 5, width: 40, height: 20))
  }
}
