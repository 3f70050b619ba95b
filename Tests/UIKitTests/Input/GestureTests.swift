// Gesture recognisers: what each recognises, and which of several does.

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite(.serialized) struct GestureTests {
  private final class Log: NSObject, UIGestureRecognizerDelegate {
    var calls: [String] = []
    var both = false
    var begins = true

    func tapped(_ sender: UITapGestureRecognizer) { calls.append("tap \(sender.numberOfTapsRequired)") }
    func pressed(_ sender: UILongPressGestureRecognizer) { calls.append("press \(sender.state)") }
    func panned(_ sender: UIPanGestureRecognizer) {
      calls.append("pan \(sender.state) \(Int(sender.translation(in: nil).x))")
    }
    func swiped() { calls.append("swipe") }
    func pinched(_ sender: UIPinchGestureRecognizer) { calls.append("pinch \(sender.state) \(sender.scale)") }

    func gestureRecognizer(
      _ gestureRecognizer: UIGestureRecognizer,
      shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { both }
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { begins }
  }

  private let log = Log()
  private let view = Witness(frame: CGRect(x: 0, y: 0, width: 390, height: 844))

  private func tap(_ taps: Int = 1) -> UITapGestureRecognizer {
    let tap = UITapGestureRecognizer(target: log, action: Log.tapped)
    tap.numberOfTapsRequired = taps
    view.addGestureRecognizer(tap)
    return tap
  }

  @Test("FG5 a tap is recognised when the finger leaves, and taken from the view")
  func taps() {
    let tap = tap()
    let screen = Screen(view)
    screen.tap(50, 50)
    #expect(log.calls == ["tap 1"])
    #expect(view.calls == ["began 50,50", "cancelled 50,50"])
    tap.cancelsTouchesInView = false
    view.calls = []
    screen.tap(50, 50)
    #expect(view.calls == ["began 50,50", "ended 50,50"])
    screen.draw(from: (50, 50), to: (200, 50))
    #expect(log.calls == ["tap 1", "tap 1"])
    #expect(tap.state == .possible)
  }

  // In a process of its own: other suites play apps that become inactive, which ends what all recognisers wait for.
  @Test("A double tap needs both; a single tap that has to wait for it to fail comes when it has failed")
  func doubleTap() async {
    await #expect(processExitsWith: .success) { try await GestureTests().checkDoubleTap() }
  }

  private func checkDoubleTap() async throws {
    let single = tap()
    let double = tap(2)
    single.require(toFail: double)
    let screen = Screen(view)
    screen.tap(50, 50)
    #expect(log.calls.isEmpty)
    screen.tap(50, 50, taps: 2)
    #expect(log.calls == ["tap 2"])
    screen.tap(50, 50)
    // The second tap does not come; a minute is a deadline, and no wait.
    for _ in 0..<1200 where log.calls.count < 2 { try await Task.sleep(for: .milliseconds(50)) }
    #expect(log.calls == ["tap 2", "tap 1"])
  }

  @Test("FG5 a single tap that waits for a double tap to fail does not come once the app is no longer active")
  func waitingTap() {
    let single = tap()
    let double = tap(2)
    single.require(toFail: double)
    let screen = Screen(view)
    screen.tap(50, 50)
    #expect(single.awaited == .ended && double.waitsForMore)
    screen.app.handle(.willResignActive)
    // The time for a second tap finds nobody who waits.
    #expect(single.awaited == nil && !double.waitsForMore && log.calls.isEmpty)
    screen.tap(50, 50)
    screen.finger(.began, 50, 50, taps: 2)
    screen.app.handle(.willResignActive)
    #expect(single.awaited == nil && !double.waitsForMore && log.calls.isEmpty)
  }

  @Test("A long press begins when the finger has stayed, and ends with it; a short one and one that moves do not")
  func longPress() {
    view.addGestureRecognizer(UILongPressGestureRecognizer(target: log, action: Log.pressed))
    let screen = Screen(view)
    screen.tap(50, 50)
    screen.finger(.began, 50, 50, time: 0)
    screen.finger(.moved, 90, 50, time: 0.1)
    screen.finger(.ended, 90, 50, time: 0.9)
    #expect(log.calls.isEmpty)
    screen.finger(.began, 50, 50, time: 0)
    screen.finger(.ended, 50, 50, time: 0.6)
    #expect(log.calls == ["press began", "press ended"])
  }

  @Test("A pan follows the finger; a swipe is quick and straight")
  func movements() {
    let pan = UIPanGestureRecognizer(target: log, action: Log.panned)
    view.addGestureRecognizer(pan)
    let screen = Screen(view)
    screen.draw(from: (50, 50), to: (150, 50))
    #expect(log.calls.first == "pan began 20" && log.calls.last == "pan ended 100")
    view.removeGestureRecognizer(pan)
    log.calls = []
    let swipe = UISwipeGestureRecognizer(target: log, action: Log.swiped)
    swipe.direction = .up
    view.addGestureRecognizer(swipe)
    screen.draw(from: (50, 300), to: (50, 100))
    #expect(log.calls == ["swipe"])
    screen.draw(from: (50, 100), to: (50, 300))
    screen.draw(from: (50, 300), to: (50, 100), seconds: 4)
    #expect(log.calls == ["swipe"])
  }

  @Test("Two fingers that move apart pinch")
  func pinch() {
    view.addGestureRecognizer(UIPinchGestureRecognizer(target: log, action: Log.pinched))
    let screen = Screen(view)
    for (phase, spread) in [(.began, 50.0), (.moved, 100.0), (.ended, 100.0)] as [(UserInput.Touch.Phase, Double)] {
      screen.send(
        .touches(
          [.init(finger: 1, phase, x: 200 - spread, y: 300), .init(finger: 2, phase, x: 200 + spread, y: 300)],
          time: nil))
    }
    #expect(log.calls == ["pinch began 2.0", "pinch ended 2.0"])
  }

  @Test("A pan whose finger touches again without a word of its end is cancelled, and the next one is another")
  func lostFinger() {
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    scroll.contentSize = CGSize(width: 390, height: 5000)
    scroll.panGestureRecognizer.addTarget(log, action: Log.panned)
    let screen = Screen(scroll)
    for (phase, y) in [(.began, 400.0), (.moved, 300.0), (.moved, 250.0)] as [(UserInput.Touch.Phase, Double)] {
      screen.finger(phase, 50, y)
    }
    #expect(scroll.isDragging)
    screen.finger(.began, 50, 400)
    #expect(!scroll.isDragging && log.calls == ["pan began 0", "pan changed 0", "pan cancelled 0"])
    screen.finger(.ended, 50, 400)
    log.calls = []
    screen.draw(from: (50, 400), to: (150, 400))
    #expect(log.calls.first == "pan began 20" && log.calls.last == "pan ended 100")
  }

  @Test("A gesture that has begun is cancelled, and does not fail in silence, when another finger comes")
  func fingerTooMany() {
    view.addGestureRecognizer(UIPinchGestureRecognizer(target: log, action: Log.pinched))
    let screen = Screen(view)
    func fingers(_ phase: UserInput.Touch.Phase, _ spread: Double) {
      screen.send(
        .touches(
          [.init(finger: 1, phase, x: 200 - spread, y: 300), .init(finger: 2, phase, x: 200 + spread, y: 300)],
          time: nil))
    }
    fingers(.began, 50)
    fingers(.moved, 100)
    screen.send(.touches([.init(finger: 3, .began, x: 200, y: 500)], time: nil))
    #expect(log.calls == ["pinch began 2.0", "pinch cancelled 2.0"])
    fingers(.ended, 100)
    screen.send(.touches([.init(finger: 3, .ended, x: 200, y: 500)], time: nil))
    #expect(log.calls == ["pinch began 2.0", "pinch cancelled 2.0"])
  }

  @Test("A finger that leaves while the app ignores interaction keeps no recogniser from the next gesture")
  func ignoring() {
    _ = tap()
    let screen = Screen(view)
    screen.finger(.began, 50, 50)
    screen.app.application.beginIgnoringInteractionEvents()
    screen.finger(.ended, 50, 50)
    screen.tap(50, 50)
    screen.app.application.endIgnoringInteractionEvents()
    #expect(log.calls.isEmpty && view.calls == ["began 50,50", "cancelled 50,50"])
    screen.tap(50, 50)
    screen.tap(50, 50)
    #expect(log.calls == ["tap 1", "tap 1"])
  }

  @Test("A finger whose end an app's window keeps to itself keeps no recogniser from the next gesture")
  func swallowedEnd() {
    final class Window: UIWindow {
      var swallows = false
      override func sendEvent(_ event: UIEvent) { if !swallows { super.sendEvent(event) } }
    }
    _ = tap()
    let app = App()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    window.addSubview(view)
    window.makeKeyAndVisible()
    func finger(_ phase: UserInput.Touch.Phase) {
      app.handle(.input(UserInput.touches([.init(phase, x: 50, y: 50)], time: nil)))
    }
    finger(.began)
    window.swallows = true
    finger(.ended)
    window.swallows = false
    for _ in 0..<2 {
      finger(.began)
      finger(.ended)
    }
    #expect(log.calls == ["tap 1", "tap 1"])
  }

  @Test("FG5 of several recognisers the first to begin stops the others, unless a delegate wants both")
  func rivals() {
    let pan = UIPanGestureRecognizer(target: log, action: Log.panned)
    let swipe = UISwipeGestureRecognizer(target: log, action: Log.swiped)
    view.addGestureRecognizer(pan)
    view.addGestureRecognizer(swipe)
    let screen = Screen(view)
    screen.draw(from: (50, 50), to: (250, 50))
    #expect(!log.calls.contains("swipe") && log.calls.last == "pan ended 200")
    log.both = true
    pan.delegate = log
    screen.draw(from: (50, 50), to: (250, 50))
    #expect(log.calls.contains("swipe") && log.calls.last == "pan ended 200")
    log.calls = []
    log.begins = false
    screen.draw(from: (50, 50), to: (250, 50))
    #expect(log.calls == ["swipe"])
  }

  @Test("A tap around a button does not keep it from its action")
  func aroundButton() {
    _ = tap()
    let button = UIButton(type: .system)
    button.frame = CGRect(x: 100, y: 100, width: 80, height: 40)
    button.addAction(UIAction { [log] _ in log.calls.append("button") }, for: .touchUpInside)
    view.addSubview(button)
    Screen(view).tap(120, 120)
    #expect(log.calls == ["button"])
  }
}
