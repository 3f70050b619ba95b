// Changes of facts, and the net change for an app that knows older ones (NQ1).

extension DeviceFacts {
  mutating func apply(_ change: FactChange) {
    switch change {
    case .orientation(let orientation): self.orientation = orientation
    case .time(let time):
      timeChanges &+= 1
      self.time = time
      if case .zone(let zone) = time { self.zone = zone }
    case .battery(let level, let state):
      battery = Battery(level: level ?? battery.level, state: state ?? battery.state)
    case .proximity(let isNear): self.isNear = isNear
    case .volume(let volume): self.volume = volume
    case .accessory(let name, true): accessories.insert(name)
    case .accessory(let name, false): accessories.remove(name)
    case .display(let name, true): displays.insert(name)
    case .display(let name, false):
      displays.remove(name)
      displayModes[name] = nil
    case .displayMode(let name, let mode): displayModes[name] = mode
    case .setting(let app, let key, let value): set(key, to: value, of: app)
    case .locale(let locale): self.locale = locale
    case .account(let account): self.account = account
    case .appearance(let appearance): self.appearance = appearance
    case .contentSize(let size): contentSize = size
    case .protectedFiles(let areAvailable): areProtectedFilesAvailable = areAvailable
    case .network(let network): self.network = network
    case .permission(let app, let service, let permission): permissions[app, default: [:]][service] = permission
    // The model's own: no app knows of it.
    case .batteryAwaited: break
    }
  }

  /// All that an app has to be told to know `self`, when it knows of a new device: what it learns at its launch.
  public func notices(for app: AppID) -> [Notice] {
    var known = DeviceFacts()
    var notices: [Notice] = []
    while let notice = known.learn(from: self, for: app) { notices.append(notice) }
    return notices
  }

  /// The first thing that `app`, which knows `self`, has to be told so that it knows `facts`; `self` then knows it.
  mutating func learn(from facts: DeviceFacts, for app: AppID) -> Notice? {
    network = facts.network
    if isProtectedDataAvailable != facts.isProtectedDataAvailable {
      isProtectedDataAvailable = facts.isProtectedDataAvailable
      return .protectedData(isAvailable: isProtectedDataAvailable)
    }
    if accessories != facts.accessories {
      defer { accessories = facts.accessories }
      return .accessory(
        connected: facts.accessories.subtracting(accessories).sorted(),
        disconnected: accessories.subtracting(facts.accessories).sorted())
    }
    if orientation != facts.orientation {
      orientation = facts.orientation
      return .orientation(orientation)
    }
    if timeChanges != facts.timeChanges, let latest = facts.time {
      defer { zone = facts.zone }
      timeChanges = facts.timeChanges
      time = latest
      return .time(latest, zone: latest.isZone || zone == facts.zone ? nil : facts.zone)
    }
    if battery != facts.battery {
      battery = facts.battery
      return .battery(battery)
    }
    if isNear != facts.isNear {
      isNear = facts.isNear
      return .proximity(isNear: isNear)
    }
    if (volume ?? 1) != (facts.volume ?? 1) {
      volume = facts.volume
      return .volume(facts.volume ?? 1)
    }
    if areProtectedFilesAvailable != facts.areProtectedFilesAvailable {
      areProtectedFilesAvailable = facts.areProtectedFilesAvailable
      return .protectedFiles(areAvailable: areProtectedFilesAvailable)
    }
    return learnScreenAndAccount(from: facts) ?? learnSettings(from: facts, for: app)
      ?? learnPermissions(from: facts, for: app)
  }

  private mutating func learnScreenAndAccount(from facts: DeviceFacts) -> Notice? {
    if displays != facts.displays {
      defer { displays = facts.displays }
      // A display that is gone has no mode, and nobody has to be told so.
      displayModes = displayModes.filter { !displays.contains($0.key) || facts.displays.contains($0.key) }
      return .display(
        connected: facts.displays.subtracting(displays).sorted(),
        disconnected: displays.subtracting(facts.displays).sorted())
    }
    if displayModes != facts.displayModes {
      defer { displayModes = facts.displayModes }
      let names = Set(displayModes.keys).union(facts.displayModes.keys)
      let changed = names.filter { displayModes[$0] != facts.displayModes[$0] }
      return .displayMode(Dictionary(uniqueKeysWithValues: changed.map { ($0, facts.displayModes[$0]) }))
    }
    if locale != facts.locale, let now = facts.locale {
      locale = now
      return .locale(now)
    }
    if account != facts.account {
      account = facts.account
      return .account(account)
    }
    if appearance != facts.appearance {
      appearance = facts.appearance
      return .appearance(appearance)
    }
    if contentSize != facts.contentSize {
      contentSize = facts.contentSize
      return .contentSize(contentSize)
    }
    return nil
  }

  /// Nil as well where another app's changed, or nothing that `app` can see.
  private mutating func learnPermissions(from facts: DeviceFacts, for app: AppID) -> Notice? {
    let (known, now) = (decided(for: app), facts.decided(for: app))
    permissions = facts.permissions
    if known == now { return nil }
    let changed = Set(known.keys).union(now.keys).filter { known[$0] != now[$0] }
    return .permissions(Dictionary(uniqueKeysWithValues: changed.map { ($0, now[$0] ?? .undetermined) }))
  }

  private mutating func learnSettings(from facts: DeviceFacts, for app: AppID) -> Notice? {
    guard settingChanges != facts.settingChanges else { return nil }
    let known = settings[app] ?? [:]
    let now = facts.settings[app] ?? [:]
    takeSettings(of: app, from: facts)
    guard known != now else { return nil }
    return .settings(now.filter { known[$0.key] != $0.value })
  }
}

extension TimeChange {
  fileprivate var isZone: Bool {
    switch self {
    case .zone: true
    case .jump: false
    }
  }
}
