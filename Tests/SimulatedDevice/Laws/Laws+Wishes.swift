// The laws of wishes: each is answered once and truly, and none is lost or doubled.

import LifecycleModel

extension Laws {
  /// Books what a person asked for, if it was not refused at once.
  mutating func wish(_ input: Input, _ effects: [Effect], _ lifecycle: Lifecycle) {
    let refused = effects.contains { if case .answer(input.request?.id, .refused) = $0 { true } else { false } }
    if refused { return }
    switch input {
    case .wish(let wish, _): hear(wish)
    case .recalled(.fact(let change)): facts.hear(change)
    // NQ6: unless somebody has set it.
    case .found(let change): if effects.contains(.report(.device(.fact(change)))) { facts.hear(change) }
    // An app that runs was opened since.
    case .recalled(.forceQuit(let app)): if living(app) == nil { forceQuit.insert(app) }
    case .recalled(.sessions(let app, let sessions)): discarded[app] = Set(sessions.discarded)
    case .recalled(.tasks(let app, let tasks)):
      scheduled[app] = Dictionary(uniqueKeysWithValues: tasks.map { ($0.identifier, $0) })
    case .shutdown:
      isShuttingDown = true
      invited = []
      relaunches = [:]
      for place in tracks.indices { tracks[place].isEnding = true }
    case .restored: isShuttingDown = false
    case .removed(let app): removed.insert(app)
    case .installed(let description):
      removed.remove(description.id)
      descriptions[description.id] = description
    case .policyChanged, .recalled, .passcodeChanged, .calendar, .kernel, .app, .memory, .transfer, .due: break
    }
  }

  private mutating func hear(_ wish: Wish) {
    switch wish {
    case .launch(let app, let launch, let placement):
      wanted(app, placement)
      for opening in launch.options.parts { opens(opening, app) }
    case .openURL(let url, _):
      guard let app = AppID(openedBy: url) else { return self.break("LA6 nobody declares the scheme of \(url)") }
      wanted(app, .foreground)
      opens(url, app)
    case .newScene(let app, _), .activateScene(let app, _): wanted(app, .foreground)
    case .closeScene(let app, _): renewErrands(of: app)
    case .discardScene(let app, let session):
      renewErrands(of: app)
      doomed.insert(Place(app: app, session: session))
    case .wake(let app, let wake): owes(wake, app)
    case .runTask(let app, let identifier): runs(identifier, app)
    case .expireTask(let app, let identifier): ends(identifier, app)
    case .fact(let change): facts.hear(change)
    case .activate(let app):
      require(!isEnding(app), "what is being torn down cannot be activated")
      invited.insert(app)
      forceQuit.remove(app)
      userReturned()
    case .home: if !isLocked { invited = [] }
    case .call(.accept): invited = []
    case .lock: isLocked = true
    case .unlock:
      isLocked = false
      userReturned()
    case .quit(let app):
      forceQuit.insert(app)
      end(app, isForceQuit: true)
    case .terminate(let app), .erase(let app): end(app, isForceQuit: false)
    case .setPermission(let app, let service, let permission):
      if service == .location, let place = living(app) { tracks[place].isAllowedOnce = false }
      // PR4: what has not reached it does not any more.
      guard permission != .granted, permission != nil || policy.privacy != .grant else { return }
      owed[app]?.removeAll { $0.wake.takes(service) }
    case .answerPrompt(.allowOnce, _, _):
      if let app = deviceBefore.prompt?.app, let place = living(app) { tracks[place].isAllowedOnce = true }
    case .userInput, .notify, .openNotification, .dismissNotification, .call, .showAlert, .dismissAlert,
      .answerPrompt, .openPanel, .closePanel, .banner, .memory:
      break
    }
  }

  private mutating func renewErrands(of app: AppID) {
    if let place = living(app) { tracks[place].renewErrands() }
  }

  private mutating func end(_ app: AppID, isForceQuit: Bool) {
    invited.remove(app)
    relaunches[app] = nil
    guard let place = living(app) else { return }
    if isForceQuit, !tracks[place].isEnding { tracks[place].isForceQuit = true }
    tracks[place].isEnding = true
  }

  /// Somebody wants an app, in front or behind.
  mutating func wanted(_ app: AppID, _ placement: Placement, byUser: Bool = true) {
    require(!removed.contains(app), "an app whose bundle is gone is not launched")
    if placement == .foreground {
      invited.insert(app)
      // BX5: where another app wants it, the user has opened it when it is active.
      if byUser { forceQuit.remove(app) }
      userReturned()
    }
    if isEnding(app) {
      let isForeground = placement == .foreground || relaunches[app] == .foreground
      relaunches[app] = isForeground ? .foreground : .background
    }
  }

  /// LA10: a launch that found its app being torn down starts it anew; nothing else does.
  mutating func relaunched(_ app: AppID, _ effects: [Effect], _ lifecycle: Lifecycle) {
    let launches = effects.compactMap { if case .spawn(_, app, let launch) = $0 { launch } else { nil } }
    let isStarted = !launches.isEmpty
    let isAsked = launches.contains { $0.options.wake == nil }
    let wanted = removed.contains(app) ? nil : relaunches[app]
    relaunches[app] = nil
    if wanted != .foreground { invited.remove(app) }
    let isShown = lifecycle.device.front.contains(app) && !lifecycle.device.isLocked
    let mayStart = isShown || policy.multitasking && lifecycle.apps[app]?.description.exitsOnSuspend == false
    if wanted == nil { require(!isAsked, "\(app) is started only when asked to") }
    if wanted != nil, mayStart { require(isAsked, "LA10 a launch of \(app) while it was torn down is not lost") }
    let mayWake = !removed.contains(app) && !forceQuit.contains(app) && !isShuttingDown
    if !owed[app, default: []].isEmpty, mayWake, mayStart {
      require(isStarted, "BX5 what woke \(app) while it was torn down is not lost")
    }
    if !isStarted {
      invited.remove(app)
      owed[app] = []
    }
  }

  mutating func answered(_ request: RequestID, _ outcome: Outcome, _ recorded: ExitRecord?) {
    let place = Int(request.number) - 1
    guard asked.indices.contains(place) else { return self.break("only what was asked is answered") }
    asked[place].answers += 1
    let input = asked[place].input
    require(asked[place].answers == 1, "every request is answered once: \(input)")
    guard asked[place].wait, outcome == .done else { return }
    guard case .wish(let wish, _) = input else { return }
    switch wish {
    case .launch(let app, _, _), .activate(let app), .newScene(let app, _), .activateScene(let app, _):
      require(states[app] ?? .notRunning != .notRunning, "a launch is done when its app runs: \(app)")
    case .quit(let app), .terminate(let app):
      require(recorded?.app == app, "TE1 an app's end is answered when it has ended: \(app)")
    case .wake(let app, let wake):
      require(finished == wake, "BX3 a wake is done when its completion handler is called: \(wake) of \(app)")
    default: break
    }
  }

  func living(_ app: AppID) -> Int? { tracks.lastIndex { $0.app == app && !$0.isDead } }

  private func isEnding(_ app: AppID) -> Bool { living(app).map { tracks[$0].isEnding } ?? false }

  /// Checks the rules that hold when everybody has behaved and nothing is pending any more.
  mutating func checkQuiet(_ lifecycle: Lifecycle, _ processes: [SimulatedProcess]) {
    for (place, ask) in asked.enumerated() {
      if ask.answers == 0, isTakingItsTime(ask.input) { continue }
      require(ask.answers == 1, "no request is left without an answer: number \(place + 1), \(ask.input)")
    }
    let device = lifecycle.device
    for (id, app) in lifecycle.apps {
      checkState(of: id, lifecycle)
      guard let place = living(id) else {
        require(app.state == .notRunning, "an app without a process is not running: \(id)")
        continue
      }
      let isFront = device.front.contains(id) && !device.isLocked
      let goal: AppState = isFront ? (device.isCovered ? .inactive : .active) : .suspended
      let isHeldUp =
        goal == .suspended && app.state == .background
        && (tracks[place].isStoppedFromOutside || !tracks[place].activities.isEmpty)
      require(
        app.state == goal || isHeldUp, "in the end every app is where it shall be: \(id) is \(app.state), not \(goal)")
      require(!tracks[place].isEnding, "in the end what was told to end has ended: \(id)")
      require((processes[place].freeze == .done) == (app.state == .suspended), "BG4 suspended is frozen: \(id)")
      checkScenes(of: id, tracks[place], device)
    }
    for app in lifecycle.device.front {
      require(lifecycle.apps[app]?.process != nil, "in front is only what runs: \(app)")
    }
    for place in doomed {
      guard let session = place.session, let app = lifecycle.apps[place.app] else { continue }
      if givenUp.contains(place), let owner = living(place.app), tracks[owner].isOutOfErrands(policy) { continue }
      require(app.estate.sessions[session] == nil, "SC1 a discarded session is gone: \(session) of \(place.app)")
    }
    checkOpenings(device)
    checkQuietPrompts(lifecycle)
    checkTasks()
    for (app, wakes) in owed {
      require(wakes.isEmpty, "BX5 in the end every wake was told, or lost with its process: \(app)")
    }
  }
}
