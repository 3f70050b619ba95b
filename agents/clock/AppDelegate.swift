// Clock ticks once a second while it is active, and stands still otherwise: an app nobody looks at needs no timer.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private let clock = ClockViewController()
  private var timer: Timer?
  private var ticks = 0

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = clock
    window?.makeKeyAndVisible()
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    clock.show(Date(), isRunning: true)
    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
      MainActor.assumeIsolated { self.tick() }
    }
  }

  func applicationWillResignActive(_ application: UIApplication) {
    timer?.invalidate()
    timer = nil
    clock.show(Date(), isRunning: false)
    print("stopped after \(ticks) ticks")
  }

  private func tick() {
    ticks += 1
    clock.show(Date(), isRunning: true)
    print("tick \(ticks)")
  }
}
