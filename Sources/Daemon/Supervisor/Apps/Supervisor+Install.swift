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
    do throws(BundleError) {
      let bundle = try AppBundle(path: path)
      guard try bundle.lookAtExecutable() == .elsewhere else { return seal(bundle, then) }
      launcher.look(bundle.programQuestion, of: bundle.app.id) { [weak self] result in
        switch result {
        case .failure(let problem): then(.failure(InstallError("\(problem)")))
        case .success: self?.seal(bundle, then)
        }
      }
    } catch {
      then(.failure(InstallError("\(error)")))
    }
  }

  private func seal(
    _ bundle: AppBundle, _ then: @escaping @MainActor @Sendable (Result<AppID, InstallError>) -> Void
  ) {
    let (app, path) = (bundle.app.id, bundle.path)
    if let other = launcher.catalog.bundles[app], !other.path.utf8.elementsEqual(path.utf8),
      let error = refusal(of: app, having: other)
    {
      return then(.failure(error))
    }
    launcher.seals.seal(
      app.string, at: path, infoPlist: bundle.infoPlistHash, among: configuration.appDirectories
    ) { [weak self] error in
      if let error { return then(.failure(InstallError("unable to seal \(path): \(error)"))) }
      self?.launcher.uninstalls.end(app)
      self?.findApps()
      then(.success(app))
    }
  }

  /// The reason why no other bundle is installed as `app`, which `bundle` is by now; nil where that has no seal: the owner of its
  /// directory decides what is launched.
  private func refusal(of app: AppID, having bundle: AppBundle) -> InstallError? {
    // Nobody seals a desktop entry, and a bundle would go before it.
    if bundle.isDesktopEntry {
      return InstallError(
        """
        \(app) is an app already, by the desktop entry \(bundle.path), and a bundle does not get its data and permissions; \
        remove the entry and run `roostctl reload` first, or change the bundle's CFBundleIdentifier
        """)
    }
    guard launcher.seals.isSealed(app.string) else { return nil }
    return InstallError("\(SealError(bundle: bundle.path, .installed(app.string)))")
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
    launcher.seals.verifyForClient(app.string, at: bundle.path) { [launcher] result in
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
