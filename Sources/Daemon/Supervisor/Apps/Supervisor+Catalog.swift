// Finds the installed apps, and tells the model when they change.
import Bundles
import LifecycleModel
import Logging

extension Supervisor {
  /// Looks through the app directories again. `then` is told what could not be used, a sentence each; the rest is used all the same. It
  /// is called at once, but where a bundle has named a program that may be on any file system: threads look at that.
  func findApps(then: @escaping ([String]) -> Void = { _ in }) {
    let changes = takeUpApps()
    launcher.look(at: changes.elsewhere) { [weak self] elsewhere, isOther in
      guard let self else { return }
      for problem in elsewhere { log.warning("\(problem)") }
      let problems = isOther ? takeUpApps(besides: changes.problems).problems : changes.problems
      then((problems + elsewhere).map { "\($0)" })
    }
  }

  /// - Parameter known: the problems that the log has already.
  private func takeUpApps(besides known: [BundleError] = []) -> BundleCatalog.Changes {
    let changes = launcher.scan()
    let changed = Set(changes.changed.map(\.app.id))
    // One that the model knows as it is was there before this daemon.
    for (app, bundle) in launcher.catalog.bundles.sorted(by: { $0.key < $1.key })
    where changed.contains(app) || model.lifecycle.apps[app]?.description != bundle.app
      // It has come back while its process ran on.
      || model.lifecycle.apps[app]?.isRemoved == true
    {
      submit(.installed(bundle.app))
    }
    // Also what went while no daemon looked.
    for app in model.lifecycle.apps.keys where launcher.catalog.bundles[app] == nil { submit(.removed(app)) }
    launcher.uninstalls.keepOnly { launcher.catalog.bundles[$0] != nil }
    // One whose bundle has gone while it runs can still be erased.
    erasing.keepOnly { model.lifecycle.apps[$0] != nil }
    for problem in changes.problems where !known.contains(problem) { log.warning("\(problem)") }
    return changes
  }
}
