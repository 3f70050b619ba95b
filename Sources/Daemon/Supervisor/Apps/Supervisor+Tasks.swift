// Background work that apps have asked for: kept beyond the daemon, and begun when its time comes (BX4).
import AppLink
import LifecycleModel
import Logging
import Stores
import Systemd

extension Supervisor {
  func keep(_ task: TaskRequest, of app: AppID) {
    state.tasks.keep(
      TaskRow(
        app: app.string, identifier: task.identifier, kind: task.kind.rawValue,
        earliest: task.earliest?.secondsSince1970, needsPower: task.needsPower, needsNetwork: task.needsNetwork))
  }

  func armTasks(at due: Instant?) {
    guard let due else { return taskTimer?.disarm() ?? () }
    do {
      let timer = try taskTimer ?? loop.timer { [unowned self] in submit(.due(.tasks)) }
      taskTimer = timer
      timer.rearm(at: due.nanoseconds)
    } catch {
      log.error("unable to set the timer for background work: \(error)")
    }
  }
}

extension TaskRequest {
  /// Nil for a kind of a later version.
  init?(_ row: TaskRow) {
    guard let kind = TaskKind(rawValue: row.kind) else { return nil }
    self.init(
      identifier: row.identifier, kind: kind, earliest: row.earliest.map(Instant.init(secondsSince1970:)),
      needsPower: row.needsPower, needsNetwork: row.needsNetwork)
  }
}
