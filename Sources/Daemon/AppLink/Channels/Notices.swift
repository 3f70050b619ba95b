// Notices for an app: kind and payload of its `notification` events, in the words of `roostctl notify`.
import AgentProtocol
package import LifecycleModel
package import WireJSON

extension Notice {
  package var kind: String {
    switch self {
    case .accessory: "accessory"
    case .orientation: "orientation"
    case .time: "time"
    case .battery: "battery"
    case .proximity: "proximity"
    case .volume: "volume"
    case .protectedFiles, .protectedData: "protected-files"
    case .display: "display"
    case .displayMode: "display-mode"
    case .settings: "settings"
    case .locale: "locale"
    case .account: "icloud"
    case .appearance: "appearance"
    case .contentSize: "content-size"
    case .permissions: "privacy"
    }
  }

  var payload: WrittenJSON {
    switch self {
    case .accessory(let connected, let disconnected), .display(let connected, let disconnected):
      ["connected": .array(connected.map(JSON.string)), "disconnected": .array(disconnected.map(JSON.string))]
    case .orientation(let orientation): ["orientation": .string(orientation.rawValue)]
    case .time(.zone(let zone), _): ["zone": .string(zone)]
    case .time(.jump(let seconds), nil): ["jump": .integer(Int(seconds))]
    case .time(.jump(let seconds), let zone?): ["jump": .integer(Int(seconds)), "zone": .string(zone)]
    case .battery(let battery): ["level": .number(battery.level), "state": .string(battery.state.rawValue)]
    case .proximity(let isNear): ["near": .bool(isNear)]
    case .volume(let level): ["level": .number(level)]
    case .protectedFiles(let areAvailable), .protectedData(let areAvailable): ["available": .bool(areAvailable)]
    case .displayMode(let modes): ["modes": .object(modes.mapValues(JSON.init))]
    case .settings(let values):
      WrittenJSON(members: ["values": WrittenJSON(members: values.mapValues(WrittenJSON.init(written:)))])
    case .locale(let locale): ["locale": .string(locale)]
    case .account(let account): ["account": account.map(JSON.string) ?? .null]
    case .appearance(let appearance): ["style": .string(appearance.rawValue)]
    case .contentSize(let size): ["category": .string(size.rawValue)]
    case .permissions(let services):
      WrittenJSON(
        .object(Dictionary(uniqueKeysWithValues: services.map { ($0.key.rawValue, JSON.string($0.value.rawValue)) })))
    }
  }
}

extension DeviceFacts {
  /// The facts that an app is told at its launch, beside its settings: the payload by kind.
  package func device(for app: AppID, hasMultitasking: Bool = true) -> [String: JSON] {
    var device: [String: JSON] = hasMultitasking ? [:] : ["multitasking": ["supported": false]]
    for notice in notices(for: app) {
      switch notice {
      case .settings: break
      // The launch event has a field of its own for it.
      case .orientation: break
      case .time: device[notice.kind] = zone.map { ["zone": .string($0)] }
      case .accessory, .battery, .proximity, .volume, .protectedFiles, .protectedData, .display, .displayMode, .locale,
        .account, .appearance, .contentSize, .permissions:
        device[notice.kind] = notice.payload.value
      }
    }
    return device
  }

  /// The settings of an app.
  package func settings(for app: AppID) -> [String: WrittenJSON] {
    (settings[app] ?? [:]).mapValues(WrittenJSON.init(written:))
  }

  /// The part of it that programs of any language know by their environment (environ(7)).
  package var environment: [String: String] {
    var environment: [String: String] = [:]
    environment["LANG"] = locale.map(environmentLocale)
    environment["TZ"] = zone
    return environment
  }
}
