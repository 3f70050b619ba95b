// Takes away the data of apps that are to begin anew (LA11).
import Bundles
import DaemonConfiguration
import Keys
import LifecycleModel
import Logging
import Stores

/// Knows of each app whose erasing failed last why, as long as the app is installed: several clients may have asked for it, also some
/// that do not wait for the answer any more.
final class Erasing {
  private let runtime: Runtime
  private let containers: ErasedContainers
  private let keyBag: KeyBag
  private let state: StateStore
  /// The reasons why containers stay that were to be erased.
  private var failures: [AppID: EraseError] = [:]
  /// The apps whose containers are being taken away, with what waits for that.
  private var underWay: [AppID: [() -> Void]] = [:]
  /// Those of them that are to be erased once more after that: what comes meanwhile may be newer than what is taken away. However
  /// often a client asks for it, that is once.
  private var again: Set<AppID> = []
  /// Told when the container of an app has been taken away, or stays: the next daemon is not to take away what may come into its place.
  var ended: () -> Void = {}

  init(_ runtime: Runtime, _ containers: ErasedContainers, _ keyBag: KeyBag, _ state: StateStore) {
    (self.runtime, self.containers, self.keyBag, self.state) = (runtime, containers, keyBag, state)
  }

  func eraseData(of app: AppID) {
    guard underWay[app] == nil else {
      again.insert(app)
      return
    }
    underWay[app] = []
    containers.take(Container.path(of: app.string, in: runtime.configuration.stateDirectory)) { [weak self] error in
      self?.took(app, error)
    }
  }

  /// The keys go after the files: an app that keeps these, because they cannot be taken away, reads them as before.
  private func took(_ app: AppID, _ error: EraseError?) {
    guard error == nil else { return end(app, error) }
    keyBag.forgetPair(of: app) { [weak self, log = runtime.log] result in
      if case .failure(let error) = result { log.error("\(error)") }
      self?.end(app, nil)
    }
  }

  private func end(_ app: AppID, _ error: EraseError?) {
    if let error { runtime.log.error("\(error)", metadata: Logger.Metadata(app: app)) }
    failures[app] = error
    let waiting = underWay.removeValue(forKey: app) ?? []
    if again.remove(app) != nil { eraseData(of: app) } else { ended() }
    for goOn in waiting { goOn() }
  }

  /// Whether the app has its old container still, for a moment.
  func isUnderWay(_ app: AppID) -> Bool { underWay[app] != nil }

  /// The apps that have their old containers still.
  var appsUnderWay: [AppID] { underWay.keys.sorted() }

  /// Whether all have been taken away that were to be. The folder of containers is locked meanwhile.
  var isIdle: Bool { underWay.isEmpty }

  /// Calls `then` when it has not.
  func whenTaken(_ app: AppID, then: @escaping () -> Void) {
    guard underWay[app] != nil else { return then() }
    underWay[app]?.append { [weak self] in self?.whenTaken(app, then: then) }
  }

  /// Nobody asks for one that is not installed.
  func keepOnly(where isInstalled: (AppID) -> Bool) { failures = failures.filter { isInstalled($0.key) } }

  /// Says, once the disk has taken it, why an app that was erased is not; nil: it is.
  func whenErased(_ app: AppID, then: @escaping @MainActor @Sendable (String?) -> Void) {
    if isUnderWay(app) { return whenTaken(app) { [weak self] in self?.whenErased(app, then: then) } }
    if let error = failures[app] { return then("\(error)") }
    state.whenWritten { [containers] kept in
      switch kept {
      case .onDisk: containers.whenOnDisk { then($0.map { "\($0)" }) }
      case .inMemory:
        then(
          "its data are erased, but its permissions and plans may be back when roostd starts again: that they are "
            + "forgotten could not be written; roostd goes on trying, its log says why")
      }
    }
  }
}
