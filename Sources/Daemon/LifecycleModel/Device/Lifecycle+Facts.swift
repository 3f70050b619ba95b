// Changes of the device, and the apps that are told of them (NQ).

extension Lifecycle {
  /// NQ: every running app is told at once, a suspended one when it runs again. `settings` concerns one app alone.
  mutating func learn(_ change: FactChange, _ request: Request, _ turn: inout Turn) {
    if case .setting(let app, let key, let value) = change {
      guard let entry = apps[app] else { return refuse(request, .unknownApp(app), &turn) }
      // A process that runs may have to be told that they were taken back.
      if entry.process == nil, limitPassed(bySetting: key, to: value, of: app) != nil {
        device.facts.dropEmptySettings(of: app)
      }
      if let limit = limitPassed(bySetting: key, to: value, of: app) {
        return refuse(request, .overLimit(app, limit), &turn)
      }
    }
    if connectsTooMany(change) { return refuse(request, .deviceOverLimit(.connected), &turn) }
    turn.report(.device(.fact(change)))
    set(change)
    if change.isKept { turn.emit(.store(.keepFact(change))) }
    accept(request, waitFor: running, until: .settledOrEnded, &turn)
    tellRunning(&turn)
  }

  private func limitPassed(bySetting key: String, to value: String, of app: AppID) -> Limit? {
    if Limit.payload.isPassed(by: value) { return .payload }
    let settings = device.facts.settings[app] ?? [:]
    if settings[key] == nil, settings.count >= Limit.settings.number { return .settings }
    let before = settings.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    let replaced = settings[key].map { key.utf8.count + $0.utf8.count } ?? 0
    // One that is taken back makes room, however many there are.
    let isLess = key.utf8.count + value.utf8.count <= replaced
    let after = before - replaced + key.utf8.count + value.utf8.count
    return isLess || after <= Limit.settingsTogether.number ? nil : .settingsTogether
  }

  private func connectsTooMany(_ change: FactChange) -> Bool {
    let facts = device.facts
    // A display may have its mode before it is connected.
    let known = facts.accessories.count + max(facts.displays.count, facts.displayModes.count)
    guard known >= Limit.connected.number else { return false }
    switch change {
    case .accessory(let name, true): return !facts.accessories.contains(name)
    case .display(let name, true): return !facts.displays.contains(name) && facts.displayModes[name] == nil
    case .displayMode(let name, _): return !facts.displays.contains(name) && facts.displayModes[name] == nil
    case .accessory, .display, .orientation, .time, .battery, .batteryAwaited, .proximity, .volume, .setting,
      .locale, .account, .appearance, .contentSize, .protectedFiles, .network, .permission:
      return false
    }
  }

  /// A fact that a user has set counts for more than one that the machine finds, whenever it does.
  mutating func set(_ change: FactChange) {
    apply(change)
    switch change {
    case .locale: device.hasOwnLocale = true
    case .time(.zone): device.hasOwnZone = true
    case .orientation, .time(.jump), .battery, .batteryAwaited, .proximity, .volume, .accessory, .display,
      .displayMode, .setting, .account, .appearance, .contentSize, .protectedFiles, .network, .permission:
      break
    }
  }

  /// Told like what somebody says, but not kept: the machine finds it again.
  mutating func find(_ change: FactChange, _ turn: inout Turn) {
    switch change {
    case .locale where device.hasOwnLocale, .time(.zone) where device.hasOwnZone: return
    case .batteryAwaited(isBatteryAwaited): return
    case .orientation, .time, .battery, .batteryAwaited, .proximity, .volume, .accessory, .display, .displayMode,
      .setting, .locale, .account, .appearance, .contentSize, .protectedFiles, .network, .permission:
      break
    }
    turn.report(.device(.fact(change)))
    apply(change)
    tellRunning(&turn)
  }

  /// NQ4: those that run learn of it now.
  mutating func tellRunning(_ turn: inout Turn) { advance(running, &turn) }

  private var running: [AppID] {
    owners.values.filter { apps[$0]?.process?.phase != .resting(.suspended) }.sorted()
  }

  private mutating func apply(_ change: FactChange) {
    device.facts.apply(change)
    if case .battery = change { isBatteryAwaited = false }
    if case .batteryAwaited(let isAwaited) = change { isBatteryAwaited = isAwaited }
  }
}
