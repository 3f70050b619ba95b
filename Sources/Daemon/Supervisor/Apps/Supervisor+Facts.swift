// Stores the settings of the device, which the next daemon reads when it begins (NQ6).
import LifecycleModel
import Stores

extension Supervisor {
  func keep(_ fact: FactChange) {
    switch fact {
    case .account(nil): state.facts.drop(FactRow.Key(kind: fact.kind))
    case .account(let account?): state.facts.keep(FactRow(kind: fact.kind, app: "", name: "", value: account))
    case .appearance(let appearance):
      state.facts.keep(FactRow(kind: fact.kind, app: "", name: "", value: appearance.rawValue))
    case .contentSize(let size):
      state.facts.keep(FactRow(kind: fact.kind, app: "", name: "", value: size.rawValue))
    case .locale(let value), .time(.zone(let value)):
      state.facts.keep(FactRow(kind: fact.kind, app: "", name: "", value: value))
    case .volume(let level):
      state.facts.keep(FactRow(kind: fact.kind, app: "", name: "", value: "\(level)"))
    case .setting(let app, let key, let value):
      state.facts.keep(FactRow(kind: fact.kind, app: app.string, name: key, value: value))
    case .permission(let app, let service, let permission?):
      state.facts.keep(
        FactRow(kind: fact.kind, app: app.string, name: service.rawValue, value: permission.rawValue))
    case .permission(let app, let service, nil):
      state.facts.drop(FactRow.Key(kind: fact.kind, app: app.string, name: service.rawValue))
    // The machine finds these facts again.
    case .orientation, .time(.jump), .battery, .batteryAwaited, .proximity, .accessory, .display, .displayMode,
      .protectedFiles, .network:
      break
    }
  }
}
