// Finds the installed apps, and tells the model when they change.
import Bundles
import LifecycleModel
import Logging

extension Supervisor {
  /// Looks through the app directories again. Returns what could not be used, a sentence each; the rest is used all the same.
  @discardableResult
  func findApps() -> [String] {
    let changes = launcher.scan()
    let changed = Set(changes.changed.map(\.app.id))
    // One that the model knows as it is was there before this daemon.
    for (app, bundle) in launcher.catalog.bundles.sorted(by: { $0.key < $1.key })
    where changed.contains(app) || model.lifecycle.apps[app]?.description != bundle.app {
      submit(.installed(bundle.app))
    }
    // Also what went while no daemon looked.
    for app in model.lifecycle.apps.keys where launcher.catalog.bundles[app] == nil { submit(.removed(app)) }
    launcher.uninstalls.keepOnly { launcher.catalog.bundles[$0] != nil }
    for problem in changes.problems { log.warning("\(problem)") }
    return changes.problems.map { "\($0)" }
  }
}
