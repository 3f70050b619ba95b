// Old Game is from the time before multitasking: Info.plist says UIApplicationExitsOnSuspend, so instead of entering the
// background it is terminated (BG7). Interrupted, it pauses, and it does not go on until the player says so.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  private enum Game { case running, paused }
  private var game = Game.running
  private let score = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    .appending(path: "games-played")

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    print("games played: \(gamesPlayed)")
    return true
  }

  func applicationWillResignActive(_ application: UIApplication) {
    game = .paused
    print("paused")
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    switch game {
    case .running: print("playing")
    case .paused: print("still paused: tap to go on")
    }
  }

  func applicationWillTerminate(_ application: UIApplication) {
    do {
      try Data("\(gamesPlayed + 1)".utf8).write(to: score, options: .atomic)
    } catch {
      print("unable to save the score: \(error.localizedDescription)")
    }
  }

  private var gamesPlayed: Int {
    (try? String(contentsOf: score, encoding: .utf8)).flatMap { Int($0) } ?? 0
  }
}
