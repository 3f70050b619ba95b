// The laws of planned background work: kept until it runs or is cancelled, run when and only when it may (BX4).

import LifecycleModel

/// Planned work that has begun.
struct TaskStart {
  let identifier: String
  let kind: TaskKind
  let at: Instant
}

/// Planned work that a developer has begun (BX8).
struct ForcedTask: Hashable {
  let app: AppID
  let identifier: String
}

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
      require(!isUnderWay(task.identifier, app), "BX7 an app has one of an identifier at a time: \(task) of \(app)")
      if forced == ForcedTask(app: app, identifier: task.identifier) {
        forced = nil
      } else {
        require(isSpaced(task, app), "BX7 no app keeps itself awake by its own requests: \(task) of \(app)")
        require(mayRun(task, of: app), "BX4 planned work runs only when it may: \(task) of \(app)")
        begun[app, default: []].append(TaskStart(identifier: task.identifier, kind: task.kind, at: now))
      }
      owes(.task(identifier: task.identifier, task.kind), app)
    }
    dropped = []
  }

  /// BX7: an app's refreshes are apart, and so are its processing tasks of one identifier; of these ten at most begin in
  /// one interval.
  private func isSpaced(_ task: TaskRequest, _ app: AppID) -> Bool {
    let recent = begun[app, default: []].filter {
      $0.kind == task.kind && $0.at + policy.tasks.interval(of: task.kind) > now
    }
    switch task.kind {
    case .refresh: return recent.isEmpty
    case .processing: return recent.count < 10 && !recent.contains { $0.identifier == task.identifier }
    }
  }

  private func isUnderWay(_ identifier: String, _ app: AppID) -> Bool {
    let told = living(app).map { tracks[$0].wakes.values.map(\.wake) } ?? []
    return (told + owed[app, default: []].map(\.wake)).contains { wake in
      if case .task(identifier, _) = wake { true } else { false }
    }
  }

  /// BX8: a developer's wish that was not refused.
  mutating func runs(_ identifier: String?, _ app: AppID) {
    let pending = scheduled[app, default: [:]].keys
    guard let identifier = identifier ?? pending.first else { return self.break("BX8 only what is pending is run") }
    require(pending.contains(identifier), "BX8 only what is pending is run: \(identifier) of \(app)")
    forced = ForcedTask(app: app, identifier: identifier)
  }

  /// BX8: the time of what runs is up, as the user's return ends that of processing.
  mutating func ends(_ identifier: String?, _ app: AppID) {
    guard let place = living(app) else { return }
    mayBeLate = true
    for (sequence, wake) in tracks[place].wakes {
      guard case .task(let task, _) = wake.wake, identifier == nil || task == identifier else { continue }
      tracks[place].wakes[sequence]?.isLate = true
    }
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
    if !isSpaced(task, app) || isUnderWay(task.identifier, app) { return false }
    if task.needsPower, facts.battery.state == .unplugged { return false }
    if task.needsNetwork, facts.network == .offline { return false }
    if !device.isLocked, task.kind == .processing ? !device.places.isEmpty : device.front.contains(app) { return false }
    if !policy.multitasking || description.exitsOnSuspend { return false }
    return living(app).map { !tracks[$0].isEnding } ?? true
  }

  mutating func armedTasks(_ due: Instant?) {
    guard let due else { return }
    require(due > now, "BX4 the clock rings for what has to wait: at \(due.nanoseconds)")
    let isAsked = scheduled.values.contains { $0.values.contains { $0.earliest == due } }
    let isFloor = begun.values.joined().contains { $0.at + policy.tasks.interval(of: $0.kind) == due }
    require(isAsked || isFloor, "BX4 the clock rings when work may begin")
  }
}
