// Ending apps, and what follows from every end of every process (TE).

extension Lifecycle {
  mutating func end(_ app: AppID, _ order: EndOrder, _ request: Request, _ turn: inout Turn) {
    guard let entry = apps[app] else { return refuse(request, .unknownApp(app), &turn) }
    guard entry.process != nil else { return refuse(request, .notRunning(app), &turn) }
    accept(request, waitFor: [app], until: .ended, &turn)
    apps[app]?.giveUpLaunch()
    if order == .forceQuit {
      apps[app]?.estate.isForceQuit = true
      cancelTransfers(of: app, &turn)
      apps[app]?.giveUpScenes(&turn)
    }
    give(order, to: app, &turn)
  }

  mutating func give(_ order: EndOrder, to app: AppID, _ turn: inout Turn) {
    takeOffScreen(&turn) { $0.app == app }
    // PR2: its alerts are not over the process that may come next.
    for index in device.prompts.indices where device.prompts[index].app == app { device.prompts[index].isShown = false }
    if apps[app]?.process?.order == nil {
      apps[app]?.process?.obey(order, &turn)
    } else {
      apps[app]?.process?.hurry(on: order)
    }
    advance(app, &turn)
  }

  mutating func shutdown(_ turn: inout Turn) {
    guard !isShuttingDown else { return }
    isShuttingDown = true
    for app in owners.values.sorted() {
      apps[app]?.giveUpLaunch()
      give(.shutdown, to: app, &turn)
    }
    if owners.isEmpty { turn.emit(.shutdownComplete) }
  }

  mutating func spawnFailed(_ serial: ProcessSerial, _ why: String, _ turn: inout Turn) {
    guard let app = owners[serial], let process = apps[app]?.process else { return }
    gone(process, process.record(failedToStart: why, at: turn.now), &turn)
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
    // PR2: allowed once, it was for this process.
    for service in process.allowedOnce.sorted() where !reaches(service, app) {
      giveUpWakes(of: service, for: app, &turn)
    }
    let isUncovered = dropPrompts(of: process.serial)
    turn.report(.state(app, from: process.state, to: .notRunning))
    var record = record
    record.earlyDeaths = countDeath(record, at: turn.now)
    turn.emit(.store(.record(record)))
    reportLoop(of: app, &turn)
    for request in process.conversation.waiting {
      turn.emit(.answer(request, .refused(.ended(app, record.reason))))
    }

    loseWakes(of: app, record.reason, &turn) { $0.process == process.serial }
    if apps[app]?.isToBeErased == true {
      loseWakes(of: app, record.reason, &turn) { _ in true }
      forgetLife(of: app, &turn)
    }
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
    if isUncovered { advance(device.front, &turn) }
    if apps[app]?.isRemoved == true, apps[app]?.process == nil { forget(app, &turn) }
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
}
