// The steps of a scene-based app: each scene goes its own way, one callback at a time (LS2, SC).

extension AppProcess {
  /// Takes the next step of one of its scenes, as far as nothing is in flight. First those that leave the screen, then
  /// those that come to it: a step of the first kind may free the slot that the second kind needs (ST5).
  mutating func advanceScenes(on stage: Stage, of entry: inout App, _ turn: inout Turn) {
    guard case .resting(let rest) = phase else { return }
    if let order {
      leaveScenes(rest, on: order, of: &entry, &turn)
      return
    }
    let wanted = stage.device.isLocked ? [] : stage.device.places.filter { $0.app == app }.compactMap(\.session)
    if rest == .suspended {
      guard hasToRun(wanted, entry, within: turn.policy.event) else { return }
      thaw(&turn)
    }
    if tellChanges(at: restOfScenes, of: stage.device, &turn) { return }
    takeWakes(&entry.wakes, at: restOfScenes, of: stage.device, &turn)
    // IN7: an app leaves the screen before it gives anything up.
    if leaveScreen(wanted, on: stage, &turn) { return }
    if let scene = scenes.first(where: { entry.closing[$0.session]?.isOfOthers == true }) {
      return call(scene.session, .disconnect, &turn)
    }
    // SC3: at a launch before the first scene is connected. Else nobody who comes to the screen waits for it.
    if scenes.isEmpty, hasTimeForErrands(of: turn.policy.event), giveUp(of: &entry, &turn) { return }
    if comeToScreen(wanted, on: stage, of: &entry, &turn) { return }
    if told.takeNotifications() {
      return call(.aside(.settled, at: restOfScenes), &turn)
    }
    // ST7: one that waits for a slot is still waited for.
    if hasToGiveUp(of: entry), mayRunErrand(atRest: scenesAreSettled(on: stage.device), &turn) {
      if giveUp(of: &entry, &turn) { return }
    }
    guard restOfScenes == .background else {
      guard wakefulness.errands != .zero || deadlines.has(.comeForward) else { return }
      if scenesAreSettled(on: stage.device) {
        renewErrands()
        // FG2: under an alert no A ends it, and another scene that comes later has its own time.
        deadlines.stop(.comeForward, &turn)
      }
      return
    }
    // The user has left it before any of its scenes was seen: none has to leave the screen.
    if exitsOnSuspend, wanted.isEmpty {
      obey(.exitsOnSuspend, &turn)
      call(.terminate(from: state), &turn)
    } else {
      stayInBackground(&turn)
    }
  }

  /// Whether one that is suspended has something to do. Its own errands wait when they have had their time (BG10).
  private func hasToRun(_ wanted: [SessionID], _ entry: App, within limit: Duration) -> Bool {
    if !wanted.isEmpty || !entry.wakes.isEmpty { return true }
    if scenes.contains(where: { entry.closing[$0.session]?.isOfOthers == true }) { return true }
    guard hasTimeForErrands(of: limit) else { return false }
    return !conversation.deferred.isEmpty || hasToGiveUp(of: entry)
      || scenes.contains { $0.pictureIsStale && mayTakePicture }
  }

  private func hasToGiveUp(of entry: App) -> Bool {
    !entry.estate.sessions.discarded.isEmpty || scenes.contains { entry.closing[$0.session] != nil }
  }

  /// SC4, SC3: DC of the scenes that the app does not want any more, then DD of all sessions that are gone.
  private mutating func giveUp(of entry: inout App, _ turn: inout Turn) -> Bool {
    if let scene = scenes.first(where: { entry.closing[$0.session] != nil }) {
      call(scene.session, .disconnect, &turn)
      return true
    }
    if entry.estate.sessions.discarded.isEmpty { return false }
    call(.aside(.discardSessions(entry.estate.sessions.discarded), at: restOfScenes), &turn)
    return true
  }

  /// R for every scene that is no longer to be active, then B for those that are no longer to be seen.
  private mutating func leaveScreen(_ wanted: [SessionID], on stage: Stage, _ turn: inout Turn) -> Bool {
    let resigning = scenes.filter { $0.state == .foregroundActive && stage.goal(of: $0, in: app) != .active }
    if let scene = resigning.first {
      let leaves = stage.goal(of: scene, in: app) == .background && !(exitsOnSuspend && wanted.isEmpty)
      call(scene.session, .willResignActive, isFollowed: leaves || resigning.count > 1, &turn)
      return true
    }
    let leaving = scenes.filter { $0.state == .foregroundInactive && stage.goal(of: $0, in: app) == .background }
    if let scene = leaving.first {
      if exitsOnSuspend, wanted.isEmpty {
        obey(.exitsOnSuspend, &turn)
        call(.terminate(from: state), &turn)
      } else {
        call(scene.session, .didEnterBackground, isFollowed: leaving.count > 1, &turn)
      }
      return true
    }
    // A scene that was connected and never shown has nothing to be told. Its next way to the screen has its whole time.
    for scene in scenes where scene.state == .unattached && !wanted.contains(scene.session) {
      deadlines.stop(.comeForward, &turn)
      moveScene(scene.session, to: .background)
    }
    return false
  }

  /// WC, F, what there is to open, A.
  private mutating func comeToScreen(
    _ wanted: [SessionID], on stage: Stage, of entry: inout App, _ turn: inout Turn
  ) -> Bool {
    for session in wanted where !scenes.contains(where: { $0.session == session }) {
      guard let kept = entry.estate.sessions[session] else { continue }
      var options = LaunchOptions()
      if session == wanted.first {
        while let opening = entry.openings.first, options.take(opening) { entry.openings.removeFirst() }
      }
      endBackgroundBudget(&turn)
      connectScene(session)
      call(session, .connect(kept, options), &turn)
      return true
    }
    let coming = scenes.filter { scene in
      (scene.state == .background || scene.state == .unattached) && wanted.contains(scene.session)
    }
    if let scene = coming.first {
      endBackgroundBudget(&turn)
      let activates =
        stage.goal(of: scene, in: app) == .active
        && stage.maySlot(Place(app: app, session: scene.session))
      call(scene.session, .willEnterForeground, isFollowed: activates || coming.count > 1, &turn)
      return true
    }
    let waiting = scenes.filter { scene in
      scene.state == .foregroundInactive && stage.goal(of: scene, in: app) == .active
        && stage.maySlot(Place(app: app, session: scene.session))
    }
    // BG10: one that never comes to an end with what it opens in itself becomes active all the same.
    let hasTime = hasTimeForErrands(of: turn.policy.event)
    if let session = wanted.first, !entry.openings.isEmpty, hasTime || waiting.isEmpty {
      if !hasTime, scenesAreSettled(on: stage.device) { turn.comeToRest(app) }
      call(session, .open(entry.openings.removeFirst()), isFollowed: !waiting.isEmpty, &turn)
      return true
    }
    if let scene = waiting.first {
      call(scene.session, .didBecomeActive, &turn)
      return true
    }
    return false
  }

  /// TE1, and for a force-quit TE2: R, DC, DD, T while it is on screen; T behind it, after DD where no scene is
  /// connected, or when others wait for its end; nothing when suspended. A scene that the user swiped away is discarded;
  /// an app that cannot be told now is told at its next launch (SC3).
  private mutating func leaveScenes(_ rest: Rest, on order: EndOrder, of entry: inout App, _ turn: inout Turn) {
    guard order == .forceQuit, !isHurried else { return leave(rest, on: order, &turn) }
    if let scene = scenes.first(where: { $0.state == .foregroundActive }) {
      call(scene.session, .willResignActive, &turn)
    } else if let scene = scenes.first(where: { $0.state == .foregroundInactive })
      ?? (deadlines.has(.terminate) ? scenes.first : nil)
    {
      // Those that are seen have had no B to save in, and go first; the others follow in what is left of the time.
      call(scene.session, .disconnect, &turn)
    } else if scenes.isEmpty, !entry.estate.sessions.discarded.isEmpty, rest != .suspended {
      call(.aside(.discardSessions(entry.estate.sessions.discarded), at: .background), &turn)
    } else {
      for scene in scenes { entry.discard(scene.session, &turn) }
      disconnectScenes()
      leave(rest, on: order, &turn)
    }
  }

  private mutating func call(
    _ session: SessionID, _ event: SceneEvent, isFollowed: Bool = false, _ turn: inout Turn
  ) {
    told.owesNotifications = isFollowed
    // ST6: a callback that announces a state already shows it, also if its app dies in it.
    switch event {
    case .didBecomeActive: moveScene(session, to: .foregroundActive)
    case .didEnterBackground: moveScene(session, to: .background)
    case .connect, .willEnterForeground, .willResignActive, .disconnect, .open, .snapshot: break
    }
    call(.scene(session, event, state: state(during: event, of: session), isFollowed: isFollowed), &turn)
  }

  /// ST6: what `applicationState` says in a scene's callback.
  private func state(during event: SceneEvent, of session: SessionID) -> AppState {
    let states = scenes.map { scene in
      if scene.session != session { return scene.state }
      switch event {
      case .willResignActive, .didBecomeActive: return SceneState.foregroundActive
      case .didEnterBackground, .willEnterForeground: return .background
      case .connect, .disconnect: return .unattached
      case .open, .snapshot: return scene.state
      }
    }
    return AppState(scenes: states, isFrozen: false)
  }

  /// ST3.
  var restOfScenes: Rest {
    switch AppState(scenes: scenes.map(\.state), isFrozen: false) {
    case .active: .active
    case .inactive: .inactive
    case .background, .suspended, .notRunning: .background
    }
  }

  mutating func land(_ event: SceneEvent, of session: SessionID, _ answer: Acknowledgement, _ turn: inout Turn) {
    switch event {
    case .connect:
      // FG2 gives F and A one limit together; connecting is part of it, waiting for a slot is not.
      deadlines.pause(.comeForward, &turn)
    case .willEnterForeground:
      deadlines.pause(.comeForward, &turn)
      moveScene(session, to: .foregroundInactive)
    case .didBecomeActive:
      deadlines.stop(.comeForward, &turn)
    case .willResignActive:
      deadlines.stop(.resign, &turn)
      moveScene(session, to: .foregroundInactive)
    case .didEnterBackground:
      deadlines.stop(.enterBackground, &turn)
      renewErrands()
      outdateScene(session)
    case .disconnect:
      deadlines.stop(.event, &turn)
      deadlines.pause(.terminate, &turn)
      disconnectScene(session)
    case .open:
      deadlines.stop(.event, &turn)
    case .snapshot:
      deadlines.stop(.snapshot, &turn)
      takeIn(answer, of: session, &turn)
    }
    move(to: .resting(restOfScenes), &turn)
  }

  /// Whether every scene is where the device wants it.
  func scenesAreSettled(on device: Device) -> Bool {
    let wanted = device.isLocked ? [] : device.places.filter { $0.app == app }.compactMap(\.session)
    let arrived = wanted.allSatisfy { session in scenes.contains { $0.session == session } }
    return arrived
      && scenes.allSatisfy { scene in
        switch (scene.state, device.goal(of: Place(app: app, session: scene.session))) {
        case (.foregroundActive, .active), (.foregroundInactive, .inactive), (.background, .background): true
        case (.foregroundActive, _), (.foregroundInactive, _), (.background, _), (.unattached, _): false
        }
      }
  }
}

extension Stage {
  fileprivate func goal(of scene: Scene, in app: AppID) -> Goal {
    device.goal(of: Place(app: app, session: scene.session))
  }
}
