// The calls of view controllers as they come to the screen and leave it, in iOS's order.

import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct AppearanceTests {
  private func show(_ controller: UIViewController) -> UIWindow {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
    window.show(controller)
    return window
  }

  @Test("A window's content loads, appears, and appears no second time")
  func root() {
    let log = PageLog()
    let window = show(Page("a", log))
    window.contentAppears()
    #expect(log.take() == ["a didLoad", "a willAppear", "a didAppear"])
    #expect(window.rootViewController?.view.frame == window.bounds)
  }

  @Test("A push shows the new controller and hides the old one; a pop the other way round")
  func navigation() {
    let log = PageLog()
    let first = Page("a", log)
    let navigation = UINavigationController(rootViewController: first)
    let window = show(navigation)
    log.calls = []
    navigation.pushViewController(Page("b", log), animated: false)
    #expect(Set(log.take()) == ["b didLoad", "a willDisappear", "b willAppear", "a didDisappear", "b didAppear"])
    #expect(navigation.topViewController !== first && first.navigationController === navigation)
    navigation.popViewController(animated: false)
    #expect(Set(log.take()) == ["b willDisappear", "a willAppear", "b didDisappear", "a didAppear"])
    #expect(navigation.viewControllers == [first])
    withExtendedLifetime(window) {}
  }

  @Test("Choosing a tab hides the one before it")
  func tabs() {
    let log = PageLog()
    let tabs = UITabBarController()
    tabs.viewControllers = [Page("a", log), Page("b", log)]
    let window = show(tabs)
    #expect(log.take() == ["a didLoad", "a willAppear", "a didAppear"])
    tabs.selectedIndex = 1
    #expect(Set(log.take()) == ["b didLoad", "a willDisappear", "b willAppear", "a didDisappear", "b didAppear"])
    withExtendedLifetime(window) {}
  }

  @Test("A controller that is presented over the whole screen hides its presenter until it is dismissed")
  func presentation() {
    let log = PageLog()
    let back = Page("a", log)
    let window = show(back)
    let front = Page("b", log)
    front.modalPresentationStyle = .fullScreen
    log.calls = []
    back.present(front, animated: false)
    #expect(back.presentedViewController === front && front.presentingViewController === back)
    #expect(log.calls.contains("b didAppear") && log.calls.contains("a didDisappear"))
    log.calls = []
    back.dismiss(animated: false)
    #expect(log.calls.contains("b didDisappear") && log.calls.contains("a didAppear"))
    #expect(back.presentedViewController == nil)
    withExtendedLifetime(window) {}
  }

  @Test("What is set on an appearance proxy shows on the bars made afterwards")
  func proxies() {
    UINavigationBar.appearance().tintColor = .systemRed
    defer { UINavigationBar.appearance().tintColor = nil }
    let navigation = UINavigationController(rootViewController: UIViewController())
    let window = show(navigation)
    #expect(navigation.navigationBar.tintColor == .systemRed)
    withExtendedLifetime(window) {}
  }

  @Test("An alert's button does what its action says")
  func alert() {
    var tapped = ""
    let alert = UIAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Yes", style: .default) { tapped = $0.title ?? "" })
    let root = UIViewController()
    let window = show(root)
    root.present(alert, animated: false)
    #expect(Snapshot.svg(of: [window], size: window.bounds.size).contains("Sure?"))
    #expect(alert.actions.count == 1 && tapped.isEmpty)
  }
}
