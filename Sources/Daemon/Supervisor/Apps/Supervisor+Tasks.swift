// Background work that apps have asked for: kept beyond the daemon, and begun when its time comes (BX4).
import LifecycleModel
import Logging
import Systemd

extension Supervisor {
  func keep(_ task: TaskRequest, of app: AppID) {
    tasks.keep(
      TaskRow(
        app: app.string, identifier: task.identifier, kind: task.kind.rawValue,
        earliest: task.earliest?.secondsSince1970, needsPower: task.needsPower, needsNetwork: task.needsNetwork))
  }

  func armTasks(at due: Instant?) {
    guard let due else { return taskTimer?.disarm() ?? () }
    do {
      let timer = try taskTimer ?? loop.timer { [unowned self] in submit(.tasksDue) }
      taskTimer = timer
      timer.rearm(at: due.nanoseconds)
    } catch {
      log.error("unable to set the timer for background work: \(error)")
    }
  }

  /// Hands the model what earlier daemons have kept.
  func recallTasks(then done: @escaping @MainActor @Sendable () -> Void) {
    tasks.all { [unowned self] rows in
      for (app, rows) in Dictionary(grouping: rows, by: \.app) {
        submit(.recalledTasks(AppID(app), rows.compactMap(TaskRequest.init)))
      }
      done()
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
