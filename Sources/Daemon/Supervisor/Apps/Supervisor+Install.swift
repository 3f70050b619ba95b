// Installing, uninstalling and verifying bundles (LA7).
import Bundles
import DaemonConfiguration
import Glibc
import Keys
import LifecycleModel

extension Supervisor {
  /// Seals the bundle at `path`, which lies in one of the app directories, and takes it up.
  func install(_ path: String, then: @escaping @MainActor @Sendable (Result<AppID, InstallError>) -> Void) {
    // Before anything is read: the loop would wait for a file system that does not answer. By bytes, since to a character may belong
    // what follows a slash.
    guard
      configuration.appDirectories.contains(where: { directory in
        let (prefix, slash) = ((directory + "/").utf8, UInt8(ascii: "/"))
        return path.utf8.starts(with: prefix) && !path.utf8.dropFirst(prefix.count).contains(slash)
      })
    else {
      let directories = configuration.appDirectories.joined(separator: ", ")
      return then(.failure(InstallError("\(path) is not in one of the app directories: \(directories)")))
    }
    guard BundleCatalog.isBundleName(path.split(separator: "/").last.map(String.init) ?? "") else {
      let why = "roostd looks only at names that end in .app and begin with no dot; rename it"
      return then(.failure(InstallError("\(path) is never found: \(why)")))
    }
    let bundle: AppBundle
    do throws(BundleError) {
      bundle = try AppBundle(path: path)
      try bundle.checkExecutable()
    } catch {
      return then(.failure(InstallError("\(error)")))
    }
    let app = bundle.app.id
    if launcher.seals.isSealed(app.string), let other = launcher.catalog.bundles[app]?.path, other != path {
      return then(
        .failure(
          InstallError(
            """
            \(app) is installed already, as \(other), and a bundle of another name does not get its data and permissions; \
            remove that one first with `roostctl uninstall \(app)`
            """)))
    }
    launcher.seals.seal(app.string, at: path, infoPlist: bundle.infoPlistHash) { [weak self] error in
      if let error { return then(.failure(InstallError("unable to seal \(path): \(error)"))) }
      self?.launcher.uninstalls.end(app)
      self?.findApps()
      then(.success(app))
    }
  }

  /// Takes the seal away; the bundle that was installed, which may be gone, can then be removed. Answers with its path. The app is not
  /// launched from now on until that has failed, or the client has gone.
  ///
  /// - Parameter client: the connection of the client that removes the bundle.
  func uninstall(
    _ id: AppID, for client: ObjectIdentifier,
    then: @escaping @MainActor @Sendable (Result<String, InstallError>) -> Void
  ) {
    guard model.lifecycle.apps[id]?.process == nil else {
      return then(.failure(InstallError("\(id) is running; end it first with `roostctl quit \(id)`")))
    }
    guard launcher.seals.isSealed(id.string) else {
      return then(
        .failure(InstallError("\(SealError(bundle: id.string, .noSeal(id.string))); remove its bundle yourself")))
    }
    guard !launcher.uninstalls.isUnderWay(id) else {
      return then(.failure(InstallError("\(id) is being uninstalled already; wait until that is done")))
    }
    launcher.uninstalls.begin(id, for: client)
    let found = launcher.catalog.bundles[id]?.path
    launcher.seals.unseal(id.string) { [uninstalls = launcher.uninstalls] result in
      switch result {
      case .success(let path):
        if let path = path ?? found { return then(.success(path)) }
        uninstalls.end(id)
        then(.failure(InstallError("no app \(id) is installed")))
      case .failure(let error):
        uninstalls.end(id)
        then(.failure(InstallError("\(error)")))
      }
    }
  }

  /// Whether the bundle of `app` is as it was installed.
  func verify(_ app: AppID, then: @escaping @MainActor @Sendable (Result<Void, InstallError>) -> Void) {
    guard let bundle = launcher.catalog.bundles[app] else {
      return then(.failure(InstallError("no app \(app) is installed")))
    }
    launcher.seals.verify(app.string, at: bundle.path) { [launcher] result in
      switch result {
      case .failure(let error): then(.failure(InstallError("\(error)")))
      case .success(let moment):
        let other = launcher.otherInfoPlist(of: app, than: moment)
        then(other.map { .failure(InstallError("\($0)")) } ?? .success(()))
      }
    }
  }

  /// The paths of an app's bundle and of its container, which may not be there yet; nil where no such app is installed.
  func places(of app: AppID) -> (bundle: String, container: String)? {
    launcher.catalog.bundles[app].map { bundle in
      (bundle.path, Container.path(of: app.string, in: launcher.configuration.stateDirectory))
    }
  }
}

/// The reason why something was not installed, uninstalled or verified.
nonisolated struct InstallError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
