// The calls of appearance where an app lays out or moves a view at another moment than the container around it does.

import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct EarlyLayoutTests {
  /// Lays its view out before that is in the window, as an app does that asks a table for a cell there.
  private final class EarlyPage: Page {
    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      view.setNeedsLayout()
      view.layoutIfNeeded()
    }
  }

  private let log = PageLog()
  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 200))

  private func take() -> [String] { log.take().filter { !$0.hasSuffix(" didLoad") } }

  @Test("A controller whose view is laid out before it is in the window appears once, by push, pop and tab")
  func beforeWindow() {
    let navigation = UINavigationController(rootViewController: EarlyPage("a", log))
    let tabs = UITabBarController()
    tabs.viewControllers = [navigation, EarlyPage("c", log)]
    window.show(tabs)
    #expect(take() == ["a willAppear", "a didAppear"])
    navigation.pushViewController(EarlyPage("b", log), animated: true)
    #expect(take() == ["a willDisappear", "b willAppear", "a didDisappear", "b didAppear"])
    navigation.popViewController(animated: true)
    #expect(take() == ["b willDisappear", "a willAppear", "b didDisappear", "a didAppear"])
    tabs.selectedIndex = 1
    #expect(take() == ["c willAppear", "a willDisappear", "a didDisappear", "c didAppear"])
  }

  /// Takes its child's view out before that is told that it is in.
  private final class Remover: UIViewController {
    override func viewIsAppearing(_ animated: Bool) {
      super.viewIsAppearing(animated)
      children.first?.view.removeFromSuperview()
    }
  }

  @Test("A child whose view its parent takes out while both appear disappears")
  func takenOut() {
    let (parent, child) = (Remover(), EarlyPage("c", log))
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    window.show(parent)
    #expect(take() == ["c willAppear", "c willDisappear", "c didDisappear"])
  }

  @Test("A child whose view moves to a view in no window disappears at once, and appears when it is back")
  func addedElsewhere() {
    let (parent, child) = (UIViewController(), EarlyPage("c", log))
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    window.show(parent)
    #expect(take() == ["c willAppear", "c didAppear"])
    let elsewhere = UIView(frame: .zero)
    elsewhere.addSubview(child.view)
    #expect(take() == ["c willDisappear", "c didDisappear"])
    parent.view.addSubview(child.view)
    window.layoutIfNeeded()
    #expect(take() == ["c willAppear", "c didAppear"])
  }
}
