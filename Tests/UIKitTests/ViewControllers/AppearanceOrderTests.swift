// The exact order of the calls that controllers get when a container changes what it shows: as iOS makes them, which
// differs between a push, a tab and a presentation.

import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct AppearanceOrderTests {
  private final class Follower: NSObject, UINavigationControllerDelegate {
    let log: PageLog
    init(_ log: PageLog) { self.log = log }
    func navigationController(_: UINavigationController, willShow shown: UIViewController, animated: Bool) {
      log.calls.append("willShow \((shown as? Page)?.name ?? "")")
    }
    func navigationController(_: UINavigationController, didShow shown: UIViewController, animated: Bool) {
      log.calls.append("didShow \((shown as? Page)?.name ?? "")")
    }
  }

  private let log = PageLog()
  private let kept = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 200))

  private func show(_ controller: UIViewController) {
    kept.show(controller)
    log.calls = []
  }

  @Test("A controller's view is laid out between viewIsAppearing and viewDidAppear")
  func layout() {
    kept.show(Page("a", log))
    let calls = log.calls
    #expect(Array(calls.prefix(4)) == ["a didLoad", "a willAppear", "a isAppearing", "a didLayout"])
    #expect(calls.last == "a didAppear")
  }

  @Test("Push: the old one will go, the new one will come, the old one is gone, the new one is there; pop likewise")
  func navigation() {
    let navigation = UINavigationController(rootViewController: Page("a", log))
    let follower = Follower(log)
    navigation.delegate = follower
    show(navigation)
    navigation.pushViewController(Page("b", log), animated: true)
    #expect(
      log.take(["isAppearing", "didLayout"]) == [
        "b willJoin", "b didLoad", "a willDisappear", "b willAppear", "willShow b", "a didDisappear", "b didAppear",
        "didShow b", "b joined",
      ])
    navigation.popViewController(animated: true)
    #expect(
      log.take(["isAppearing", "didLayout"]) == [
        "b willLeave", "b willDisappear", "a willAppear", "willShow a", "b didDisappear", "a didAppear", "didShow a",
        "b left",
      ])
  }

  @Test("Controllers that were never on top when they were put on or taken off the stack get no calls of appearance")
  func stack() {
    let navigation = UINavigationController(rootViewController: Page("a", log))
    show(navigation)
    navigation.setViewControllers(navigation.viewControllers + [Page("b", log), Page("c", log)], animated: false)
    #expect(log.take() == ["c didLoad", "a willDisappear", "c willAppear", "a didDisappear", "c didAppear"])
    #expect(navigation.popToRootViewController(animated: false)?.count == 2)
    #expect(log.take() == ["c willDisappear", "a willAppear", "c didDisappear", "a didAppear"])
  }

  @Test("A tab: the new one will come before the old one goes")
  func tabs() {
    let tabs = UITabBarController()
    tabs.viewControllers = [Page("a", log), Page("b", log)]
    show(tabs)
    tabs.selectedIndex = 1
    #expect(log.take() == ["b didLoad", "b willAppear", "a willDisappear", "a didDisappear", "b didAppear"])
    tabs.selectedIndex = 0
    #expect(log.take() == ["a willAppear", "b willDisappear", "b didDisappear", "a didAppear"])
  }

  @Test("Full screen: the presenter is gone only when the presented one is there; dismissal the other way round")
  func fullScreen() {
    let back = Page("a", log)
    show(back)
    let front = Page("b", log)
    front.modalPresentationStyle = .fullScreen
    back.present(front, animated: true) { log.calls.append("completed") }
    #expect(
      log.take() == [
        "b didLoad", "a willDisappear", "b willAppear", "b didAppear", "a didDisappear", "completed",
      ])
    front.dismiss(animated: true) { log.calls.append("completed") }
    #expect(log.take() == ["b willDisappear", "a willAppear", "a didAppear", "b didDisappear", "completed"])
  }

  @Test(
    "A sheet leaves its presenter on the screen",
    arguments: [
      UIModalPresentationStyle.automatic, .pageSheet, .formSheet, .overFullScreen,
    ])
  func sheet(style: UIModalPresentationStyle) {
    let back = Page("a", log)
    show(back)
    let front = Page("b", log)
    front.modalPresentationStyle = style
    back.present(front, animated: true)
    #expect(log.take() == ["b didLoad", "b willAppear", "b didAppear"])
    back.dismiss(animated: true)
    #expect(log.take() == ["b willDisappear", "b didDisappear"])
  }

  @Test("Of a chain that is dismissed those in the middle that were covered get no calls, and the presenter comes back")
  func chain() {
    let pages = ["a", "b", "c"].map { Page($0, log) }
    show(pages[0])
    for (presenter, presented) in zip(pages, pages.dropFirst()) {
      presented.modalPresentationStyle = .fullScreen
      presenter.present(presented, animated: false)
    }
    log.calls = []
    pages[0].dismiss(animated: true) { log.calls.append("completed") }
    #expect(log.take() == ["c willDisappear", "a willAppear", "a didAppear", "c didDisappear", "completed"])
    #expect(pages.allSatisfy { $0.presentedViewController == nil && $0.presentingViewController == nil })
  }

  @Test("A window's new content takes away what lay over the old one, the topmost first, and is reached by touches")
  func replacedRoot() {
    let back = Page("a", log)
    show(back)
    let front = Page("b", log)
    front.modalPresentationStyle = .fullScreen
    back.present(front, animated: false)
    let alert = UIAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
    front.present(alert, animated: false)
    log.calls = []
    let new = UIViewController()
    kept.rootViewController = new
    kept.contentAppears()
    #expect(log.take() == ["b willDisappear", "b didDisappear"])
    #expect(back.presentedViewController == nil && front.presentingViewController == nil)
    #expect(alert.presentingViewController == nil && !alert.isBeingDismissed)
    #expect(kept.hitTest(CGPoint(x: 50, y: 100), with: nil) === new.view)
  }

  @Test("LA2 what is presented before the window shows appears after its presenter")
  func early() {
    let back = Page("a", log)
    kept.rootViewController = back
    back.present(Page("b", log), animated: false)
    #expect(!log.calls.contains("b willAppear"))
    kept.makeKeyAndVisible()
    kept.contentAppears()
    #expect(log.take().suffix(4) == ["a willAppear", "a didAppear", "b willAppear", "b didAppear"])
  }

  @Test("Children come and go with their container, also those added to it by hand while it is on screen")
  func children() {
    let parent = Page("p", log)
    show(parent)
    let child = Page("c", log)
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    #expect(log.take() == ["c didLoad", "c willAppear", "c didAppear"])
    kept.rootViewController = UIViewController()
    #expect(log.take() == ["p willDisappear", "c willDisappear", "c didDisappear", "p didDisappear"])
  }

  /// Adds its child by hand in one of its own calls.
  private final class Adopter: Page {
    let child: UIViewController
    let isLate: Bool
    let box = UIView(frame: .zero)
    init(_ child: UIViewController, late: Bool, _ log: PageLog) {
      self.child = child
      isLate = late
      super.init("p", log)
    }
    required init?(coder: NSCoder) { return nil }
    private func addByHand() {
      guard child.parent == nil else { return }
      addChild(child)
      view.addSubview(box)
      box.addSubview(child.view)
      child.didMove(toParent: self)
    }
    override func viewIsAppearing(_ animated: Bool) {
      super.viewIsAppearing(animated)
      if !isLate { addByHand() }
    }
    override func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      if isLate { addByHand() }
    }
  }

  @Test("A child that its parent adds while it appears itself appears with it, once", arguments: [false, true])
  func childAddedWhileAppearing(late: Bool) {
    let child = Page("c", log)
    kept.show(Adopter(child, late: late, log))
    #expect(log.take() == ["p didLoad", "p willAppear", "c didLoad", "c willAppear", "c didAppear", "p didAppear"])
    child.removeFromParent()
    #expect(log.take().isEmpty, "its view is still on the screen")
  }

  @Test("A child whose view is removed by hand disappears though it stays a child, and appears when it is put back")
  func childViewRemoved() {
    let child = Page("c", log)
    let parent = Adopter(child, late: false, log)
    show(parent)
    child.view.removeFromSuperview()
    #expect(log.take() == ["c willDisappear", "c didDisappear"])
    parent.box.addSubview(child.view)
    kept.layoutIfNeeded()
    #expect(log.take() == ["c willAppear", "c didAppear"])
    parent.box.removeFromSuperview()
    #expect(log.take() == ["c willDisappear", "c didDisappear"])
  }

  @Test("Turning a page hides the one before")
  func pages() {
    let pages = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
    pages.setViewControllers([Page("a", log)], direction: .forward, animated: false)
    show(pages)
    pages.setViewControllers([Page("b", log)], direction: .forward, animated: true)
    #expect(log.take() == ["b didLoad", "a willDisappear", "b willAppear", "a didDisappear", "b didAppear"])
  }

  @Test("Where there is room for one column, a split view made without a style shows the secondary one")
  func split() {
    let split = UISplitViewController()
    split.viewControllers = [Page("a", log), Page("b", log)]
    kept.show(split)
    #expect(log.take() == ["b didLoad", "b willAppear", "b didAppear"])
  }

  @Test("A tap on an alert's button takes the alert away and then runs its action")
  func alert() throws {
    let root = Page("a", log)
    show(root)
    let alert = UIAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
    alert.addAction(
      UIAlertAction(title: "Yes", style: .default) { [log] in
        log.calls.append("\($0.title ?? "") \(root.presentedViewController == nil)")
      })
    root.present(alert, animated: true)
    try #require(alert.actions.first?.button).sendActions(for: .touchUpInside)
    #expect(log.take() == ["Yes true"])
  }

  @Test("What is set on a bar itself wins over its class's proxy")
  func proxy() {
    UINavigationBar.appearance().barTintColor = .systemRed
    defer { AppearanceProxies.forget() }
    let plain = UINavigationController(rootViewController: UIViewController())
    let own = UINavigationController(rootViewController: UIViewController())
    own.navigationBar.barTintColor = .systemGreen
    show(plain)
    show(own)
    #expect(plain.navigationBar.barTintColor == .systemRed && own.navigationBar.barTintColor == .systemGreen)
  }
}
