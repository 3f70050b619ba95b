// Changes of the device, and the apps that are told of them (NQ).

extension Lifecycle {
  /// NQ: every running app is told at once, a suspended one when it runs again. `settings` concerns one app alone.
  mutating func learn(_ change: FactChange, _ request: Request, _ turn: inout Turn) {
    if case .setting(let app, let key, _) = change {
      guard let entry = apps[app] else { return refuse(request, .unknownApp(app), &turn) }
      // A process that runs may have to be told that they were taken back.
      if entry.process == nil, !mayKeep(key, of: app) { device.facts.dropEmptySettings(of: app) }
      guard mayKeep(key, of: app) else {
        return refuse(request, .overLimit(app, .settings), &turn)
      }
    }
    turn.report(.device(.fact(change)))
    set(change)
    if change.isKept { turn.emit(.store(.keepFact(change))) }
    accept(request, waitFor: running, until: .settledOrEnded, &turn)
    tellRunning(&turn)
  }

  private func mayKeep(_ setting: String, of app: AppID) -> Bool {
    let settings = device.facts.settings[app] ?? [:]
    return settings[setting] != nil || settings.count < Limit.settings.number
  }

  /// A fact that a user has set counts for more than one that the machine finds, whenever it does.
  mutating func set(_ change: FactChange) {
    device.facts.apply(change)
    switch change {
    case .locale: device.hasOwnLocale = true
    case .time(.zone): device.hasOwnZone = true
    case .orientation, .time(.jump), .battery, .proximity, .volume, .accessory, .display, .displayMode, .setting,
      .account, .appearance, .contentSize, .protectedFiles, .network, .permission:
      break
    }
  }

  /// Told like what somebody says, but not kept: the machine finds it again.
  mutating func find(_ change: FactChange, _ turn: inout Turn) {
    switch change {
    case .locale where device.hasOwnLocale, .time(.zone) where device.hasOwnZone: return
    case .orientation, .time, .battery, .proximity, .volume, .accessory, .display, .displayMode, .setting, .locale,
      .account, .appearance, .contentSize, .protectedFiles, .network, .permission:
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
