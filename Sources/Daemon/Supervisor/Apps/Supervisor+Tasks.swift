// Background work that apps have asked for: kept beyond the daemon, and begun when its time comes (BX4).
import AppLink
import LifecycleModel
import Stores

extension Supervisor {
  func keep(_ task: TaskRequest, of app: AppID) {
    state.tasks.keep(
      TaskRow(
        app: app.string, identifier: task.identifier, kind: task.kind.rawValue,
        earliest: task.earliest?.secondsSince1970, needsPower: task.needsPower, needsNetwork: task.needsNetwork))
  }
}
