// Keeps the parts of an app that outlive its process: scene sessions and pictures.
import Bundles
import DaemonConfiguration
import LifecycleModel
import Logging
import Stores

extension Supervisor {
  func keep(_ session: Session, of app: AppID) {
    state.sessions.keep(
      SessionRow(
        app: app.string, session: session.id.string, role: session.role, configuration: session.configuration,
        activity: session.activity, used: Int64(clamping: session.used), isDiscarded: false))
  }

  /// SN1: the latest picture, taken out of the app's container, where the app could change it later.
  func keepPicture(_ file: String, of scene: SessionID?, _ app: AppID, from serial: ProcessSerial) {
    let container = Container.path(of: app.string, in: configuration.stateDirectory)
    snapshots.take(app.string, scene?.string ?? SnapshotStore.main, from: container, file: file) { [weak self] result in
      guard let self, case .failure(let error) = result else { return }
      if badPictures.isFirst(of: serial, app) {
        log.warning("\(app): \(error); roostd says so once for each process of the app")
      }
    }
  }

  func forgetPicture(of scene: SessionID?, _ app: AppID) {
    snapshots.remove(app.string, scene?.string ?? SnapshotStore.main) { [log] result in
      if case .failure(let error) = result { log.warning("\(app): \(error)") }
    }
  }
}
