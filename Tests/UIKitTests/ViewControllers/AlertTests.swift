// Alerts: one question has one answer.

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite(.serialized) struct AlertTests {
  @Test("An alert is answered once, also by two fingers that lift from two buttons, and lets its handlers go")
  func twoFingers() {
    let app = App()
    let window = UIWindow(frame: UIScreen.main.bounds)
    let root = UIViewController()
    window.rootViewController = root
    window.makeKeyAndVisible()
    UIWindow.presentAll()
    var answers: [String] = []
    let alert = UIAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
    for title in ["Yes", "No"] {
      alert.addAction(UIAlertAction(title: title, style: .default) { _ in answers.append(title) })
    }
    func answer() {
      root.present(alert, animated: false)
      let places = alert.actions.compactMap(\.button).map { $0.convert($0.bounds, to: window) }
      #expect(places.count == 2)
      for phase in [UserInput.Touch.Phase.began, .ended] {
        let touches = places.enumerated().map { index, place in
          UserInput.Touch(finger: index, phase, x: Double(place.midX), y: Double(place.midY))
        }
        app.handle(.input(UserInput.touches(touches, time: nil)))
      }
    }
    answer()
    #expect(answers.count == 1 && root.presentedViewController == nil)
    let areFree = alert.actions.allSatisfy { $0.handler == nil }
    #expect(areFree)
    answer()
    #expect(answers.count == 1 && root.presentedViewController == nil)
  }

  @Test("An activity that has been performed is not kept by itself")
  func activity() throws {
    final class Keep: UIActivity {
      override var activityTitle: String? { "Keep" }
      override func canPerform(withActivityItems activityItems: [Any]) -> Bool { true }
      override func perform() { activityDidFinish(true) }
    }
    weak var kept: Keep?
    func share() throws {
      let activity = Keep()
      kept = activity
      let sheet = UIActivityViewController(activityItems: [], applicationActivities: [activity])
      let buttons = sheet.view.subviews.flatMap(\.subviews).compactMap { $0 as? UIButton }
      try #require(buttons.first).sendActions(for: .touchUpInside)
      let isPerformed = activity.finished != nil
      #expect(isPerformed)
    }
    try share()
    #expect(kept == nil)
  }
}
