// Pages that write down the calls of appearance that they get, and a window that shows them.

@testable import UIKit

final class PageLog {
  var calls: [String] = []

  /// The calls since the last look; without the layouts and moves where they are not the point.
  func take(_ left: Set<String> = ["isAppearing", "didLayout", "willJoin", "joined", "willLeave", "left"]) -> [String] {
    defer { calls = [] }
    return calls.filter { call in !left.contains { call.hasSuffix(" \($0)") } }
  }
}

class Page: UIViewController {
  let name: String
  let log: PageLog

  init(_ name: String, _ log: PageLog) {
    self.name = name
    self.log = log
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { return nil }

  private func note(_ call: String) { log.calls.append("\(name) \(call)") }

  override func viewDidLoad() { note("didLoad") }
  override func viewWillAppear(_ animated: Bool) { note("willAppear") }
  override func viewIsAppearing(_ animated: Bool) { note("isAppearing") }
  override func viewDidLayoutSubviews() { note("didLayout") }
  override func viewDidAppear(_ animated: Bool) { note("didAppear") }
  override func viewWillDisappear(_ animated: Bool) { note("willDisappear") }
  override func viewDidDisappear(_ animated: Bool) { note("didDisappear") }
  override func willMove(toParent parent: UIViewController?) { note(parent == nil ? "willLeave" : "willJoin") }
  override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    note(parent == nil ? "left" : "joined")
  }
}

extension UIWindow {
  /// As where its app is in front.
  func show(_ controller: UIViewController) {
    rootViewController = controller
    makeKeyAndVisible()
    contentAppears()
  }
}
