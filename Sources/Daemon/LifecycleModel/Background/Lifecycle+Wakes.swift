// Waking apps, or launching them behind the screen (BX4, BX5).

extension Lifecycle {
  /// BX5: wakes a suspended app, or launches it behind the screen, unless the user has force-quit it.
  mutating func wake(_ app: AppID, for wake: Wake, _ request: Request, _ turn: inout Turn) {
    if let refusal = refusalToWake(app, for: wake, at: turn.now) { return refuse(request, refusal, &turn) }
    take(wake, of: app, request, &turn)
  }

  /// The reason why an app cannot be woken; nil when it can.
  func refusalToWake(_ app: AppID, for wake: Wake, at now: Instant) -> Refusal? {
    guard let entry = apps[app], !entry.isRemoved else { return .unknownApp(app) }
    if isShuttingDown { return .shuttingDown }
    let isHeardWithoutMode = wake.isHeardWithoutMode && entry.process?.runsCode ?? false
    guard isHeardWithoutMode || wake.modes.contains(where: entry.description.backgroundModes.contains) else {
      return .lacksMode(app, wake.modes)
    }
    if let service = wake.service, !reaches(service, app) { return .permissionDenied(app, service) }
    if let limit = wake.limitPassed { return .overLimit(app, limit) }
    guard entry.wakes.count + (entry.process?.wakes.count ?? 0) < Limit.wakes.number else {
      return .overLimit(app, .wakes)
    }
    let isRunning = entry.process.map { !$0.isEnding } ?? false
    return isRunning ? nil : refusalToLaunchBehind(app, at: now)
  }

  /// The wake is as good as delivered; `request` may wait until the app has finished it.
  mutating func take(_ wake: Wake, of app: AppID, _ request: Request, _ turn: inout Turn) {
    switch request.answer {
    case .whenTaken:
      turn.emit(.answer(request.id, .done))
      deliver(wake, for: nil, to: app, &turn)
    case .whenDone:
      deliver(wake, for: request.id, to: app, &turn)
    }
  }

  mutating func deliver(_ wake: Wake, for request: RequestID?, to app: AppID, _ turn: inout Turn) {
    let running = apps[app]?.process.flatMap { $0.isEnding ? nil : $0.serial }
    apps[app]?.wakes.append(PendingWake(wake: wake, request: request, process: running))
    if wake.isProcessing { processing.insert(app) }
    if apps[app]?.process == nil { start(app, Launch(wake: wake), &turn) }
    advance(app, &turn)
  }

  /// PR4: those that it has not been told of, also by its launch.
  mutating func giveUpWakes(of service: PrivacyService, for app: AppID, _ turn: inout Turn) {
    let lost = apps[app]?.wakes.filter { $0.wake.service == service } ?? []
    guard !lost.isEmpty else { return }
    apps[app]?.wakes.removeAll { $0.wake.service == service }
    apps[app]?.process?.forgetWake(of: service)
    for case let request? in lost.map(\.request) {
      turn.emit(.answer(request, .refused(.permissionDenied(app, service))))
    }
  }

  /// The reason why an app that is not running cannot be launched behind the screen; nil when it can.
  func refusalToLaunchBehind(_ app: AppID, at now: Instant) -> Refusal? {
    guard let entry = apps[app], !entry.isRemoved else { return .unknownApp(app) }
    if isShuttingDown { return .shuttingDown }
    if entry.description.exitsOnSuspend || !policy.multitasking { return .noBackground(app) }
    return entry.estate.isForceQuit ? .forceQuitByUser(app) : refusalToStart(app, at: now)
  }

  /// BX4: processing ends when the user is back, also what has not reached its app yet.
  mutating func stopProcessing(_ turn: inout Turn) {
    for app in processing.sorted() {
      for index in apps[app]?.wakes.indices ?? 0..<0 where apps[app]?.wakes[index].wake.isProcessing == true {
        apps[app]?.wakes[index].isExpired = true
      }
      apps[app]?.process?.stopProcessing(&turn)
    }
    processing = []
  }
}
