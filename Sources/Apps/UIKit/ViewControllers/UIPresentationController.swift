// UIPresentationController: what stands for one presentation of a controller. Here it says how a controller is put over
// the interface; nobody draws it, and no finger takes it away.

/// `UIPresentationController`: the presentation of one controller.
@preconcurrency @MainActor
open class UIPresentationController: NSObject {
  // The controller holds this object, as on iOS, where a controller that is never presented leaks for it. The app may keep
  // it for longer.
  private weak var presented: UIViewController?
  /// Stands for a controller that is gone.
  private lazy var placeholder = UIViewController()
  private weak var presenting: UIViewController?

  /// The style that `automatic` has become.
  public final let presentationStyle: UIModalPresentationStyle
  /// Asked and told nothing: it hears of dismissals by a finger alone, as on iOS, and no finger dismisses anything here.
  open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

  public init(
    presentedViewController: UIViewController, presenting presentingViewController: UIViewController?
  ) {
    presented = presentedViewController
    presenting = presentingViewController
    presentationStyle = presentedViewController.modalPresentationStyle.resolved
    super.init()
  }

  open var presentedViewController: UIViewController { presented ?? placeholder }
  /// Before the presentation it is the presented controller itself, since there is no other to name.
  open var presentingViewController: UIViewController { presented?.presenter ?? presenting ?? presentedViewController }
  /// The view in which the presentation takes place; nil while the controller is not presented.
  open var containerView: UIView? { presented?.presenter == nil ? nil : presented?.loadedView?.superview }
  open var presentedView: UIView? { presented?.view }
  open var frameOfPresentedViewInContainerView: CGRect { containerView?.bounds ?? .zero }
  open var shouldPresentInFullscreen: Bool { true }
  open var shouldRemovePresentersView: Bool { presentationStyle.covers }
  /// The style does not adapt: a phone has room for each.
  open var adaptivePresentationStyle: UIModalPresentationStyle { presentationStyle }
}

/// `UIAdaptivePresentationControllerDelegate`. All calls are optional, and none comes: iOS makes those of a dismissal for
/// a finger that takes the controller away, not for `dismiss(animated:completion:)`, and those of an adaptation for a
/// style that has no room.
@preconcurrency @MainActor
public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
  func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
  func adaptivePresentationStyle(
    for controller: UIPresentationController, traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle
  func presentationController(
    _ controller: UIPresentationController, viewControllerForAdaptivePresentationStyle style: UIModalPresentationStyle
  ) -> UIViewController?
  func presentationController(
    _ presentationController: UIPresentationController,
    prepare adaptivePresentationController: UIPresentationController)
  func presentationController(
    _ presentationController: UIPresentationController, willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
    transitionCoordinator: (any UIViewControllerTransitionCoordinator)?)
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
  public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
    controller.presentationStyle
  }
  public func adaptivePresentationStyle(
    for controller: UIPresentationController, traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle { adaptivePresentationStyle(for: controller) }
  public func presentationController(
    _ controller: UIPresentationController, viewControllerForAdaptivePresentationStyle style: UIModalPresentationStyle
  ) -> UIViewController? { nil }
  public func presentationController(
    _ presentationController: UIPresentationController,
    prepare adaptivePresentationController: UIPresentationController
  ) {}
  public func presentationController(
    _ presentationController: UIPresentationController, willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
    transitionCoordinator: (any UIViewControllerTransitionCoordinator)?
  ) {}
  public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { true }
  public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
  public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
  public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
}

extension UIViewController {
  /// `UIViewController.presentationController`: that of this controller or the nearest one around it that is presented;
  /// while none is, the one with which this controller will be.
  public var presentationController: UIPresentationController? {
    (sequence(first: self) { $0.parent }.first { $0.presenter != nil } ?? self).ownPresentation
  }

  /// `UIViewController.popoverPresentationController`: nil unless the style is `popover`.
  public var popoverPresentationController: UIPopoverPresentationController? {
    presentationController as? UIPopoverPresentationController
  }

  /// `UIViewController.sheetPresentationController`: nil unless the style is a sheet's, which `automatic` is.
  public var sheetPresentationController: UISheetPresentationController? {
    presentationController as? UISheetPresentationController
  }

  /// Another one when the style has changed since; that of a controller that is presented stays.
  private var ownPresentation: UIPresentationController {
    let style = modalPresentationStyle.resolved
    if let presentation, presenter != nil || presentation.presentationStyle == style { return presentation }
    let new: UIPresentationController =
      switch style {
      case .popover: UIPopoverPresentationController(presentedViewController: self, presenting: nil)
      case .pageSheet, .formSheet: UISheetPresentationController(presentedViewController: self, presenting: nil)
      case .fullScreen, .currentContext, .custom, .overFullScreen, .overCurrentContext, .none, .automatic:
        UIPresentationController(presentedViewController: self, presenting: nil)
      }
    presentation = new
    return new
  }
}

extension UIModalPresentationStyle {
  fileprivate var resolved: UIModalPresentationStyle { self == .automatic ? .pageSheet : self }
}
