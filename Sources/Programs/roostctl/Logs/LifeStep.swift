// The steps of an app's life that stand between the lines of its output, from the daemon's history and its exit records.
import ControlAPI
import FoundationEssentials

/// A step and when it was.
struct LifeStep {
  /// Nanoseconds since 1970.
  let time: Int64
  let kind: MonitorEvent.Kind

  /// Whether the app says nothing after it until it runs again.
  var isRest: Bool {
    switch kind {
    case .state(_, _, let to): to == .suspended || to == .notRunning
    case .exit: true
    case .deadline, .notice, .entering, .callback, .device: false
    }
  }

  /// Those of one app, the oldest first.
  /// - Parameters:
  ///   - exits: reach further back than the history.
  ///   - past: nil where the daemon keeps no history.
  static func all(of app: String, exits: [ExitRecord], _ past: ReadHistory?) -> [LifeStep] {
    let ended = exits.compactMap { record in
      (try? Date(record.time, strategy: LogPrinter.style)).map { time -> LifeStep in
        // A daemon that is anybody's may name a year that has no room.
        let seconds = min(max(0, time.timeIntervalSince1970), 4e9)
        return LifeStep(time: Int64(seconds * 1e9), kind: .exit(record))
      }
    }
    let steps = (past?.entries ?? []).compactMap { entry -> LifeStep? in
      guard entry.app == app, let kind = MonitorEvent.Kind(entry, of: app) else { return nil }
      return LifeStep(time: entry.time + (past?.calendar ?? 0), kind: kind)
    }
    // An exit's record is written after the state that it led to: of the same instant, the state comes first.
    return (steps + ended).enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }
}

extension MonitorEvent.Kind {
  /// Nil for what is no step of an app's life, and for an end, which has a record of its own.
  fileprivate init?(_ entry: HistoryInterface.Entry, of app: String) {
    switch entry.kind {
    case .state:
      guard let from = entry.detail.flatMap(AppStatus.State.init(rawValue:)),
        let to = entry.name.flatMap(AppStatus.State.init(rawValue:))
      else { return nil }
      self = .state(app: app, from: from, to: to)
    case .deadline:
      self = .deadline(app: app, step: entry.name ?? "", limit: entry.limit ?? 0, elapsed: entry.value ?? 0)
    case .notice: self = .notice(app: app, text: entry.detail ?? "")
    case .began, .launched, .sent, .acknowledged, .callback, .asked, .answered, .freezing, .thawed, .killed, .exit,
      .device, .memory, .footprint, .held, .released, .output:
      return nil
    }
  }
}
