// What apps are told of the device around them, and what of it an app has missed (NQ).

/// The device as apps know it. Each process remembers what it was told last: what it missed while it was suspended is
/// the difference, so that the net change of each kind is all that is ever kept (NQ1, NQ5).
public struct DeviceFacts: Hashable, Codable, Sendable {
  public var orientation = DeviceOrientation.portrait
  public var battery = Battery()
  public var isNear = false
  public var accessories: Set<String> = []
  public var displays: Set<String> = []
  /// Mode by display.
  public var displayModes: [String: String] = [:]
  public var locale: String?
  public var account: String?
  public var areProtectedFilesAvailable = true
  /// DP2: what the lock has to do with it, where `areProtectedFilesAvailable` is what somebody says of it.
  public var isProtectedDataAvailable = true
  /// A condition of background tasks (BX4); apps are not told.
  public var hasNetwork = true
  /// Significant time changes so far, and the latest.
  public var timeChanges = 0
  public var time: TimeChange?
  /// JSON value by key, by app.
  public var settings: [AppID: [String: String]] = [:]

  public init() {}
}

public enum DeviceOrientation: String, Hashable, Codable, Sendable, CaseIterable {
  case portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
}

public struct Battery: Hashable, Codable, Sendable {
  public enum State: String, Hashable, Codable, Sendable, CaseIterable { case unplugged, charging, full }
  /// 0...1
  public var level: Double
  public var state: State

  public init(level: Double = 1, state: State = .full) {
    self.level = level
    self.state = state
  }
}

/// Why the time is not what an app would expect.
public enum TimeChange: Hashable, Codable, Sendable {
  /// An IANA name, such as `Asia/Seoul`.
  case zone(String)
  /// The clock was set by so many seconds.
  case jump(seconds: Int64)
}

/// One change of a fact, as the person or the machine makes it.
public enum FactChange: Hashable, Codable, Sendable {
  case orientation(DeviceOrientation)
  case time(TimeChange)
  /// What is nil stays as it is.
  case battery(level: Double?, state: Battery.State?)
  case proximity(isNear: Bool)
  case accessory(name: String, isConnected: Bool)
  case display(name: String, isConnected: Bool)
  case displayMode(name: String, mode: String)
  /// `value` is a JSON value.
  case setting(app: AppID, key: String, value: String)
  case locale(String)
  case account(String?)
  case protectedFiles(areAvailable: Bool)
  case network(isThere: Bool)
}

/// What one app is told: the net change of one kind (NQ2).
public enum Notice: Hashable, Codable, Sendable {
  case accessory(connected: [String], disconnected: [String])
  case orientation(DeviceOrientation)
  case time(TimeChange)
  case battery(Battery)
  case proximity(isNear: Bool)
  case protectedFiles(areAvailable: Bool)
  case protectedData(isAvailable: Bool)
  case display(connected: [String], disconnected: [String])
  case displayMode([String: String])
  case settings([String: String])
  case locale(String)
  case account(String?)
}

extension Notice {
  /// The delegate's call, where there is one.
  var callback: String {
    switch self {
    case .time: "significantTimeChange"
    case .protectedFiles(let areAvailable), .protectedData(let areAvailable):
      areAvailable ? "protectedDataDidBecomeAvailable" : "protectedDataWillBecomeUnavailable"
    case .accessory, .orientation, .battery, .proximity, .display, .displayMode, .settings, .locale, .account:
      "notification"
    }
  }
}

extension DeviceFacts {
  mutating func apply(_ change: FactChange) {
    switch change {
    case .orientation(let orientation): self.orientation = orientation
    case .time(let time):
      timeChanges += 1
      self.time = time
    case .battery(let level, let state):
      battery = Battery(level: level ?? battery.level, state: state ?? battery.state)
    case .proximity(let isNear): self.isNear = isNear
    case .accessory(let name, true): accessories.insert(name)
    case .accessory(let name, false): accessories.remove(name)
    case .display(let name, true): displays.insert(name)
    case .display(let name, false):
      displays.remove(name)
      displayModes[name] = nil
    case .displayMode(let name, let mode): displayModes[name] = mode
    case .setting(let app, let key, let value): settings[app, default: [:]][key] = value
    case .locale(let locale): self.locale = locale
    case .account(let account): self.account = account
    case .protectedFiles(let areAvailable): areProtectedFilesAvailable = areAvailable
    case .network(let isThere): hasNetwork = isThere
    }
  }

  /// The first thing that `app`, which knows `self`, has to be told so that it knows `facts`; `self` then knows it.
  mutating func learn(from facts: DeviceFacts, for app: AppID) -> Notice? {
    hasNetwork = facts.hasNetwork
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
      timeChanges = facts.timeChanges
      time = latest
      return .time(latest)
    }
    if battery != facts.battery {
      battery = facts.battery
      return .battery(battery)
    }
    if isNear != facts.isNear {
      isNear = facts.isNear
      return .proximity(isNear: isNear)
    }
    if areProtectedFilesAvailable != facts.areProtectedFilesAvailable {
      areProtectedFilesAvailable = facts.areProtectedFilesAvailable
      return .protectedFiles(areAvailable: areProtectedFilesAvailable)
    }
    return learnScreenAndAccount(from: facts) ?? learnSettings(from: facts, for: app)
  }

  private mutating func learnScreenAndAccount(from facts: DeviceFacts) -> Notice? {
    if displays != facts.displays {
      defer { displays = facts.displays }
      return .display(
        connected: facts.displays.subtracting(displays).sorted(),
        disconnected: displays.subtracting(facts.displays).sorted())
    }
    if displayModes != facts.displayModes {
      let known = displayModes
      displayModes = facts.displayModes
      let new = facts.displayModes.filter { known[$0.key] != $0.value }
      if !new.isEmpty { return .displayMode(new) }
    }
    if locale != facts.locale, let now = facts.locale {
      locale = now
      return .locale(now)
    }
    if account != facts.account {
      account = facts.account
      return .account(account)
    }
    return nil
  }

  private mutating func learnSettings(from facts: DeviceFacts, for app: AppID) -> Notice? {
    let known = settings[app] ?? [:]
    let now = facts.settings[app] ?? [:]
    guard known != now else { return nil }
    settings[app] = now
    return .settings(now.filter { known[$0.key] != $0.value })
  }
}
