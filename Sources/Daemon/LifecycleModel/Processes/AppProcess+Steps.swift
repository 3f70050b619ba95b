// The steps of an app-based app, from where it is to where the device wants it, one callback at a time (LS1).

extension AppProcess {
  /// Takes the next step of an app-based app, as far as nothing is in flight.
  mutating func advance(
    on stage: Stage, opening openings: inout [Opening], waking wakes: inout [PendingWake], _ turn: inout Turn
  ) {
    guard case .resting(let rest) = phase else { return }
    if let order {
      leave(rest, on: order, &turn)
      return
    }
    let place = Place(app: app)
    let goal = stage.device.goal(of: place)
    if tellChanges(at: rest, of: stage.device, &turn) { return }
    takeWakes(&wakes, at: rest, of: stage.device, &turn)
    switch (rest, goal) {
    case (.active, .active), (.inactive, .inactive):
      if openings.isEmpty { renewErrands() } else if mayRunErrand(&turn) { open(at: rest, &openings, &turn) }
    case (.active, .inactive), (.active, .background):
      call(.resign, &turn)
    case (.inactive, .active):
      // BG10: one that never comes to an end with what it opens in itself becomes active all the same.
      if hasTimeForErrands(of: turn.policy.event), open(at: rest, &openings, &turn) { return }
      if stage.maySlot(place) { call(.activate, &turn) }
    case (.inactive, .background):
      if exitsOnSuspend {
        obey(.exitsOnSuspend, &turn)
        call(.terminate(from: .inactive), &turn)
      } else {
        call(.enterBackground, &turn)
      }
    case (.launchedInBackground, .background):
      call(.enterBackground, &turn)
    case (.launchedInBackground, .active), (.launchedInBackground, .inactive),
      (.background, .active), (.background, .inactive):
      endBackgroundBudget(&turn)
      call(.enterForeground, &turn)
    case (.background, .background):
      stayInBackground(&turn)
    case (.suspended, .background):
      if (!conversation.deferred.isEmpty && hasTimeForErrands(of: turn.policy.event)) || !wakes.isEmpty {
        thaw(&turn)
        advance(on: stage, opening: &openings, waking: &wakes, &turn)
      }
    case (.suspended, .active), (.suspended, .inactive):
      thaw(&turn)
      advance(on: stage, opening: &openings, waking: &wakes, &turn)
    }
  }

  /// LA6: things to open come when the app is on screen, before didBecomeActive.
  @discardableResult
  private mutating func open(at rest: Rest, _ openings: inout [Opening], _ turn: inout Turn) -> Bool {
    guard !openings.isEmpty else { return false }
    call(.aside(.open(openings.removeFirst()), at: rest), &turn)
    return true
  }

  /// NQ3, NQ4: a running app learns of changes at once, one that slept before anything else. The status bar matters to
  /// what is on screen (IN6). Returns whether there was something to tell.
  mutating func tellChanges(at rest: Rest, of device: Device, _ turn: inout Turn) -> Bool {
    guard rest != .suspended else { return false }
    // IN7: R, B, and then that protected data goes.
    let leavesScreen = leavesScreen(rest, of: device)
    if !leavesScreen, let notice = told.learn(from: device, for: app) {
      call(.aside(.notice(notice), at: rest), &turn)
      return true
    }
    if !leavesScreen, told.takeMemoryWarning(), mayHearWarning(turn.policy.event) {
      call(.aside(.memoryWarning, at: rest), &turn)
      return true
    }
    switch rest {
    case .active, .inactive:
      // An app that is on the way out learns of it on return: IN2 knows nothing between R and B.
      guard !leavesScreen, told.learnStatusBar(of: device) else { return false }
      call(.aside(.statusBar(isTall: told.tallStatusBar), at: rest), &turn)
      return true
    case .launchedInBackground, .background, .suspended:
      return false
    }
  }

  /// Whether R or B is still to come.
  func leavesScreen(_ rest: Rest, of device: Device) -> Bool {
    switch rest {
    case .active, .inactive: device.goal(of: app) == .background
    case .launchedInBackground, .background, .suspended: false
    }
  }

  /// The way out: TE1, and for a force-quit that nobody hurries TE2 (active: R, B, T).
  mutating func leave(_ rest: Rest, on order: EndOrder, _ turn: inout Turn) {
    switch (rest, order) {
    case (.suspended, _):
      kill(order.silently, &turn)
    case (.active, .forceQuit) where !isHurried:
      call(.resign, &turn)
    case (.inactive, .forceQuit) where !exitsOnSuspend && !isHurried:
      call(.enterBackground, &turn)
    case (.active, _), (.inactive, _), (.launchedInBackground, _), (.background, _):
      call(.terminate(from: rest.state), &turn)
    }
  }
}
