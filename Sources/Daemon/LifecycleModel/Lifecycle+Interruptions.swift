// Home, lock, calls, alerts and panels: what comes between a person and the app in front (IN, BG1).

extension Lifecycle {
  /// BG1; with no app in front it is no error (BG9).
  mutating func home(_ request: Request, _ turn: inout Turn) {
    turn.report(.device(.home))
    device.panels = []
    if device.isLocked {
      accept(request, waitFor: [], until: .settledOrEnded, &turn)
    } else {
      leaveFront(request, &turn)
    }
  }

  mutating func lock(_ request: Request, _ turn: inout Turn) {
    closeKeys(&turn)
    change(request, &turn, .locked) {
      $0.isLocked = true
      $0.panels = []
    }
    tellRunning(&turn)
  }

  /// IN7: the app that was in front comes back.
  mutating func unlock(_ request: Request, _ turn: inout Turn) {
    stopProcessing(&turn)
    openKeys(&turn)
    change(request, &turn, .unlocked) { $0.isLocked = false }
    tellRunning(&turn)
  }

  mutating func call(_ button: CallButton, _ request: Request, _ turn: inout Turn) {
    switch (button, device.call) {
    case (.ring, .none):
      change(request, &turn, .call(button)) { $0.call = .ringing }
    case (.ring, .ringing), (.ring, .underWay), (.accept, .underWay), (.decline, .underWay):
      refuse(request, .callUnderWay(button), &turn)
    case (.accept, .ringing):
      // IN2: the call's own screen comes to the front.
      turn.report(.device(.call(button)))
      device.call = .underWay
      device.panels = []
      leaveFront(request, &turn)
    case (.decline, .ringing), (.end, .ringing), (.end, .underWay):
      change(request, &turn, .call(button)) { $0.call = .none }
    case (.accept, .none), (.decline, .none), (.end, .none):
      refuse(request, .noCall(button), &turn)
    }
  }

  mutating func showAlert(_ request: Request, _ turn: inout Turn) {
    change(request, &turn, .alert(shown: true)) { $0.alerts += 1 }
  }

  mutating func dismissAlert(_ request: Request, _ turn: inout Turn) {
    guard device.alerts > 0 else { return refuse(request, .noAlert, &turn) }
    change(request, &turn, .alert(shown: false)) { $0.alerts -= 1 }
  }

  mutating func open(_ panel: Panel, _ request: Request, _ turn: inout Turn) {
    change(request, &turn, .panel(panel, opened: true)) { $0.panels.insert(panel) }
  }

  mutating func close(_ panel: Panel, _ request: Request, _ turn: inout Turn) {
    guard device.panels.contains(panel) else { return refuse(request, .panelNotOpen(panel), &turn) }
    change(request, &turn, .panel(panel, opened: false)) { $0.panels.remove(panel) }
  }

  /// IN3: a banner changes nothing.
  mutating func banner(_ text: String, _ request: Request, _ turn: inout Turn) {
    turn.report(.device(.banner(text)))
    turn.emit(.answer(request.id, .done))
  }

  /// Something that concerns the apps in front but not which they are.
  private mutating func change(
    _ request: Request, _ turn: inout Turn, _ report: DeviceChange, _ body: (inout Device) -> Void
  ) {
    turn.report(.device(report))
    body(&device)
    let front = device.front
    accept(request, waitFor: front, until: .settledOrEnded, &turn)
    advance(front, &turn)
  }

  private mutating func leaveFront(_ request: Request, _ turn: inout Turn) {
    let front = device.front
    device.places = []
    accept(request, waitFor: front, until: .settledOrEnded, &turn)
    advance(front, &turn)
  }

  // MARK: Facts

  /// NQ: every running app is told at once, a suspended one when it runs again. `settings` concerns one app alone.
  mutating func learn(_ change: FactChange, _ request: Request, _ turn: inout Turn) {
    if case .setting(let app, _, _) = change, apps[app] == nil { return refuse(request, .unknownApp(app), &turn) }
    turn.report(.device(.fact(change)))
    set(change)
    if change.isKept { turn.emit(.store(.keepFact(change))) }
    accept(request, waitFor: running, until: .settledOrEnded, &turn)
    tellRunning(&turn)
  }

  /// What somebody has set counts for more than what the machine finds, whenever it does.
  mutating func set(_ change: FactChange) {
    device.facts.apply(change)
    switch change {
    case .locale: device.hasOwnLocale = true
    case .time(.zone): device.hasOwnZone = true
    case .orientation, .time(.jump), .battery, .proximity, .accessory, .display, .displayMode, .setting, .account,
      .protectedFiles, .network:
      break
    }
  }

  /// Told like what somebody says, but not kept: the machine finds it again.
  mutating func find(_ change: FactChange, _ turn: inout Turn) {
    switch change {
    case .locale where device.hasOwnLocale, .time(.zone) where device.hasOwnZone: return
    case .orientation, .time, .battery, .proximity, .accessory, .display, .displayMode, .setting, .locale, .account,
      .protectedFiles, .network:
      break
    }
    turn.report(.device(.fact(change)))
    device.facts.apply(change)
    tellRunning(&turn)
  }

  /// NQ4: those that run learn of it now.
  mutating func tellRunning(_ turn: inout Turn) { advance(running, &turn) }

  private var running: [AppID] {
    owners.values.filter { apps[$0]?.process?.phase != .resting(.suspended) }.sorted()
  }
}
