// Player plays a tune, over and over, on the screen and behind it, until it is told to pause.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  private var tune: Tune?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    do {
      // A, C sharp, E.
      tune = try Tune(frequencies: [440, 554.37, 659.26])
      return true
    } catch {
      print(error.localizedDescription)
      return false
    }
  }

  /// `player:play` and `player:pause`.
  func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
    do {
      switch url.absoluteString {
      case "player:play": try tune?.play()
      case "player:pause": try tune?.pause()
      default: return false
      }
      return true
    } catch {
      print("unable to follow \(url): \(error.localizedDescription)")
      return false
    }
  }
}
