// The facts that the laws know of the device, and those that an app must believe after all that it was told (NQ).

import LifecycleModel

struct KnownFacts: Hashable {
  var orientation = DeviceOrientation.portrait
  var battery = Battery()
  var isNear = false
  var volume = 1.0
  var accessories: Set<String> = []
  var displays: Set<String> = []
  var displayModes: [String: String] = [:]
  var locale: String?
  var account: String?
  var appearance = Appearance.light
  var contentSize = ContentSize.large
  var areProtectedFilesAvailable = true
  var isProtectedDataAvailable = true
  var times = 0
  var time: TimeChange?
  var zone: String?
  var settings: [AppID: [String: String]] = [:]
  /// The app's belief about its own permissions, which its requests tell it as well.
  var permissions: [PrivacyService: PermissionStatus] = [:]
  /// No app is told.
  var network = Network.wifi

  mutating func hear(_ change: FactChange) {
    switch change {
    case .orientation(let orientation): self.orientation = orientation
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
    case .time(let time):
      times += 1
      self.time = time
      if case .zone(let zone) = time { self.zone = zone }
    case .setting(let app, let key, let value): settings[app, default: [:]][key] = value
    case .locale(let locale): self.locale = locale
    case .account(let account): self.account = account
    case .appearance(let appearance): self.appearance = appearance
    case .contentSize(let size): contentSize = size
    case .protectedFiles(let areAvailable): areProtectedFilesAvailable = areAvailable
    case .network(let network): self.network = network
    // Each app's own, and those that nobody is told.
    case .permission, .batteryAwaited: break
    }
  }

  /// Changes the app's belief by `notice`, which reaches it while the device is like `facts`.
  mutating func hear(_ notice: Notice, _ app: AppID, _ facts: KnownFacts) {
    switch notice {
    case .orientation(let orientation): self.orientation = orientation
    case .battery(let battery): self.battery = battery
    case .proximity(let isNear): self.isNear = isNear
    case .volume(let volume): self.volume = volume
    case .accessory(let connected, let disconnected):
      accessories = accessories.subtracting(disconnected).union(connected)
    case .display(let connected, let disconnected):
      displays = displays.subtracting(disconnected).union(connected)
      for name in disconnected { displayModes[name] = nil }
    case .displayMode(let modes):
      for (name, mode) in modes { displayModes[name] = mode }
    case .time(let time, let zone):
      self.time = time
      if case .zone(let zone) = time { self.zone = zone }
      if let zone { self.zone = zone }
      times = facts.times
    case .settings(let new): settings[app, default: [:]].merge(new) { $1 }
    case .locale(let locale): self.locale = locale
    case .account(let account): self.account = account
    case .appearance(let appearance): self.appearance = appearance
    case .contentSize(let size): contentSize = size
    case .protectedFiles(let areAvailable): areProtectedFilesAvailable = areAvailable
    case .protectedData(let isAvailable): isProtectedDataAvailable = isAvailable
    case .permissions(let services): permissions.merge(services) { $1 }
    }
  }

  /// Whether it is all that `app` can know. The mode of a display that is not there means nothing.
  func agrees(with facts: KnownFacts, for app: AppID) -> Bool {
    var (known, wanted) = (self, facts)
    wanted.displayModes = facts.displayModes.filter { name, mode in
      facts.displays.contains(name) && displayModes[name] != mode
    }
    known.displayModes = [:]
    known.permissions = wanted.permissions
    (known.network, known.settings) = (facts.network, [app: settings[app] ?? [:]])
    wanted.settings = [app: facts.settings[app] ?? [:]]
    return known == wanted
  }
}

/// NQ2, and DP2's own.
enum NoticeKind: CaseIterable {
  case accessory, orientation, time, battery, proximity, volume, protectedFiles, protectedData, display, displayMode
  case settings, locale, account, appearance, contentSize, permissions
}

extension Notice {
  var kind: NoticeKind {
    switch self {
    case .accessory: .accessory
    case .orientation: .orientation
    case .time: .time
    case .battery: .battery
    case .proximity: .proximity
    case .volume: .volume
    case .protectedFiles: .protectedFiles
    case .protectedData: .protectedData
    case .display: .display
    case .displayMode: .displayMode
    case .settings: .settings
    case .locale: .locale
    case .account: .account
    case .appearance: .appearance
    case .contentSize: .contentSize
    case .permissions: .permissions
    }
  }

  /// The mode of a display that went, and came back with it, is news to whoever did not see it go.
  var mayRepeat: Bool { kind == .displayMode }
}
