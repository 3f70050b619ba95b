// The calls that controllers get when the interface is turned while they are on the screen (LA8).

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite(.serialized) struct TurnedContentTests {
  @Test(
    "LA8 a presented controller hears of the turn after its presenter, and both of the size class that changes with it",
    arguments: [UIModalPresentationStyle.automatic, .fullScreen])
  func presented(style: UIModalPresentationStyle) {
    let app = App()
    let told = Told()
    let window = UIWindow(frame: UIScreen.main.bounds)
    let (root, cover) = (Content("root", told), Content("cover", told))
    window.rootViewController = root
    window.makeKeyAndVisible()
    app.handle(.launch(Launch()), state: .inactive)
    app.handle(.didBecomeActive, state: .active)
    cover.modalPresentationStyle = style
    root.present(cover, animated: false)
    app.handle(.notification(kind: "orientation", payload: ["orientation": "landscapeLeft"]))
    #expect(
      told.calls == [
        "root will be compact", "root will be wide", "cover will be compact", "cover will be wide",
        "root was regular", "cover was regular", "cover is wide", "root is wide",
      ])
    told.calls = []
    app.handle(.notification(kind: "orientation", payload: ["orientation": "landscapeRight"]))
    #expect(told.calls.isEmpty, "the other side is as large")
  }
}

@MainActor private final class Told { var calls: [String] = [] }

private final class Content: UIViewController {
  private let name: String
  private let told: Told

  init(_ name: String, _ told: Told) {
    self.name = name
    self.told = told
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { return nil }

  private func word(_ size: CGSize) -> String { size.width > size.height ? "wide" : "high" }
  private func word(_ traits: UITraitCollection?) -> String {
    traits?.verticalSizeClass == .compact ? "compact" : "regular"
  }

  override func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    super.willTransition(to: newCollection, with: coordinator)
    told.calls.append("\(name) will be \(word(newCollection))")
  }
  override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    super.viewWillTransition(to: size, with: coordinator)
    told.calls.append("\(name) will be \(word(size))")
    _ = coordinator.animate(alongsideTransition: nil) { [unowned self] _ in
      told.calls.append("\(name) is \(word(view.bounds.size))")
    }
  }
  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    told.calls.append("\(name) was \(word(previousTraitCollection))")
  }
}
