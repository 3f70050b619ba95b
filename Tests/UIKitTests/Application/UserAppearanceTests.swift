// Light and dark, and the size of text, as views and view controllers learn of them (NQ7).

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite struct UserAppearanceTests {
  private final class Watcher: UIView {
    var told: [String] = []
    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
      told.append("\(previous?.userInterfaceStyle.rawValue ?? -1) to \(traitCollection.userInterfaceStyle.rawValue)")
    }
  }

  private final class Controller: UIViewController {
    var sizes: [String] = []
    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
      sizes.append(traitCollection.preferredContentSizeCategory.rawValue)
    }
  }

  private func change(_ app: App, _ kind: String, _ payload: JSON) {
    app.handle(.notification(kind: kind, payload: WrittenJSON(payload)), state: .active)
  }

  @Test("NQ7 those whose traits are others are told once, and what is overridden stays as it is")
  func views() {
    let app = App()
    app.handle(.launch(Launch()), state: .inactive)
    let window = UIWindow(frame: UIScreen.main.bounds)
    let (controller, plain, dark) = (Controller(), Watcher(), Watcher())
    window.rootViewController = controller
    dark.overrideUserInterfaceStyle = .dark
    controller.view.addSubview(plain)
    controller.view.addSubview(dark)
    window.makeKeyAndVisible()
    // From then on the window has its controller's view in it.
    app.handle(.didBecomeActive, state: .active)
    nonisolated(unsafe) var posted: [String] = []
    let observer = NotificationCenter.default.addObserver(
      forName: UIContentSizeCategory.didChangeNotification, object: nil, queue: nil
    ) {
      posted.append($0.userInfo?[UIContentSizeCategory.newValueUserInfoKey] as? String ?? "")
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    change(app, "appearance", ["style": "dark"])
    change(app, "appearance", ["style": "dark"])
    #expect(UIScreen.main.traitCollection.userInterfaceStyle == .dark)
    #expect(plain.told == ["1 to 2"])
    #expect(dark.told.isEmpty && posted.isEmpty)
    change(app, "content-size", ["category": "accessibility-large"])
    #expect(plain.told.count == 2)
    #expect(dark.told == ["2 to 2"])
    #expect(controller.sizes.last == "UICTContentSizeCategoryAccessibilityL")
    #expect(posted == controller.sizes.suffix(1))
    #expect(app.application.preferredContentSizeCategory.isAccessibilityCategory)
  }

  @Test("NQ7 a new process knows the user's choice from its launch on")
  func launch() {
    let app = App()
    app.handle(.launch(Launch(device: ["appearance": ["style": "dark"]])), state: .inactive)
    #expect(UIScreen.main.traitCollection.userInterfaceStyle == .dark)
  }
}
