// An app that shows its content on a second screen, as those for presentations do.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private var second: UIWindow?
  private var observers: [NSObjectProtocol] = []

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    let center = NotificationCenter.default
    observers.append(
      center.addObserver(forName: UIScreen.didConnectNotification, object: nil, queue: .main) { [weak self] note in
        guard let screen = note.object as? UIScreen else { return }
        MainActor.assumeIsolated { self?.show(on: screen) }
      })
    observers.append(
      center.addObserver(forName: UIScreen.didDisconnectNotification, object: nil, queue: .main) { [weak self] _ in
        MainActor.assumeIsolated { self?.second = nil }
      })
    if UIScreen.screens.count > 1 { show(on: UIScreen.screens[1]) }
    return true
  }

  private func show(on screen: UIScreen) {
    let mode = screen.availableModes.max { $0.size.width < $1.size.width }
    print(mode?.size ?? .zero, screen.bounds)
    second = UIWindow(frame: screen.bounds)
    second?.rootViewController = UIViewController()
    second?.isHidden = false
  }
}
