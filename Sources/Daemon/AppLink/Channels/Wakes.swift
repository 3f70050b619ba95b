// Translates wakes, and requests to be woken, between the model's words and the protocol's.
import AgentProtocol
package import LifecycleModel
import Linux
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
      identifier: request.identifier, kind: kind, earliest: request.earliest.map(Instant.init(ofApps:)),
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
      identifier: request.identifier, kind: kind, earliest: request.earliest?.ofApps,
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

  /// The instant that an app means by a date. Apps read the kernel's calendar, whatever the model's clock says, so of a
  /// standing clock it is as far ahead as the date was when the app made it: the request was under way for less than a
  /// second, and dates that apps make are whole seconds away.
  init(ofApps seconds: Double) {
    let ahead = seconds - Double(calendarNow()) / 1e9
    self.init(
      secondsSince1970: ModelClock.isStanding ? Double(ModelClock.calendar) / 1e9 + ahead.rounded(.up) : seconds)
  }

  /// The date that an app knows this instant by.
  var ofApps: Double { secondsSince1970 + Double(calendarNow() - ModelClock.calendar) / 1e9 }
}
