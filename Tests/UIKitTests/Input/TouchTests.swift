// Touches, keys and motion on their way to the views of an app (FG5).

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite(.serialized) struct TouchTests {
  private func witness() -> Witness { Witness(frame: CGRect(x: 100, y: 200, width: 100, height: 100)) }

  @Test("FG5 a touch reaches the view under the finger, in its own coordinates, until it ends")
  func touches() {
    let view = witness()
    let screen = Screen(view)
    screen.finger(.began, 110, 220)
    screen.finger(.moved, 150, 250)
    screen.finger(.ended, 300, 400)
    screen.finger(.began, 10, 10)
    #expect(view.calls == ["began 10,20", "moved 50,50", "ended 200,200"])
  }

  @Test("FG5 a touch is cancelled when the app is no longer active")
  func cancelled() {
    let view = witness()
    let screen = Screen(view)
    screen.finger(.began, 110, 220)
    screen.app.handle(.willResignActive)
    screen.finger(.ended, 110, 220)
    #expect(view.calls == ["began 10,20", "cancelled 10,20"])
  }

  @Test("FG5 a hidden view, one that is transparent and one that takes no input are not touched")
  func untouchable() {
    for hide in [{ $0.isHidden = true }, { $0.alpha = 0 }, { $0.isUserInteractionEnabled = false }]
      as [(UIView) -> Void]
    {
      let (below, above) = (witness(), witness())
      let screen = Screen(below, above)
      hide(above)
      screen.tap(110, 220)
      #expect(above.calls.isEmpty && below.calls.count == 2)
    }
  }

  @Test("A view hears of one finger unless it wants several")
  func fingers() {
    let view = witness()
    let screen = Screen(view)
    let both: [UserInput.Touch] = [.init(finger: 0, .began, x: 110, y: 220), .init(finger: 1, .began, x: 150, y: 220)]
    view.isMultipleTouchEnabled = true
    screen.send(.touches(both, time: nil))
    #expect(view.calls == ["began 10,20 50,20"])
    screen.send(.touches(both.map { .init(finger: $0.finger, .ended, x: $0.x, y: $0.y) }, time: nil))
    view.isMultipleTouchEnabled = false
    view.calls = []
    screen.send(.touches([both[0]], time: nil))
    screen.send(.touches([both[1]], time: nil))
    #expect(view.calls == ["began 10,20"])
  }

  @Test("FG5 what a view does not handle goes up the chain: superview, controller, window, application, delegate")
  func chain() {
    final class Controller: UIViewController {
      var heard = 0
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        heard += 1
        super.touchesBegan(touches, with: event)
      }
    }
    final class Window: UIWindow {
      var heard: [String] = []
      override func sendEvent(_ event: UIEvent) {
        heard.append("event")
        super.sendEvent(event)
      }
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { heard.append("began") }
    }
    let app = App()
    let window = Window(frame: UIScreen.main.bounds)
    let controller = Controller()
    window.rootViewController = controller
    window.makeKeyAndVisible()
    UIWindow.presentAll()
    app.handle(.input(UserInput.touches([.init(.began, x: 50, y: 50)], time: nil)))
    #expect(controller.heard == 1)
    #expect(window.heard == ["event", "began"])
    app.handle(.input(UserInput.touches([.init(.cancelled, x: 50, y: 50)], time: nil)))
  }

  @Test("FG5 keys and a shake reach the first responder")
  func keys() {
    let view = witness()
    let screen = Screen(view)
    view.becomeFirstResponder()
    screen.send(.presses([.init(.began, key: "a")]))
    screen.send(.presses([.init(.began, key: "select")]))
    screen.send(.motion(phase: nil))
    #expect(view.calls == ["press a false", "press  true", "shake", "shaken"])
  }

  @Test("Input of no known kind is handled, and input that is not valid ends nothing")
  func strange() throws {
    let screen = Screen()
    #expect(try screen.app.answer(to: .input(["key": "a"])) == .handled)
    #expect(try screen.app.answer(to: .input(["type": "touches", "touches": "no"])) == .unsupported)
    screen.finger(.ended, 10, 10)
    #expect(try screen.app.answer(to: .input(["type": "text", "text": "lost"])) == .handled)
  }
}
