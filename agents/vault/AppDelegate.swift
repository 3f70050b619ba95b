// Vault keeps secrets: on the screen while the device is unlocked, encrypted in their file, and not in the picture that
// the switcher shows.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  private let secrets = Secrets.shared

  /// Perhaps behind the screen of a locked device, where the file cannot be read.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    secrets.open()
    return true
  }

  /// The key goes in a few seconds; the text that was read with it goes now.
  func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) { secrets.forget() }

  func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) { secrets.open() }
}
