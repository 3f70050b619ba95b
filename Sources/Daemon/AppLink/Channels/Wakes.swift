// What an app is woken for, and what it asks to be woken for: the model's words and the protocol's.
import AgentProtocol
import LifecycleModel

extension Wake {
  /// The `kind` of a `backgroundEvent`.
  var kind: String {
    switch self {
    case .push: "push"
    case .fetch: "fetch"
    case .location: "location"
    case .accessory: "accessory"
    case .bluetooth: "bluetooth"
    case .task: "task"
    }
  }

  var payload: JSON {
    switch self {
    case .push(let json): JSON(text: json)
    case .fetch: [:]
    case .location(let latitude, let longitude): ["latitude": .number(latitude), "longitude": .number(longitude)]
    case .accessory(let name), .bluetooth(let name): ["name": .string(name)]
    case .task(let identifier, let kind): ["identifier": .string(identifier), "kind": .string(kind.rawValue)]
    }
  }
}

nonisolated extension LifecycleModel.TaskRequest {
  /// The model counts by the monotonic clock, apps by the calendar.
  init(_ request: AgentProtocol.TaskRequest) {
    let kind: TaskKind =
      switch request.kind {
      case .refresh: .refresh
      case .processing: .processing
      }
    self.init(
      identifier: request.identifier, kind: kind, earliest: request.earliest.map(Instant.init(secondsSince1970:)),
      needsPower: request.needsPower, needsNetwork: request.needsNetwork)
  }
}

extension AgentProtocol.TaskRequest {
  init(_ request: LifecycleModel.TaskRequest) {
    let kind: Kind =
      switch request.kind {
      case .refresh: .refresh
      case .processing: .processing
      }
    self.init(
      identifier: request.identifier, kind: kind, earliest: request.earliest?.secondsSince1970,
      needsPower: request.needsPower, needsNetwork: request.needsNetwork)
  }
}
