// Putting a controller over the interface, and taking it away again.

extension UIViewController {
  /// The controller that this one, or one around it, has put over the interface.
  public var presentedViewController: UIViewController? {
    sequence(first: self) { $0.parent }.lazy.compactMap(\.presented).first
  }
  /// The controller that has put this one, or one around it, over the interface.
  public var presentingViewController: UIViewController? {
    sequence(first: self) { $0.parent }.lazy.compactMap(\.presenter).first
  }

  func putOver(_ new: UIViewController, animated: Bool, completion: (() -> Void)?) {
    let presenter = new.modalPresentationStyle == .currentContext ? contextController : rootController
    guard presenter.presented == nil, new.presenter == nil, new.parent == nil, !new.isUnder(presenter) else {
      return complain("unable to present \(new) on \(self): one of them is in a presentation; dismiss that first")
    }
    presenter.presented = new
    new.presenter = presenter
    new.movement = .presented
    new.loadViewIfNeeded()
    // Also where it only comes to the screen: covered, it would disappear before it has appeared.
    if presenter.appearance == .appeared {
      presenter.showPresented(animated: animated, completion: completion)
    } else {
      presenter.awaitingPresentation = { [weak presenter] in
        presenter?.showPresented(animated: animated, completion: completion)
      }
    }
  }

  /// In the order of iOS: a covered controller has disappeared only after the one that covers it has appeared.
  private func showPresented(animated: Bool, completion: (() -> Void)?) {
    guard let presented else { return }
    let covers = presented.modalPresentationStyle.covers
    if covers { beginAppearanceTransition(false, animated: animated) }
    presented.beginAppearanceTransition(true, animated: animated)
    // The covered view stays in the window.
    if covers { loadedView?.endInput() }
    place(presented)
    presented.viewIsIn()
    presented.loadedView?.layoutIfNeeded()
    presented.endAppearanceTransition()
    if covers { endAppearanceTransition() }
    completion?()
  }

  /// Dismisses what this controller presents; when it presents nothing, itself, as its presenter would.
  func takeAway(animated: Bool, completion: (() -> Void)?) {
    guard let presenter = presentedViewController?.presenter ?? presentingViewController,
      let gone = presenter.presented
    else {
      completion?()
      return
    }
    // The controllers that it presents itself go with it.
    let leaving = gone.coverings + [gone]
    let returns = gone.modalPresentationStyle.covers && leaving.contains(where: \.isOnScreen)
    UIViewController.takeDown(leaving, revealing: returns ? presenter : nil, animated: animated)
    completion?()
  }

  /// All that lies over this controller: what it or a controller in it presents, and what lies over that; the topmost
  /// first.
  var coverings: [UIViewController] {
    (presented.map { $0.coverings + [$0] } ?? []) + children.flatMap(\.coverings)
  }

  /// Whether this controller has the other in it or over it, or is that one: put into or over it, they would lie in a circle.
  func isUnder(_ other: UIViewController) -> Bool {
    sequence(first: other) { $0.parent ?? $0.presenter }.contains { $0 === self }
  }

  /// Takes controllers that lie over each other off the screen, the topmost first. That alone is animated, and none of
  /// the others comes back in between, only `revealed` at the end.
  static func takeDown(_ leaving: [UIViewController], revealing revealed: UIViewController? = nil, animated: Bool) {
    for controller in leaving {
      controller.movement = .dismissed
      controller.beginAppearanceTransition(false, animated: animated && controller === leaving.first)
    }
    revealed?.beginAppearanceTransition(true, animated: animated)
    for controller in leaving {
      controller.loadedView?.removeFromSuperview()
      controller.presenter?.presented = nil
      controller.presenter?.awaitingPresentation = nil
    }
    revealed?.endAppearanceTransition()
    for controller in leaving {
      controller.endAppearanceTransition()
      controller.presenter = nil
      controller.movement = nil
    }
  }

  /// Over the presenter's view, in its window.
  private func place(_ new: UIViewController) {
    guard let content = new.loadedView, let container = loadedView?.superview ?? loadedView else { return }
    content.frame = container.bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    container.addSubview(content)
  }

  private var rootController: UIViewController { sequence(first: self) { $0.parent }.reduce(self) { $1 } }
  private var contextController: UIViewController {
    sequence(first: self) { $0.parent }.first(where: \.definesPresentationContext) ?? rootController
  }
}

/// A mistake in the app that iOS would log as well.
func complain(_ sentence: String) {
  FileHandle.standardError.write(Data("\(sentence)\n".utf8))
}

/// The style in which a controller is put over the interface.
public enum UIModalPresentationStyle: Int, Sendable {
  case fullScreen = 0
  case pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
  case none = -1
  case automatic = -2

  /// Whether the content below cannot be seen any more, and so disappears. `automatic` is a sheet.
  var covers: Bool {
    switch self {
    case .fullScreen, .currentContext: true
    case .pageSheet, .formSheet, .custom, .overFullScreen, .overCurrentContext, .popover, .none, .automatic: false
    }
  }
}

/// The animation of a presentation.
public enum UIModalTransitionStyle: Int, Sendable {
  case coverVertical, flipHorizontal, crossDissolve, partialCurl
}
