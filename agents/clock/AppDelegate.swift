// Clock ticks once a second while it is active, and not at all otherwise: an app nobody looks at needs no timer.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  private var timer: Timer?
  private var ticks = 0

  func applicationDidBecomeActive(_ application: UIApplication) {
    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
      MainActor.assumeIsolated { self.tick() }
    }
  }

  func applicationWillResignActive(_ application: UIApplication) {
    timer?.invalidate()
    timer = nil
    print("stopped after \(ticks) ticks")
  }

  private func tick() {
    ticks += 1
    print("tick \(ticks)")
  }
}
