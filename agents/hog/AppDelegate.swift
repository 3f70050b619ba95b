// Hog takes memory in the steps it is told, and gives it back at a warning, or does not.

import MetricKit
import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  private let hoard = Hoard()
  private let history = History()
  /// Whether it never leaves the screen.
  private var stays = false

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    MXMetricManager.shared.add(history)
    // As in `roostctl launch com.example.hog -- take=64 deaf`.
    for word in CommandLine.arguments.dropFirst() { obey(word) }
    return true
  }

  /// As in `roostctl open hog:take=64`.
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    obey(String(url.absoluteString.drop { $0 != ":" }.dropFirst()))
  }

  func applicationWillResignActive(_ application: UIApplication) { while stays { sleep(1) } }

  func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
    print(hoard.listens ? "a warning: giving back \(hoard.megabytes) MB" : "a warning: never mind")
    if hoard.listens { hoard.release() }
  }

  /// As a program does that has a mistake in it: by a fault where that is what the signal is for.
  private func die(_ signal: Int32) {
    if signal == SIGSEGV { UnsafeMutablePointer<Int>(bitPattern: 64)?.pointee = 1 }
    raise(signal)
  }

  @discardableResult
  private func obey(_ word: String) -> Bool {
    let parts = word.split(separator: "=")
    switch (parts.first, parts.dropFirst().first.flatMap { Int($0) }) {
    case ("take", let megabytes?): hoard.take(megabytes)
    case ("die", let signal?): die(Int32(signal))
    case ("stay", nil): stays = true
    case ("release", nil): hoard.release()
    case ("deaf", nil): hoard.listens = false
    case ("listen", nil): hoard.listens = true
    default: return false
    }
    print("holding \(hoard.megabytes) MB")
    return true
  }
}
