// Which apps are installed, and telling the model when that changes.
import LifecycleModel
import Logging

extension Supervisor {
  /// Looks through the app directories again. Returns what could not be used, a sentence each; the rest is used all the same.
  @discardableResult
  func findApps() -> [String] {
    let changes = catalog.scan()
    let changed = Set(changes.changed.map(\.app.id))
    // One that the model knows as it is was there before this daemon.
    for (app, bundle) in catalog.bundles.sorted(by: { $0.key < $1.key })
    where changed.contains(app) || lifecycle.apps[app]?.description != bundle.app {
      submit(.installed(bundle.app))
    }
    // Also what went while no daemon looked.
    for app in lifecycle.apps.keys where catalog.bundles[app] == nil { submit(.removed(app)) }
    for problem in changes.problems { log.warning("\(problem)") }
    return changes.problems.map { "\($0)" }
  }

  /// Takes up how the apps ended before this daemon began, so that each can be told at its next launch (TE3), and an app
  /// that dies again and again is still held back.
  func recallExits(then done: @escaping @MainActor @Sendable () -> Void) {
    store.last(Self.exitsRecalled) { [unowned self] rows in
      for row in rows.reversed() { remember(row) }
      done()
    }
  }

  /// What the model has to know of the exits that were recalled (BX5).
  func recallEnds() {
    for (app, exits) in lastExits where exits.first?.reason == LifecycleModel.ExitReason.forceQuit.word {
      submit(.recalled(.forceQuit(app)))
    }
    let now = calendarNow()
    for (app, exits) in lastExits {
      guard let last = exits.first, let deaths = last.earlyDeaths, deaths > 0 else { continue }
      submit(.recalled(.deaths(app, deaths, ago: .nanoseconds(max(0, now - last.time)))))
    }
  }

  private static let exitsRecalled = 1000
}
