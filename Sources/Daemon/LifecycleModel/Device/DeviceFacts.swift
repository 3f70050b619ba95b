// The facts of the device that apps are told, and those that an app has missed (NQ).

/// The device as apps know it. Each process remembers what it was told last: the difference is what it missed while it
/// was suspended, so that the net change of each kind is all that is ever kept (NQ1, NQ5).
public struct DeviceFacts: Hashable, Codable, Sendable {
  public var orientation = DeviceOrientation.portrait
  public var battery = Battery()
  public var isNear = false
  /// Of the device's sound, 0...1; nil: nobody has set it, and it is full.
  public var volume: Double?
  public var accessories: Set<String> = []
  public var displays: Set<String> = []
  /// Mode by display.
  public var displayModes: [String: String] = [:]
  public var locale: String?
  public var account: String?
  public var appearance = Appearance.light
  public var contentSize = ContentSize.large
  public var areProtectedFilesAvailable = true
  /// DP2: what the lock has to do with it, where `areProtectedFilesAvailable` is what somebody says of it.
  public var isProtectedDataAvailable = true
  /// A condition of background tasks and transfers (BX4, BX9); apps are not told.
  public var network = Network.wifi
  /// An IANA name, such as `Asia/Seoul`; nil is that of the machine.
  public var zone: String?
  /// Significant time changes so far, and the latest.
  public var timeChanges = 0
  public var time: TimeChange?
  /// How often a setting was set. Facts of one device with the same number have the same settings (``DeviceSettings``).
  private(set) var settingChanges = 0
  /// A process knows those of its own app.
  public private(set) var settings = DeviceSettings()
  /// The user's decisions by service, by app (PR).
  public var permissions: [AppID: [PrivacyService: Permission]] = [:]

  public init() {}

  mutating func set(_ key: String, to value: String, of app: AppID) {
    settingChanges &+= 1
    settings[app, default: [:]][key] = value
  }

  /// Leaves out the settings that were taken back: nobody is to be told of it any more.
  mutating func dropEmptySettings(of app: AppID) {
    guard let kept = settings[app]?.filter({ $0.value != Self.noValue }), kept.count != settings[app]?.count else {
      return
    }
    settingChanges &+= 1
    settings[app] = kept
  }

  /// All at once: each key that is looked for is compared as Unicode has it.
  mutating func forgetSettings(of app: AppID) {
    guard settings[app]?.isEmpty == false else { return }
    settingChanges &+= 1
    settings[app] = [:]
  }

  /// JSON of a setting that is taken back.
  static let noValue = "null"

  /// Takes them as far as `app` can know of them: every process remembers what it was told, and the log keeps that of each.
  mutating func takeSettings(of app: AppID, from facts: DeviceFacts) {
    settingChanges = facts.settingChanges
    settings = facts.settings.of(app)
  }
}

/// The way to the Internet.
public enum Network: String, Hashable, Codable, Sendable, CaseIterable {
  case offline, cellular, wifi
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

/// The user's choice between light and dark (`UIUserInterfaceStyle`).
public enum Appearance: String, Hashable, Codable, Sendable, CaseIterable { case light, dark }

/// The size of text that the user prefers, the smallest first (`UIContentSizeCategory`), in the words of `simctl ui`.
public enum ContentSize: String, Hashable, Codable, Sendable, CaseIterable {
  case extraSmall = "extra-small"
  case small, medium, large
  case extraLarge = "extra-large"
  case extraExtraLarge = "extra-extra-large"
  case extraExtraExtraLarge = "extra-extra-extra-large"
  case accessibilityMedium = "accessibility-medium"
  case accessibilityLarge = "accessibility-large"
  case accessibilityExtraLarge = "accessibility-extra-large"
  case accessibilityExtraExtraLarge = "accessibility-extra-extra-large"
  case accessibilityExtraExtraExtraLarge = "accessibility-extra-extra-extra-large"
}

/// The reason why the time is not what an app would expect.
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
  /// A member that is nil stays as it is.
  case battery(level: Double?, state: Battery.State?)
  /// False: nobody tells of a battery.
  case batteryAwaited(Bool)
  case proximity(isNear: Bool)
  /// 0...1
  case volume(Double)
  case accessory(name: String, isConnected: Bool)
  case display(name: String, isConnected: Bool)
  case displayMode(name: String, mode: String)
  /// `value` is a JSON value.
  case setting(app: AppID, key: String, value: String)
  case locale(String)
  case account(String?)
  case appearance(Appearance)
  case contentSize(ContentSize)
  case protectedFiles(areAvailable: Bool)
  case network(Network)
  /// Nil: nothing is decided (PR).
  case permission(app: AppID, PrivacyService, Permission?)

  /// Whether it is how somebody wants the device to be, which a restart changes nothing of; the rest is what the
  /// machine finds, and finds again.
  public var isKept: Bool {
    switch self {
    case .setting, .locale, .account, .appearance, .contentSize, .time(.zone), .volume, .permission: true
    case .orientation, .time(.jump), .battery, .batteryAwaited, .proximity, .accessory, .display, .displayMode,
      .protectedFiles, .network:
      false
    }
  }
}

/// A notice for one app: the net change of one kind (NQ2).
public enum Notice: Hashable, Codable, Sendable {
  case accessory(connected: [String], disconnected: [String])
  case orientation(DeviceOrientation)
  /// The latest change, and the zone where that is another as well.
  case time(TimeChange, zone: String? = nil)
  case battery(Battery)
  case proximity(isNear: Bool)
  case volume(Double)
  case protectedFiles(areAvailable: Bool)
  case protectedData(isAvailable: Bool)
  case display(connected: [String], disconnected: [String])
  /// Nil for a display that has its own mode again.
  case displayMode([String: String?])
  case settings([String: String])
  case locale(String)
  case account(String?)
  case appearance(Appearance)
  case contentSize(ContentSize)
  /// PR4: the services whose status is another than the app knows.
  case permissions([PrivacyService: PermissionStatus])
}

extension Notice {
  /// The delegate's call, where there is one; else the event and its kind.
  var callback: String {
    switch self {
    case .time: "significantTimeChange"
    case .protectedFiles(let areAvailable), .protectedData(let areAvailable):
      areAvailable ? "protectedDataDidBecomeAvailable" : "protectedDataWillBecomeUnavailable"
    case .accessory: "notification accessory"
    case .orientation: "notification orientation"
    case .battery: "notification battery"
    case .proximity: "notification proximity"
    case .volume: "notification volume"
    case .display: "notification display"
    case .displayMode: "notification display-mode"
    case .settings: "notification settings"
    case .locale: "notification locale"
    case .account: "notification icloud"
    case .appearance: "notification appearance"
    case .contentSize: "notification content-size"
    case .permissions: "notification privacy"
    }
  }
}
