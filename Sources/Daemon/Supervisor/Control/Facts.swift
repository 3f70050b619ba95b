// Translates between the words of `roostctl notify` and the model's facts about the device.
import ControlAPI
import LifecycleModel

extension FactChange {
  init(_ notice: DeviceNotice) {
    switch notice {
    case .orientation(let orientation): self = .orientation(DeviceOrientation(orientation))
    case .timeZone(let zone): self = .time(.zone(zone))
    case .timeJump(let seconds): self = .time(.jump(seconds: seconds))
    case .battery(let level, let state): self = .battery(level: level, state: state.map(Battery.State.init))
    case .proximity(let isNear): self = .proximity(isNear: isNear)
    case .volume(let level): self = .volume(level)
    case .accessory(let name, let connected): self = .accessory(name: name, isConnected: connected)
    case .display(let name, let connected): self = .display(name: name, isConnected: connected)
    case .displayMode(let name, let mode): self = .displayMode(name: name, mode: mode)
    case .settings(let app, let key, let value): self = .setting(app: AppID(app), key: key, value: value)
    case .locale(let locale): self = .locale(locale)
    case .icloud(let account): self = .account(account)
    case .appearance(let style): self = .appearance(Appearance(style))
    case .contentSize(let category): self = .contentSize(ContentSize(category))
    case .protectedFiles(let available): self = .protectedFiles(areAvailable: available)
    case .network(let network): self = .network(Network(network))
    }
  }

  /// The kind, as `roostctl notify` names it where it does.
  var kind: String {
    switch self {
    case .permission: "privacy"
    case .batteryAwaited: DeviceNotice.Kind.battery.rawValue
    case .orientation, .time, .battery, .proximity, .volume, .accessory, .display, .displayMode, .setting, .locale,
      .account, .appearance, .contentSize, .protectedFiles, .network:
      noticeKind?.rawValue ?? ""
    }
  }

  private var noticeKind: DeviceNotice.Kind? {
    switch self {
    case .orientation: .orientation
    case .time: .time
    case .battery: .battery
    case .proximity: .proximity
    case .volume: .volume
    case .accessory: .accessory
    case .display: .display
    case .displayMode: .displayMode
    case .setting: .settings
    case .locale: .locale
    case .account: .icloud
    case .appearance: .appearance
    case .contentSize: .contentSize
    case .protectedFiles: .protectedFiles
    case .network: .network
    case .permission, .batteryAwaited: nil
    }
  }

  /// Its details, for the monitor.
  var detail: String {
    switch self {
    case .orientation(let orientation): orientation.rawValue
    case .time(.zone(let zone)): zone
    case .time(.jump(let seconds)): "\(seconds) s"
    case .battery(let level, let state):
      [level.map { "\(Int($0 * 100)) %" }, state?.rawValue].compactMap { $0 }.joined(separator: " ")
    case .batteryAwaited(let isAwaited): isAwaited ? "awaited" : "awaited no more"
    case .proximity(let isNear): isNear ? "near" : "far"
    case .volume(let level): "\(Int((level * 100).rounded())) %"
    case .accessory(let name, let isConnected), .display(let name, let isConnected):
      "\(name) \(isConnected ? "connected" : "disconnected")"
    case .displayMode(let name, let mode): "\(name) \(mode)"
    case .setting(let app, let key, let value): "\(app) \(key)=\(value)"
    case .locale(let locale): locale
    case .account(let account): account ?? "none"
    case .appearance(let appearance): appearance.rawValue
    case .contentSize(let size): size.rawValue
    case .permission(let app, let service, let permission):
      "\(app) \(service.rawValue) \(permission?.rawValue ?? "reset")"
    case .network(let network): network.rawValue
    case .protectedFiles(let areAvailable): areAvailable ? "available" : "unavailable"
    }
  }
}

// The control interfaces and the model name the same things; each switch is checked when either changes.
extension DeviceOrientation {
  init(_ orientation: DeviceNotice.Orientation) {
    switch orientation {
    case .portrait: self = .portrait
    case .portraitUpsideDown: self = .portraitUpsideDown
    case .landscapeLeft: self = .landscapeLeft
    case .landscapeRight: self = .landscapeRight
    case .faceUp: self = .faceUp
    case .faceDown: self = .faceDown
    }
  }
}

extension Appearance {
  init(_ style: DeviceNotice.Appearance) {
    switch style {
    case .light: self = .light
    case .dark: self = .dark
    }
  }
}

extension ContentSize {
  init(_ category: DeviceNotice.ContentSize) {
    switch category {
    case .extraSmall: self = .extraSmall
    case .small: self = .small
    case .medium: self = .medium
    case .large: self = .large
    case .extraLarge: self = .extraLarge
    case .extraExtraLarge: self = .extraExtraLarge
    case .extraExtraExtraLarge: self = .extraExtraExtraLarge
    case .accessibilityMedium: self = .accessibilityMedium
    case .accessibilityLarge: self = .accessibilityLarge
    case .accessibilityExtraLarge: self = .accessibilityExtraLarge
    case .accessibilityExtraExtraLarge: self = .accessibilityExtraExtraLarge
    case .accessibilityExtraExtraExtraLarge: self = .accessibilityExtraExtraExtraLarge
    }
  }
}

extension Battery.State {
  init(_ state: DeviceNotice.BatteryState) {
    switch state {
    case .unplugged: self = .unplugged
    case .charging: self = .charging
    case .full: self = .full
    }
  }
}

extension Network {
  init(_ network: DeviceNotice.Network) {
    switch network {
    case .offline: self = .offline
    case .cellular: self = .cellular
    case .wifi: self = .wifi
    }
  }
}
