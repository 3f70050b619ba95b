// Tracker writes down where the device has been, and sleeps between one place and the next.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  private let track = Track()

  /// Also when the app is launched behind the screen, for a place that it is then told of.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    track.follow()
    if launchOptions?[.location] != nil { print("launched for a place") }
    return true
  }

  /// `tracker:record` stays awake for every place; `tracker:rest` sleeps between them again.
  func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
    switch url.absoluteString {
    case "tracker:record": track.record()
    case "tracker:rest": track.rest()
    default: return false
    }
    return true
  }
}
