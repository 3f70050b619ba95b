// Installing, launching and ending apps (LA, TE).

extension Lifecycle {
  mutating func install(_ description: AppDescription, _ turn: inout Turn) {
    turn.reviewsTasks = true
    if apps[description.id] == nil {
      apps[description.id] = App(description)
      takeEstate(of: description.id, &turn)
    } else {
      apps[description.id]?.description = description
      // It may be another program now.
      apps[description.id]?.estate.deaths = EarlyDeaths()
      apps[description.id]?.isRemoved = false
    }
  }

  mutating func remove(_ app: AppID) {
    guard let entry = apps[app] else { return }
    if entry.process == nil { forget(app) } else { apps[app]?.isRemoved = true }
  }

  private mutating func forget(_ app: AppID) {
    if let entry = apps.removeValue(forKey: app) { leaveEstate(of: entry) }
  }

  // MARK: Launching

  mutating func launch(
    _ app: AppID, _ launch: Launch, _ placement: Placement, _ request: Request, _ turn: inout Turn
  ) {
    guard let entry = apps[app], !entry.isRemoved else { return refuse(request, .unknownApp(app), &turn) }
    guard !isShuttingDown else { return refuse(request, .shuttingDown, &turn) }
    switch placement {
    case .background:
      if entry.description.exitsOnSuspend || !policy.multitasking {
        return refuse(request, .noBackground(app), &turn)
      }
      if let refusal = refusalToStart(app, at: turn.now) { return refuse(request, refusal, &turn) }
      // TE5: what dies in front leaves the screen; to start it again behind the screen does not bring it back.
      if entry.process?.isEnding == true, entry.relaunch == nil { device.places.removeAll { $0.app == app } }
      accept(request, waitFor: [app], until: .settled, &turn)
      start(app, launch, &turn)
      advance(app, &turn)
    case .foreground:
      if let refusal = refusalToShow(app, at: turn.now) { return refuse(request, refusal, &turn) }
      show(place(for: app), launch, request, &turn)
    }
  }

  mutating func activate(_ app: AppID, _ request: Request, _ turn: inout Turn) {
    guard let entry = apps[app] else { return refuse(request, .unknownApp(app), &turn) }
    guard let process = entry.process, !process.isEnding else { return refuse(request, .notRunning(app), &turn) }
    guard !device.isLocked else { return refuse(request, .locked(app), &turn) }
    accept(request, waitFor: [app], until: .settled, &turn)
    stopProcessing(&turn)
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
        apps[app]?.openings += launch.options.openings
      }
    } else {
      // Before what was asked for while the launch waited for the end of the process before it.
      if entry.description.style == .scene { apps[app]?.openings.insert(contentsOf: launch.options.openings, at: 0) }
      lastSerial = ProcessSerial(number: lastSerial.number + 1)
      owners[lastSerial] = app
      for index in apps[app]?.wakes.indices ?? 0..<0 { apps[app]?.wakes[index].process = lastSerial }
      let placement: Placement = device.goal(of: app) == .background ? .background : .foreground
      apps[app]?.process = AppProcess(
        entry.description, serial: lastSerial, launch: launch, placement: placement, device: device, turn: &turn)
    }
  }

  /// A bundle that is gone starts no more. BG7: nor does, in the background, what cannot live there, even if it was
  /// wanted in front a moment ago.
  private func mayStart(_ app: AppID, at now: Instant) -> Bool {
    guard let entry = apps[app], !entry.isRemoved, refusalToStart(app, at: now) == nil else { return false }
    return device.goal(of: app) != .background || (policy.multitasking && !entry.description.exitsOnSuspend)
  }

  /// BX5: what an app was to be woken for while it was being torn down.
  private func wakingLaunch(of app: AppID, at now: Instant) -> Launch? {
    guard let wake = apps[app]?.wakes.first, refusalToLaunchBehind(app, at: now) == nil else { return nil }
    return Launch(wake: wake.wake)
  }

  mutating func spawnFailed(_ serial: ProcessSerial, _ why: String, _ turn: inout Turn) {
    guard let app = owners[serial], let process = apps[app]?.process else { return }
    gone(process, process.record(failedToStart: why, at: turn.now), &turn)
  }

  // MARK: Ending

  mutating func end(_ app: AppID, _ order: EndOrder, _ request: Request, _ turn: inout Turn) {
    guard let entry = apps[app] else { return refuse(request, .unknownApp(app), &turn) }
    guard entry.process != nil else { return refuse(request, .notRunning(app), &turn) }
    accept(request, waitFor: [app], until: .ended, &turn)
    apps[app]?.relaunch = nil
    if order == .forceQuit { apps[app]?.estate.isForceQuit = true }
    give(order, to: app, &turn)
  }

  mutating func give(_ order: EndOrder, to app: AppID, _ turn: inout Turn) {
    device.places.removeAll { $0.app == app }
    if apps[app]?.process?.order == nil {
      apps[app]?.process?.order = order
      if order == .forceQuit { apps[app]?.giveUpScenes() }
    }
    advance(app, &turn)
  }

  /// ST5: of apps in front that have lost their slot, those used longest ago go behind the screen.
  mutating func adopt(_ new: Policy, _ turn: inout Turn) {
    let hasPasscode = policy.hasPasscode
    policy = new
    // Somebody has set it; no configuration says so.
    policy.hasPasscode = hasPasscode
    turn = Turn(now: turn.now, policy: policy)
    let before = device.front
    device.places = Array(device.places.prefix(policy.foregroundSlots))
    advance(before, &turn)
  }

  mutating func shutdown(_ turn: inout Turn) {
    guard !isShuttingDown else { return }
    isShuttingDown = true
    for app in owners.values.sorted() {
      apps[app]?.relaunch = nil
      give(.shutdown, to: app, &turn)
    }
    if owners.isEmpty { turn.emit(.shutdownComplete) }
  }

  mutating func exited(_ serial: ProcessSerial, _ status: ExitStatus, _ usage: Usage, _ turn: inout Turn) {
    guard let app = owners[serial], let process = apps[app]?.process, process.serial == serial else { return }
    gone(process, process.record(status, usage, at: turn.now), &turn)
  }

  /// Every end of every process comes through here, once: its record, its timers, its slot, its waiters, its successor.
  private mutating func gone(_ process: AppProcess, _ record: ExitRecord, _ turn: inout Turn) {
    let app = process.app
    process.deadlines.silence(&turn)
    memoryIsFree(of: process.serial)
    owners[process.serial] = nil
    apps[app]?.showUnanswered(&turn)
    turn.reviewsTasks = true
    apps[app]?.process = nil
    apps[app]?.processEnded(&turn)
    turn.report(.state(app, from: process.state, to: .notRunning))
    var record = record
    record.earlyDeaths = countDeath(record, at: turn.now)
    turn.emit(.store(.record(record)))
    reportLoop(of: app, &turn)
    for request in process.conversation.waiting {
      turn.emit(.answer(request, .refused(.ended(app, record.reason))))
    }

    loseWakes(of: app, record.reason, &turn) { $0.process == process.serial }
    // TE5: an app that dies in front leaves the home screen.
    if apps[app]?.relaunch == nil { device.places.removeAll { $0.app == app } }
    let relaunch = apps[app]?.relaunch ?? wakingLaunch(of: app, at: turn.now)
    apps[app]?.relaunch = nil
    if let relaunch, mayStart(app, at: turn.now) {
      resolveEnded(app, &turn)
      start(app, relaunch, &turn)
    } else {
      loseWakes(of: app, record.reason, &turn) { _ in true }
      device.places.removeAll { $0.app == app }
      resolve(app, ended: record.reason, &turn)
    }
    advance(app, &turn)
    if apps[app]?.isRemoved == true, apps[app]?.process == nil { forget(app) }
    if isShuttingDown, owners.isEmpty { turn.emit(.shutdownComplete) }
  }

  private mutating func loseWakes(
    of app: AppID, _ reason: ExitReason, _ turn: inout Turn, where isLost: (PendingWake) -> Bool
  ) {
    let wakes = apps[app]?.wakes ?? []
    apps[app]?.wakes.removeAll(where: isLost)
    for case let request? in wakes.filter(isLost).map(\.request) {
      turn.emit(.answer(request, .refused(.ended(app, reason))))
    }
  }

  // MARK: Events that somebody waits for

  /// FG4: input reaches only an active app; for any other it is refused and never kept.
  mutating func userInput(_ app: AppID, _ json: String, _ request: Request, _ turn: inout Turn) {
    guard let entry = apps[app] else { return refuse(request, .unknownApp(app), &turn) }
    guard let process = entry.process, process.takesInput else {
      return refuse(request, .notActive(app, entry.state), &turn)
    }
    let backlog = process.conversation.backlog
    guard backlog < policy.unhandledInput else { return refuse(request, .inputBacklog(app, backlog), &turn) }
    switch request.answer {
    case .whenTaken:
      turn.emit(.answer(request.id, .done))
      apps[app]?.process?.sendUnphased(.input(json), &turn)
    case .whenDone:
      apps[app]?.process?.sendUnphased(.input(json), for: request.id, &turn)
    }
  }

  mutating func acknowledged(
    _ serial: ProcessSerial, _ sequence: EventSequence, _ answer: Acknowledgement, _ turn: inout Turn
  ) {
    var waiter: RequestID?
    if let app = owners[serial] { apps[app]?.note(answer, to: sequence, &turn) }
    update(serial, &turn) { waiter = $0.acknowledge(sequence, answer, &$1) }
    if let waiter { turn.emit(.answer(waiter, .done)) }
  }
}

extension AppProcess {
  /// Whether its end is certain, so that a launch has to wait for it.
  var isEnding: Bool {
    if order != nil { return true }
    switch phase {
    case .leaving, .killed: return true
    case .greeting, .launching, .resting, .calling, .freezing: return false
    }
  }
}
