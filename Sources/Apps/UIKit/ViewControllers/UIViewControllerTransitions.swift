// The transition in which a controller changes its size or gives way to another one.

/// The state of a transition.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
  var isAnimated: Bool { get }
  var isCancelled: Bool { get }
  var isInteractive: Bool { get }
  var transitionDuration: TimeInterval { get }
  var containerView: UIView { get }
}

/// Runs an app's own changes beside those of a transition.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

extension UIViewControllerTransitionCoordinator {
  @discardableResult
  public func animate(alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?)
    -> Bool
  { animate(alongsideTransition: animation, completion: nil) }
}

/// Says how controllers are presented; its animations have no meaning without a screen.
@preconcurrency @MainActor
public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol {}

/// An object whose content changes its size.
@preconcurrency @MainActor
public protocol UIContentContainer: NSObjectProtocol {
  var preferredContentSize: CGSize { get }
  func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
  func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator)
}

/// The transition of a size: the animations run with the change, the completions after it.
final class SizeTransition: NSObject, UIViewControllerTransitionCoordinator {
  let containerView: UIView
  let isAnimated: Bool
  let isCancelled = false
  let isInteractive = false
  let transitionDuration: TimeInterval = 0
  private var animations: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
  private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []

  init(in containerView: UIView, animated: Bool) {
    self.containerView = containerView
    isAnimated = animated
    super.init()
  }

  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    if let animation { animations.append(animation) }
    if let completion { completions.append(completion) }
    return true
  }

  /// Tells the controller, of its traits only where they become others; makes the change, and runs what it and its
  /// children gave.
  static func run(
    _ controller: UIViewController, to size: CGSize, _ traits: UITraitCollection, animated: Bool, change: () -> Void
  ) {
    let transition = SizeTransition(in: controller.view, animated: animated)
    if traits != controller.traitCollection { controller.willTransition(to: traits, with: transition) }
    controller.viewWillTransition(to: size, with: transition)
    change()
    for animation in transition.animations { animation(transition) }
    controller.view.layoutIfNeeded()
    for completion in transition.completions { completion(transition) }
  }
}

/// Makes controllers again for state restoration.
@preconcurrency @MainActor
public protocol UIViewControllerRestoration: AnyObject {
  static func viewController(withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder)
    -> UIViewController?
}
