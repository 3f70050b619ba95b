// An app that is locked to one orientation but for a video, and old code beside it.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  static var lock = UIInterfaceOrientationMask.portrait

  func application(_ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?) -> UIInterfaceOrientationMask {
    if window?.rootViewController?.presentedViewController is VideoViewController { return .allButUpsideDown }
    return AppDelegate.lock
  }

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    print(application.statusBarOrientation.isLandscape, UIScreen.main.bounds.width)
    application.setStatusBarOrientation(.portrait, animated: false)
    return true
  }

  func application(_ application: UIApplication, didChangeStatusBarFrame oldStatusBarFrame: CGRect) {
    window?.rootViewController?.view.frame.origin.y = application.statusBarFrame.height - oldStatusBarFrame.height
  }
}

final class VideoViewController: UIViewController {
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .landscape }
  override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .landscapeRight }
  override func shouldAutorotate(to toInterfaceOrientation: UIInterfaceOrientation) -> Bool {
    return toInterfaceOrientation != .portraitUpsideDown
  }
  override func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {
    super.viewWillTransition(to: size, with: coordinator)
    coordinator.animate(alongsideTransition: { _ in self.view.setNeedsLayout() }) { _ in print(size) }
  }
}
