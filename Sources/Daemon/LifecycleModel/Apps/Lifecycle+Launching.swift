// Launching apps, and bringing them forward (LA).

extension Lifecycle {
  mutating func launch(
    _ app: AppID, _ launch: Launch, _ placement: Placement, _ request: Request, _ turn: inout Turn
  ) {
    if let refusal = refusalToLaunch(app, launch, placement, at: turn.now) { return refuse(request, refusal, &turn) }
    switch placement {
    case .background:
      // TE5: an app that dies in front leaves the screen; to start it again behind the screen does not bring it back.
      if apps[app]?.process?.isEnding == true, apps[app]?.relaunch == nil { takeOffScreen(&turn) { $0.app == app } }
      accept(request, waitFor: [app], until: .settled, &turn)
      start(app, launch, &turn)
      advance(app, &turn)
    case .foreground:
      show(place(for: app), launch, request, &turn)
    }
  }

  /// Apart from what changes the app: a copy that is held meanwhile makes each change one of a copy.
  private func refusalToLaunch(
    _ app: AppID, _ launch: Launch, _ placement: Placement, at now: Instant
  ) -> Refusal? {
    guard let entry = apps[app], !entry.isRemoved else { return .unknownApp(app) }
    if isShuttingDown { return .shuttingDown }
    if launch.waitsForDebugger, let process = entry.process, !process.isEnding {
      return .runsAlready(app, pid: process.pid)
    }
    if let limit = entry.limitPassed(byOpening: launch.options) { return .overLimit(app, limit) }
    switch placement {
    case .background:
      if entry.description.exitsOnSuspend || !policy.multitasking { return .noBackground(app) }
      return refusalToStart(app, at: now)
    case .foreground:
      return refusalToShow(app, at: now)
    }
  }

  mutating func activate(_ app: AppID, _ request: Request, _ turn: inout Turn) {
    guard let entry = apps[app] else { return refuse(request, .unknownApp(app), &turn) }
    guard let process = entry.process, !process.isEnding else { return refuse(request, .notRunning(app), &turn) }
    guard !device.isLocked else { return refuse(request, .locked(app), &turn) }
    accept(request, waitFor: [app], until: .settled, &turn)
    stopProcessing(&turn)
    device.panels = []
    apps[app]?.estate.isForceQuit = false
    advance(bringForward(place(for: app)), &turn)
    advance(app, &turn)
  }

  /// LA10: a launch is neither lost nor doubled. One that finds the app being torn down waits for the end.
  mutating func start(_ app: AppID, _ launch: Launch, _ turn: inout Turn) {
    guard let entry = apps[app] else { return }
    if let process = entry.process {
      if process.isEnding, entry.relaunch == nil {
        apps[app]?.relaunch = launch
      } else {
        if entry.relaunch != nil { apps[app]?.relaunch?.take(launch) }
        apps[app]?.openings += launch.options.openings
      }
    } else {
      // Before what was asked for while the launch waited for the end of the process before it.
      if entry.description.style == .scene { apps[app]?.openings.insert(contentsOf: launch.options.openings, at: 0) }
      // Here as in all counts of the model: a checkpoint that is damaged may say any number.
      lastSerial = ProcessSerial(number: lastSerial.number &+ 1)
      owners[lastSerial] = app
      for index in apps[app]?.wakes.indices ?? 0..<0 { apps[app]?.wakes[index].process = lastSerial }
      let placement: Placement = device.goal(of: app) == .background ? .background : .foreground
      apps[app]?.process = AppProcess(
        entry.description, serial: lastSerial, launch: launch, placement: placement, device: device, turn: &turn)
    }
  }

  /// A bundle that is gone starts no more. BG7: nor does, in the background, an app that cannot live there, even if it
  /// was wanted in front a moment ago.
  func mayStart(_ app: AppID, at now: Instant) -> Bool {
    guard let entry = apps[app], !entry.isRemoved, refusalToStart(app, at: now) == nil else { return false }
    return device.goal(of: app) != .background || (policy.multitasking && !entry.description.exitsOnSuspend)
  }

  /// BX5: what an app was to be woken for while it was being torn down.
  func wakingLaunch(of app: AppID, at now: Instant) -> Launch? {
    guard let wake = apps[app]?.wakes.first, refusalToLaunchBehind(app, at: now) == nil else { return nil }
    return Launch(wake: wake.wake)
  }
}
