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

  var payload: WrittenJSON {
    switch self {
    case .push(let json): WrittenJSON(written: json)
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
  init(_ request: AgentProtocol.TaskRequest, now: Double?) {
    let kind: TaskKind =
      switch request.kind {
      case .refresh: .refresh
      case .processing: .processing
      }
    self.init(
      identifier: request.identifier, kind: kind,
      earliest: request.earliest.map { Instant(appsSecondsSince1970: $0, now: now) }, needsPower: request.needsPower,
      needsNetwork: request.needsNetwork)
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
      identifier: request.identifier, kind: kind, earliest: request.earliest?.appsSecondsSince1970,
      needsPower: request.needsPower, needsNetwork: request.needsNetwork)
  }
}

nonisolated extension Instant {
  /// The instant when the calendar will say `seconds`, unless it leaps meanwhile; a time that is past, or beyond all
  /// bounds, becomes the nearest that can be said.
  package init(secondsSince1970 seconds: Double) {
    self = CalendarOffset.now.instant(secondsSince1970: seconds)
  }

  package var secondsSince1970: Double { CalendarOffset.now.secondsSince1970(self) }

  /// As the date has it; one that is past becomes the clock's start.
  package init(appsSecondsSince1970 seconds: Double, now: Double?) {
    self.init(ClockDate(appsSecondsSince1970: seconds, now: now))
  }

  /// The date of this instant by the clock of apps.
  package var appsSecondsSince1970: Double { ClockDate(self).appsSecondsSince1970 }
}

nonisolated extension ClockDate {
  package var secondsSince1970: Double { CalendarOffset.now.secondsSince1970(self) }

  /// The date that an app names, which is the same when the request is replayed: by the clocks as they were when it
  /// was read. The app's clock is the machine's, which nobody moves: where the device's is
  /// moved by command, the date is as far ahead for the device as it was for the app when it asked. What an app does
  /// before it asks takes some real time, as does the way to the daemon where the app does not say when it asked, and
  /// takes it off the date: rounded up to a second, it is the same date at every play.
  ///
  /// - Parameter now: the app's clock when it asked; nil where it does not say.
  package init(appsSecondsSince1970 seconds: Double, now: Double?) {
    guard let heard = ModelClock.heard else {
      self = CalendarOffset.now.date(secondsSince1970: seconds)
      return
    }
    let ahead =
      if ModelClock.isMovedByCommand {
        (seconds - (now ?? Double(heard.apps) / 1e9) - 0.01).rounded(.up)
      } else {
        seconds - Double(heard.apps) / 1e9
      }
    self.init(nearest: Double(heard.own.nanoseconds) + ahead * 1e9)
  }

  /// By the clock of apps.
  package var appsSecondsSince1970: Double { CalendarOffset(from: .now, to: calendarNow()).secondsSince1970(self) }
}
