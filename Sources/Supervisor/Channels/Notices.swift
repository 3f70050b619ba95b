// What an app is told of the device: kind and payload of its `notification` events, in the words of `roostctl notify`.
import AgentProtocol
import LifecycleModel

extension Notice {
  var kind: String {
    switch self {
    case .accessory: "accessory"
    case .orientation: "orientation"
    case .time: "time"
    case .battery: "battery"
    case .proximity: "proximity"
    case .protectedFiles, .protectedData: "protected-files"
    case .display: "display"
    case .displayMode: "display-mode"
    case .settings: "settings"
    case .locale: "locale"
    case .account: "icloud"
    }
  }

  var payload: JSON {
    switch self {
    case .accessory(let connected, let disconnected), .display(let connected, let disconnected):
      ["connected": .array(connected.map(JSON.string)), "disconnected": .array(disconnected.map(JSON.string))]
    case .orientation(let orientation): ["orientation": .string(orientation.rawValue)]
    case .time(.zone(let zone)): ["zone": .string(zone)]
    case .time(.jump(let seconds)): ["jump": .integer(Int(seconds))]
    case .battery(let battery): ["level": .number(battery.level), "state": .string(battery.state.rawValue)]
    case .proximity(let isNear): ["near": .bool(isNear)]
    case .protectedFiles(let areAvailable), .protectedData(let areAvailable): ["available": .bool(areAvailable)]
    case .displayMode(let modes): ["modes": .object(modes.mapValues(JSON.string))]
    case .settings(let values): ["values": .object(values.mapValues(JSON.init(text:)))]
    case .locale(let locale): ["locale": .string(locale)]
    case .account(let account): ["account": account.map(JSON.string) ?? .null]
    }
  }
}
