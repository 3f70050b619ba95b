// Old Game is from the time before multitasking: Info.plist says UIApplicationExitsOnSuspend, so instead of entering the
// background it is terminated (BG7). Interrupted, it pauses, and it does not go on until the player says so.

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private enum Game { case running, paused }
  private var game = Game.running
  private let board = GameViewController()
  private let score = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    .appending(path: "games-played")

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    print("games played: \(gamesPlayed)")
    board.goesOn = { [weak self] in self?.goOn() }
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = board
    window?.makeKeyAndVisible()
    return true
  }

  func applicationWillResignActive(_ application: UIApplication) {
    game = .paused
    board.set(isPaused: true)
    print("paused")
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    switch game {
    case .running:
      board.set(isPaused: false)
      print("playing")
    case .paused: print("still paused: tap to go on")
    }
  }

  private func goOn() {
    game = .running
    board.set(isPaused: false)
    print("playing")
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
