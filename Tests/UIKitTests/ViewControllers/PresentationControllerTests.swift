// Sheets and popovers, as an app sets them up before it presents them.

import AgentProtocol
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct PresentationControllerTests {
  private final class Listener: NSObject, UIAdaptivePresentationControllerDelegate {
    var told = 0
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
      told += 1
      return false
    }
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { told += 1 }
  }

  private func screen() -> (App, UIWindow, UIViewController) {
    let app = App()
    let window = UIWindow(frame: UIScreen.main.bounds)
    let root = UIViewController()
    window.rootViewController = root
    window.makeKeyAndVisible()
    UIWindow.presentAll()
    return (app, window, root)
  }

  @Test("A controller has a popover's presentation with that style alone, and keeps what the app sets")
  func popover() throws {
    let controller = UIViewController()
    #expect(controller.popoverPresentationController == nil)
    controller.modalPresentationStyle = .popover
    let popover = try #require(controller.popoverPresentationController)
    let button = UIView(frame: CGRect(x: 10, y: 10, width: 40, height: 40))
    popover.sourceView = button
    popover.sourceRect = button.bounds
    popover.permittedArrowDirections = [.up, .down]
    #expect(controller.popoverPresentationController?.sourceView === button)
    #expect(controller.presentationController === popover && controller.sheetPresentationController == nil)
    controller.modalPresentationStyle = .fullScreen
    #expect(controller.popoverPresentationController == nil && controller.presentationController != nil)
    let alert = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
    #expect(alert.popoverPresentationController == nil)
  }

  @Test("A controller in a presented one has that one's sheet, which names both sides")
  func sheet() throws {
    let (app, window, root) = screen()
    defer { withExtendedLifetime((app, window)) {} }
    let content = UIViewController()
    let stack = UINavigationController(rootViewController: content)
    let sheet = try #require(stack.sheetPresentationController)
    sheet.detents = [.medium(), .large()]
    sheet.prefersGrabberVisible = true
    root.present(stack, animated: false)
    #expect(content.sheetPresentationController === sheet)
    #expect(sheet.presentedViewController === stack && sheet.presentingViewController === root)
    #expect(sheet.containerView === stack.view.superview)
    sheet.animateChanges { sheet.selectedDetentIdentifier = .large }
    #expect(sheet.detents.map(\.identifier) == [.medium, .large] && sheet.selectedDetentIdentifier == .large)
  }

  @Test("A controller is neither presented by one that lies in or over it, nor put into it: they would lie in a circle")
  func circle() {
    let (app, window, root) = screen()
    defer { withExtendedLifetime((app, window)) {} }
    let (front, child) = (UIViewController(), UIViewController())
    root.present(front, animated: false)
    front.addChild(child)
    front.present(root, animated: false)
    #expect(front.presentedViewController == nil && root.presentingViewController == nil)
    for inner in [front, child] { inner.addChild(root) }
    child.addChild(front)
    #expect(root.parent == nil && front.parent == nil)
    root.dismiss(animated: false)
    #expect(root.presentedViewController == nil)
  }

  @Test("A dismissal by code asks and tells the delegate nothing, as on iOS")
  func dismissed() {
    let (app, window, root) = screen()
    defer { withExtendedLifetime((app, window)) {} }
    let (controller, listener) = (UIViewController(), Listener())
    controller.presentationController?.delegate = listener
    root.present(controller, animated: false)
    controller.dismiss(animated: false)
    #expect(listener.told == 0 && root.presentedViewController == nil)
  }

  @Test("A controller that has been asked for its presentation goes when the app lets it go")
  func letGo() {
    weak var gone: UIViewController?
    do {
      let controller = UIViewController()
      controller.sheetPresentationController?.detents = [.medium()]
      gone = controller
    }
    let isGone = gone == nil
    #expect(isGone)
  }

  @Test("A presentation that the app keeps beyond its controller has no views, and an empty controller in its place")
  func kept() throws {
    let sheet: UISheetPresentationController
    do {
      let controller = UIViewController()
      sheet = try #require(controller.sheetPresentationController)
    }
    #expect(sheet.presentedView == nil && sheet.containerView == nil)
    #expect(sheet.presentedViewController === sheet.presentingViewController)
  }
}
