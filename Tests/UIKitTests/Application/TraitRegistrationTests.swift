// Handlers for single traits, as views and view controllers register them (NQ7).

import AgentProtocol
import Testing
import WireJSON

@testable import UIKit

@MainActor @Suite(.serialized) struct TraitRegistrationTests {
  private final class Article: UIViewController {
    var told: [String] = []
    var registration: (any UITraitChangeRegistration)?

    override func viewDidLoad() {
      super.viewDidLoad()
      registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (self: Article, previous: UITraitCollection) in
        let (old, new) = (previous.userInterfaceStyle, self.traitCollection.userInterfaceStyle)
        self.told.append("\(old.rawValue) to \(new.rawValue)")
      }
      registration = registerForTraitChanges(
        [UITraitPreferredContentSizeCategory.self, UITraitVerticalSizeClass.self], action: Article.adapt)
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      told.append("changed")
    }

    func adapt() { told.append("adapt") }
  }

  @Test("NQ7 a handler hears of its own traits alone, after traitCollectionDidChange, and until it is unregistered")
  func handlers() throws {
    let app = App()
    app.handle(.launch(Launch()), state: .inactive)
    let window = UIWindow(frame: UIScreen.main.bounds)
    let article = Article()
    window.rootViewController = article
    window.makeKeyAndVisible()
    app.handle(.didBecomeActive, state: .active)
    var styles: [UIUserInterfaceStyle] = []
    article.view.registerForTraitChanges(UITraitCollection.systemTraitsAffectingColorAppearance) {
      (view: UIView, _: UITraitCollection) in styles.append(view.traitCollection.userInterfaceStyle)
    }
    app.handle(.notification(kind: "appearance", payload: ["style": "dark"]), state: .active)
    #expect(article.told == ["changed", "1 to 2"])
    #expect(styles == [.dark])
    app.handle(.notification(kind: "content-size", payload: ["category": "accessibility-large"]), state: .active)
    #expect(article.told.suffix(2) == ["changed", "adapt"])
    article.unregisterForTraitChanges(try #require(article.registration))
    app.handle(.notification(kind: "content-size", payload: ["category": "small"]), state: .active)
    #expect(article.told.suffix(2) == ["adapt", "changed"])
    #expect(styles == [.dark])
  }
}
