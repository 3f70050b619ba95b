// The laws of planned background work: kept until it runs or is cancelled, run when and only when it may (BX4).

import LifecycleModel

extension Laws {
  mutating func keptTask(_ app: AppID, _ task: TaskRequest) {
    let description = descriptions[app]
    require(description?.taskIdentifiers.contains(task.identifier) == true, "BX4 only what is permitted is kept")
    scheduled[app, default: [:]][task.identifier] = task
    let kinds = scheduled[app, default: [:]].values.map(\.kind)
    require(kinds.count { $0 == .refresh } <= 1, "BX4 an app plans one refresh: \(app)")
    require(kinds.count { $0 == .processing } <= 10, "BX4 an app plans ten times processing: \(app)")
  }

  /// Cancelled, or run: the next input tells.
  mutating func droppedTask(_ app: AppID, _ identifier: String) {
    guard let task = scheduled[app]?.removeValue(forKey: identifier) else {
      return self.break("BX4 only what is planned is dropped: \(identifier) of \(app)")
    }
    dropped.append((app, task))
  }

  mutating func answeredSchedule(_ request: AppRequest, _ answer: AppAnswer?, _ app: AppID) {
    switch (request, answer) {
    case (.schedule(.cancel(let identifier)), .done):
      dropped.removeAll { $0.app == app && (identifier == nil || $0.task.identifier == identifier) }
      let left = scheduled[app, default: [:]].keys.contains { identifier == nil || $0 == identifier }
      require(!left, "BX4 what is cancelled is gone: \(app)")
    case (.schedule(.submit(let task)), .done):
      require(scheduled[app]?[task.identifier] == task, "BX4 what is submitted is kept: \(task)")
    case (.schedule(.list), .pendingTasks(let tasks)):
      require(Set(tasks) == Set(scheduled[app, default: [:]].values), "BX4 an app is told what it has planned: \(app)")
    default: break
    }
  }

  /// A task that was dropped and not cancelled is run.
  mutating func settleDrops() {
    for (app, task) in dropped {
      require(mayRun(task, of: app), "BX4 planned work runs only when it may: \(task) of \(app)")
      owes(.task(identifier: task.identifier, task.kind), app)
    }
    dropped = []
  }

  /// Every task that may run has run.
  mutating func checkTasks() {
    for (app, tasks) in scheduled {
      for task in tasks.values {
        require(!mayRun(task, of: app), "BX4 planned work runs as soon as it may: \(task) of \(app)")
      }
    }
  }

  private func mayRun(_ task: TaskRequest, of app: AppID) -> Bool {
    guard let description = descriptions[app], !removed.contains(app), !isShuttingDown else { return false }
    if forceQuit.contains(app) { return false }
    if let earliest = task.earliest, earliest > now { return false }
    if task.needsPower, facts.battery.state == .unplugged { return false }
    if task.needsNetwork, !facts.hasNetwork { return false }
    if !device.isLocked, task.kind == .processing ? !device.places.isEmpty : device.front.contains(app) { return false }
    if !policy.multitasking || description.exitsOnSuspend { return false }
    return living(app).map { !tracks[$0].isEnding } ?? true
  }

  mutating func armedTasks(_ due: Instant?) {
    guard let due else { return }
    require(due > now, "BX4 the clock rings for what has to wait: at \(due.nanoseconds)")
    let isAsked = scheduled.values.contains { $0.values.contains { $0.earliest == due } }
    require(isAsked, "BX4 the clock rings when work may begin")
  }
}
