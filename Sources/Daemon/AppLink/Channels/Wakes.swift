// Translates wakes, and requests to be woken, between the model's words and the protocol's.
import AgentProtocol
package import LifecycleModel
import WireJSON

extension Wake {
  /// The `kind` of a `backgroundEvent`.
  package var kind: String {
    switch self {
    case .push: "push"
    case .fetch: "fetch"
    case .location: "location"
    case .accessory: "accessory"
    case .bluetooth: "bluetooth"
    case .task: "task"
    case .transfers: "backgroundTransfers"
    }
  }

  var payload: JSON {
    switch self {
    case .push(let json): JSON(text: json)
    case .fetch: [:]
    case .location(let latitude, let longitude): ["latitude": .number(latitude), "longitude": .number(longitude)]
    case .accessory(let name), .bluetooth(let name): ["name": .string(name)]
    case .task(let identifier, let kind): ["identifier": .string(identifier), "kind": .string(kind.rawValue)]
    case .transfers(let session): ["session": .string(session)]
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

nonisolated extension Instant {
  /// The instant when the calendar will say `seconds`, unless it is set meanwhile; a time that is past, or beyond all
  /// bounds, becomes the nearest that can be said.
  package init(secondsSince1970 seconds: Double) {
    let ahead = seconds - Double(ModelClock.calendar) / 1e9
    let nanoseconds = Double(Instant.now.nanoseconds) + ahead * 1e9
    self.init(nanoseconds: nanoseconds.isNaN || nanoseconds < 0 ? 0 : UInt64(min(nanoseconds, 9e18)))
  }

  package var secondsSince1970: Double {
    (Double(ModelClock.calendar) + Double(nanoseconds) - Double(Instant.now.nanoseconds)) / 1e9
  }
}
