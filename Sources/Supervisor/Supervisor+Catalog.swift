// Which apps are installed, and telling the model when that changes.
import LifecycleModel
import Logging

extension Supervisor {
  /// Looks through the app directories again. Returns what could not be used, a sentence each; the rest is used all the same.
  @discardableResult
  func findApps() -> [String] {
    let changes = catalog.scan()
    for bundle in changes.added + changes.changed { submit(.installed(bundle.app)) }
    for app in changes.removed { submit(.removed(app)) }
    for problem in changes.problems { log.warning("\(problem)") }
    return changes.problems.map { "\($0)" }
  }

  /// Takes up how the apps ended before this daemon began, so that each can be told at its next launch (TE3).
  func recallExits(then done: @escaping @MainActor @Sendable () -> Void) {
    store.last(Self.exitsRecalled) { [unowned self] rows in
      for row in rows.reversed() { remember(row) }
      for (app, exits) in lastExits where exits.first?.reason == LifecycleModel.ExitReason.forceQuit.word {
        submit(.recalledForceQuit(app))
      }
      done()
    }
  }

  private static let exitsRecalled = 1000
}
