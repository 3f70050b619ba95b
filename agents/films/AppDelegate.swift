// Films fetches files while it is suspended or gone, through a background URLSession, and writes down each call.

import BackgroundTransfers
import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  private let films = Films()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    films.note("launched \(application.applicationState == .background ? "behind" : "in front")")
    return true
  }

  /// `films:http://127.0.0.1:8000/film`; `films:wifi-http://…` waits for Wi-Fi, `films:send-http://…` sends a file.
  func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
    films.begin(String(url.absoluteString.dropFirst("films:".count)))
    return true
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    films.note("events for \(identifier)")
    films.completionHandler = completionHandler
    films.wake()
  }
}
