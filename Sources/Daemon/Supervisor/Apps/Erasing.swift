// Takes away the data of apps that are to begin anew (LA11).
import Bundles
import DaemonConfiguration
import Keys
import LifecycleModel
import Logging
import Stores

/// Knows of each app that was erased whether it is, until somebody has asked.
final class Erasing {
  private let runtime: Runtime
  private let containers: ErasedContainers
  private let keyBag: KeyBag
  private let state: StateStore
  /// The reasons why containers stay that were to be erased.
  private var failures: [AppID: EraseError] = [:]

  init(_ runtime: Runtime, _ containers: ErasedContainers, _ keyBag: KeyBag, _ state: StateStore) {
    (self.runtime, self.containers, self.keyBag, self.state) = (runtime, containers, keyBag, state)
  }

  func eraseData(of app: AppID) {
    keyBag.forgetPair(of: app) { [log = runtime.log] result in
      if case .failure(let error) = result { log.error("\(error)") }
    }
    do throws(EraseError) {
      try containers.take(Container.path(of: app.string, in: runtime.configuration.stateDirectory))
      failures[app] = nil
    } catch {
      runtime.log.error("\(error)", metadata: Logger.Metadata(app: app))
      failures[app] = error
    }
  }

  /// Says, once the disk has taken it, why an app that was erased is not; nil: it is.
  func whenErased(_ app: AppID, then: @escaping @MainActor @Sendable (String?) -> Void) {
    if let error = failures.removeValue(forKey: app) { return then("\(error)") }
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
