// Takes away the data of apps that are to begin anew (LA11).
import Bundles
import DaemonConfiguration
import Keys
import LifecycleModel
import Logging
import Stores

extension Supervisor {
  func eraseData(of app: AppID) {
    keyBag.forgetPair(of: app) { [log] result in
      if case .failure(let error) = result { log.error("\(error)") }
    }
    do throws(EraseError) {
      try erasedContainers.take(Container.path(of: app.string, in: configuration.stateDirectory))
      notErased[app] = nil
    } catch {
      log.error("\(error)", metadata: Logger.Metadata(app: app))
      notErased[app] = error
    }
  }

  /// Says, once the disk has taken it, why an app that was erased is not; nil: it is.
  func whenErased(_ app: AppID, then: @escaping @MainActor @Sendable (String?) -> Void) {
    if let error = notErased.removeValue(forKey: app) { return then("\(error)") }
    state.whenWritten { [unowned self] kept in
      switch kept {
      case .onDisk: erasedContainers.whenOnDisk { then($0.map { "\($0)" }) }
      case .inMemory:
        then(
          "its data are erased, but its permissions and plans may be back when roostd starts again: that they are "
            + "forgotten could not be written; roostd goes on trying, its log says why")
      }
    }
  }
}
