// Reads the daemon's entries one after another, and keeps what is under way.
import ControlAPI

struct HistoryReader {
  private(set) var lanes: [Lane] = []
  private(set) var device: [History.DeviceMark] = []
  private(set) var pressure: [History.Pressure] = []
  /// The time of the first entry.
  private(set) var first: Int64?
  private let end: Int64
  private var numbers: [String: Int] = [:]
  private var states: [String: (state: AppStatus.State, since: Int64)] = [:]
  private var held: [Holding: (name: String, since: Int64)] = [:]
  private var level: (name: String, since: Int64)?

  private struct Holding: Hashable {
    var app: String
    var kind: String
    var number: Int64
  }

  init(end: Int64) { self.end = end }

  mutating func take(_ entry: HistoryInterface.Entry) {
    let time = entry.time
    guard time >= 0 else { return }
    first = min(first ?? time, time)
    switch entry.kind {
    case .began: note(.began, time, "roostd \(entry.name ?? "") begins")
    case .asked: note(.asked, time, entry.name ?? "")
    case .answered: if entry.name == "refused" { note(.refused, time, entry.detail ?? "refused") }
    case .device: note(.device, time, [entry.name, entry.detail].compactMap { $0 }.joined(separator: " "))
    case .memory:
      note(.memory, time, entry.detail ?? "")
      if let name = entry.name { pressed(to: name, time) }
    case .launched: mark(.launched, entry, "launched")
    case .state: changed(entry)
    case .callback:
      lane(entry) {
        $0.callbacks.append(
          Lane.Bar(
            name: entry.name ?? "", detail: entry.scene ?? "", start: time - min(max(0, entry.value ?? 0), time),
            end: time))
      }
    case .freezing: mark(.frozen, entry, "is stopped")
    case .thawed: mark(.thawed, entry, "runs again")
    case .killed: mark(.killed, entry, "killed")
    case .exit:
      mark(.exit, entry, entry.detail ?? entry.name ?? "ended")
      if let app = entry.app { letGo(of: app, time) }
    case .deadline:
      let took = Figures.duration(entry.value ?? 0), limit = Figures.duration(entry.limit ?? 0)
      lane(entry) {
        $0.late.append(
          Lane.Bar(
            name: entry.name ?? "", detail: "", start: time - min(max(0, entry.value ?? 0), time), end: time))
      }
      mark(.deadline, entry, "\(entry.name ?? "deadline"): \(took) of \(limit)")
    case .notice: mark(.notice, entry, entry.detail ?? "")
    case .footprint:
      lane(entry) { $0.footprints.append(Lane.Footprint(time: time, bytes: max(0, entry.value ?? 0))) }
    case .held:
      if let holding = Self.holding(entry) { held[holding] = (entry.detail ?? "", time) }
    case .released:
      if let holding = Self.holding(entry), let open = held.removeValue(forKey: holding) { close(holding, open, time) }
    case .sent, .acknowledged, .output: break
    }
  }

  /// Everything that is under way ends with the picture.
  mutating func finish() {
    for (app, state) in states {
      let last = Self.band(state, to: end)
      lane(of: app) { $0.bands.append(last) }
    }
    for (holding, open) in held { close(holding, open, end) }
    pressed(to: "normal", end)
    for index in lanes.indices {
      lanes[index].bands.removeAll { $0.state == .notRunning }
      Self.unstack(&lanes[index].callbacks)
      lanes[index].callbacks.sort { ($0.start, $0.end) < ($1.start, $1.end) }
      lanes[index].held.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    }
  }

  /// An app tells of several callbacks in one breath, and the daemon knows only how long each ran: they ran one after
  /// another, in the order they were told of.
  private static func unstack(_ bars: inout [Lane.Bar]) {
    for index in bars.indices.dropLast().reversed() {
      let next = bars[index + 1]
      let isOneBreath = next.end - bars[index].end < Self.breath
      guard isOneBreath, bars[index].end > next.start else { continue }
      let took = bars[index].end - bars[index].start
      bars[index].end = next.start
      // An app says itself how long each ran.
      bars[index].start = max(0, next.start - took)
    }
  }

  /// Nanoseconds.
  private static let breath: Int64 = 2_000_000

  // MARK: Lanes

  private mutating func lane(of app: String, _ change: (inout Lane) -> Void) {
    let number = numbers[app] ?? lanes.count
    if number == lanes.count {
      lanes.append(Lane(app: app))
      numbers[app] = number
    }
    change(&lanes[number])
  }

  private mutating func lane(_ entry: HistoryInterface.Entry, _ change: (inout Lane) -> Void) {
    if let app = entry.app { lane(of: app, change) }
  }

  private mutating func mark(_ kind: Lane.Mark.Kind, _ entry: HistoryInterface.Entry, _ text: String) {
    lane(entry) { $0.marks.append(Lane.Mark(kind: kind, time: entry.time, text: text)) }
  }

  private mutating func note(_ kind: History.DeviceMark.Kind, _ time: Int64, _ text: String) {
    device.append(History.DeviceMark(kind: kind, time: time, text: text))
  }

  /// The first change of an app tells where it was before: since the picture's beginning.
  private mutating func changed(_ entry: HistoryInterface.Entry) {
    guard let app = entry.app, let state = entry.name.flatMap(AppStatus.State.init) else { return }
    let before = entry.detail.flatMap(AppStatus.State.init) ?? .notRunning
    let open = states[app] ?? (before, first ?? entry.time)
    lane(of: app) { $0.bands.append(Self.band(open, to: entry.time)) }
    states[app] = (state, entry.time)
  }

  private static func band(_ open: (state: AppStatus.State, since: Int64), to end: Int64) -> Lane.Band {
    Lane.Band(state: open.state, start: open.since, end: end)
  }

  // MARK: Things held

  private static func holding(_ entry: HistoryInterface.Entry) -> Holding? {
    entry.app.map { Holding(app: $0, kind: entry.name ?? "", number: entry.number ?? 0) }
  }

  private mutating func close(_ holding: Holding, _ open: (name: String, since: Int64), _ time: Int64) {
    lane(of: holding.app) {
      $0.held.append(Lane.Bar(name: open.name, detail: holding.kind, start: open.since, end: time))
    }
  }

  /// An app that has ended holds nothing.
  private mutating func letGo(of app: String, _ time: Int64) {
    for (holding, open) in held where holding.app == app {
      held[holding] = nil
      close(holding, open, time)
    }
  }

  private mutating func pressed(to name: String, _ time: Int64) {
    if let level, level.name != "normal" {
      pressure.append(History.Pressure(level: level.name, start: level.since, end: time))
    }
    level = (name, time)
  }
}
