// A controller that shows a sheet, a popover and an action sheet.

import UIKit

final class MenuViewController: UIViewController {
  private static let small = UISheetPresentationController.Detent.Identifier("small")
  private lazy var filter = UIBarButtonItem(
    title: "Filter", image: nil, primaryAction: UIAction { [weak self] _ in self?.showFilter() })

  func showSheet() {
    let navigation = UINavigationController(rootViewController: UIViewController())
    navigation.isModalInPresentation = true
    navigation.presentationController?.delegate = self
    if let sheet = navigation.sheetPresentationController {
      sheet.detents = [.medium(), .large(), .custom(identifier: Self.small) { $0.maximumDetentValue * 0.2 }]
      sheet.prefersGrabberVisible = true
      sheet.selectedDetentIdentifier = .medium
      sheet.largestUndimmedDetentIdentifier = .medium
      sheet.prefersScrollingExpandsWhenScrolledToEdge = false
      sheet.preferredCornerRadius = 20
      sheet.animateChanges { sheet.selectedDetentIdentifier = .large }
    }
    present(navigation, animated: true)
  }

  func showFilter() {
    let controller = UIViewController()
    controller.modalPresentationStyle = .popover
    controller.preferredContentSize = CGSize(width: 300, height: 200)
    let popover = controller.popoverPresentationController
    popover?.barButtonItem = filter
    popover?.permittedArrowDirections = .any
    popover?.delegate = self
    present(controller, animated: true)
  }

  func ask(from view: UIView) {
    let alert = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
    alert.addAction(UIAlertAction(title: "Delete", style: .destructive))
    if let popover = alert.popoverPresentationController {
      popover.sourceView = view
      popover.sourceRect = view.bounds
      popover.permittedArrowDirections = []
    }
    present(alert, animated: true)
  }
}

extension MenuViewController: UIPopoverPresentationControllerDelegate {
  func adaptivePresentationStyle(
    for controller: UIPresentationController, traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle { .none }

  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
    presentationController.presentedViewController.dismiss(animated: true)
  }

  func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { title = nil }
}
