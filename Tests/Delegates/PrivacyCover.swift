// Apps that hide their content from the switcher, in the ways that are public: a view, a blur, a window, a controller.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private let coverTag = 99
  private lazy var coverWindow: UIWindow = {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.windowLevel = .alert + 1
    window.rootViewController = UIViewController()
    window.rootViewController?.view.backgroundColor = .white
    return window
  }()

  func applicationWillResignActive(_ application: UIApplication) {
    let blur = UIVisualEffectView(effect: UIBlurEffect(style: .light))
    blur.frame = window?.bounds ?? .zero
    blur.tag = coverTag
    window?.addSubview(blur)
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    application.ignoreSnapshotOnNextApplicationLaunch()
    coverWindow.isHidden = false
    let cover = UIViewController()
    cover.view.backgroundColor = .black
    cover.modalPresentationStyle = .fullScreen
    window?.rootViewController?.present(cover, animated: false)
    window?.layer.displayIfNeeded()
  }

  func applicationWillEnterForeground(_ application: UIApplication) {
    coverWindow.isHidden = true
    window?.rootViewController?.dismiss(animated: false)
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    window?.viewWithTag(coverTag)?.removeFromSuperview()
  }
}
