// A developer begins planned work now, or says that its time is up: what Xcode does by _simulateLaunchForTask and
// _simulateExpirationForTask (BX8).

extension Lifecycle {
  /// BX8: a pending request runs at once, whatever it waits for. Nil: the only one there is.
  mutating func runTask(_ identifier: String?, of app: AppID, _ request: Request, _ turn: inout Turn) {
    guard let entry = apps[app], !entry.isRemoved else { return refuse(request, .unknownApp(app), &turn) }
    let pending = entry.estate.tasks.pending.filter { identifier.map($0.isNamed) ?? true }
    guard let task = pending.first else { return refuse(request, .taskNotPending(app, identifier), &turn) }
    guard pending.count == 1 else { return refuse(request, .severalTasks(app, pending.map(\.identifier)), &turn) }
    guard !entry.hasUnderWay(task.identifier) else {
      return refuse(request, .taskUnderWay(app, task.identifier), &turn)
    }
    let wake = Wake.task(identifier: task.identifier, task.kind)
    if let refusal = refusalToWake(app, for: wake, at: turn.now) { return refuse(request, refusal, &turn) }
    drop(task.identifier, of: app, &turn)
    timeTasks(of: app, at: turn.now)
    take(wake, of: app, request, &turn)
  }

  /// BX8: the time of running work is up: its expiration handler is called. Nil: of the only work that runs.
  mutating func expireTask(_ identifier: String?, of app: AppID, _ request: Request, _ turn: inout Turn) {
    guard apps[app] != nil else { return refuse(request, .unknownApp(app), &turn) }
    let running = (apps[app]?.process?.runningTasks ?? []).filter { identifier?.isSpelled(as: $0.identifier) ?? true }
    guard let task = running.first else { return refuse(request, .taskNotRunning(app, identifier), &turn) }
    guard running.count == 1 else { return refuse(request, .severalTasks(app, running.map(\.identifier)), &turn) }
    switch request.answer {
    case .whenTaken:
      turn.emit(.answer(request.id, .done))
      apps[app]?.process?.tellExpired([task.sequence], &turn)
    case .whenDone:
      apps[app]?.process?.tellExpired([task.sequence], for: request.id, &turn)
    }
  }
}

extension AppProcess {
  /// The planned work that it has begun, and that has time left; none of an app that is ending.
  fileprivate var runningTasks: [(sequence: EventSequence, identifier: String)] {
    if isEnding { return [] }
    return conversation.wakes.sorted { $0.key < $1.key }.compactMap { sequence, wake in
      wake.isExpired ? nil : wake.wake.task.map { (sequence, $0) }
    }
  }
}
