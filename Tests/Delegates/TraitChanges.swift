// Views and a controller that adapt to single traits, as iOS 17 has it.

import UIKit

class BadgeView: UIView {
  private var registration: (any UITraitChangeRegistration)?

  override func didMoveToWindow() {
    super.didMoveToWindow()
    stop()
    registration = registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (self: Self, previous: UITraitCollection) in
      if self.traitCollection.hasDifferentColorAppearance(comparedTo: previous) { self.setNeedsDisplay() }
    }
  }

  func stop() {
    if let registration { unregisterForTraitChanges(registration) }
    registration = nil
  }
}

final class ArticleViewController: UIViewController {
  private let badge = BadgeView(frame: .zero)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(badge)
    let sizes: [UITrait] = [UITraitHorizontalSizeClass.self, UITraitVerticalSizeClass.self]
    registerForTraitChanges(sizes) { (viewController: ArticleViewController, _) in viewController.layOut() }
    registerForTraitChanges([UITraitPreferredContentSizeCategory.self], action: ArticleViewController.layOut)
  }

  private func layOut() {
    badge.isHidden = traitCollection.verticalSizeClass == .compact
    view.setNeedsLayout()
  }
}
