// Installing and verifying bundles, and launches that wait until theirs is verified (LA7).
import DaemonConfiguration
import Bundles
import Glibc
import Keys
import LifecycleModel
import Logging
import SystemPackage

/// A launch whose bundle is being verified: what the model has asked of the process meanwhile.
struct AwaitedSeal {
  var deadlines: [Step: Instant] = [:]
  var isKilled = false
}

extension Supervisor {
  /// Starts a process of `app`; of a sealed bundle when it is known to be what was installed.
  func spawn(_ serial: ProcessSerial, _ app: AppID, _ launch: LifecycleModel.Launch) {
    // A daemon that takes up a state may be asked twice.
    guard live[serial] == nil, awaitedSeals[serial] == nil else { return }
    guard seals.isSealed(app.string), let bundle = catalog.bundles[app] else { return spawnNow(serial, app, launch) }
    awaitedSeals[serial] = AwaitedSeal()
    seals.verify(app.string, at: bundle.path) { [weak self] error in
      guard let self, let awaited = awaitedSeals.removeValue(forKey: serial) else { return }
      if let error {
        log.error("unable to launch \(app): \(error)")
        return submit(.kernel(serial, .spawnFailed("\(error)")))
      }
      guard !awaited.isKilled else { return submit(.kernel(serial, .spawnFailed("it was ended before it began"))) }
      spawnNow(serial, app, launch)
      for (step, due) in awaited.deadlines { live[serial]?.arm(step, at: due) }
    }
  }

  func arm(_ serial: ProcessSerial, _ step: Step, at due: Instant) {
    awaitedSeals[serial]?.deadlines[step] = due
    live[serial]?.arm(step, at: due)
  }

  func disarm(_ serial: ProcessSerial, _ step: Step) {
    awaitedSeals[serial]?.deadlines[step] = nil
    live[serial]?.disarm(step)
  }

  /// Seals the bundle at `path`, which lies in one of the app directories, and takes it up.
  func install(_ path: String, then: @escaping @MainActor @Sendable (Result<AppID, InstallError>) -> Void) {
    let bundle: AppBundle
    do throws(BundleError) {
      bundle = try AppBundle(path: path)
      try bundle.checkExecutable()
    } catch {
      return then(.failure(InstallError("\(error)")))
    }
    guard
      configuration.appDirectories.contains(where: { directory in
        path.hasPrefix(directory + "/") && !path.dropFirst(directory.count + 1).contains("/")
      })
    else {
      let directories = configuration.appDirectories.joined(separator: ", ")
      return then(.failure(InstallError("\(path) is not in one of the app directories: \(directories)")))
    }
    let app = bundle.app.id
    seals.seal(app.string, at: path) { [weak self] error in
      if let error { return then(.failure(InstallError("unable to seal \(path): \(error)"))) }
      self?.findApps()
      then(.success(app))
    }
  }

  /// Takes the seal away; the bundle that was installed, which may be gone, can then be removed. Answers with its path.
  func uninstall(_ id: AppID, then: @escaping @MainActor @Sendable (Result<String, InstallError>) -> Void) {
    guard lifecycle.apps[id]?.process == nil else {
      return then(.failure(InstallError("\(id) is running; end it first with `roostctl quit \(id)`")))
    }
    guard seals.isSealed(id.string) else {
      return then(.failure(InstallError("\(SealError(bundle: id.string, .noSeal(id.string))); remove its bundle yourself")))
    }
    let found = catalog.bundles[id]?.path
    seals.unseal(id.string) { result in
      switch result {
      case .success(let path):
        guard let path = path ?? found else { return then(.failure(InstallError("no app \(id) is installed"))) }
        then(.success(path))
      case .failure(let error): then(.failure(InstallError("\(error)")))
      }
    }
  }

  /// Whether the bundle of `app` is as it was installed.
  func verify(_ app: AppID, then: @escaping @MainActor @Sendable (Result<Void, InstallError>) -> Void) {
    guard let bundle = catalog.bundles[app] else { return then(.failure(InstallError("no app \(app) is installed"))) }
    seals.verify(app.string, at: bundle.path) { error in
      then(error.map { .failure(InstallError("\($0)")) } ?? .success(()))
    }
  }
}

/// Why something was not installed, uninstalled or verified.
nonisolated struct InstallError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
