// The past in the Trace Event Format, which Perfetto and chrome://tracing open.
public import ControlAPI
import WireJSON

/// Every app is a process of the trace, with a thread for each kind of thing; arrows lead from a request to the events that
/// it brought about, and from each of those to its callback and to its acknowledgement.
public struct TraceEvents {
  /// One JSON object with `traceEvents`.
  public var json: String {
    "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" + events.map(\.text).joined(separator: ",\n") + "\n]}\n"
  }

  private var events: [TraceEvent] = []
  private var processes: [String: Int] = [:]
  /// Where an arrow to what an entry brought about begins: its place in the trace, by the entry's position.
  private var sources: [Int64: Place] = [:]
  private var lastArrow = 0
  /// When each began.
  private var callbacks: [Callback: [Int64]] = [:]

  private struct Callback: Hashable {
    var process: Int
    var name: String
  }

  private struct Place {
    var process: Int
    var thread: Int
    var time: Int64
  }

  enum Thread: Int, CaseIterable {
    case state = 1, events, callbacks, acknowledgements, held, requests, marks, signposts

    /// - Parameter number: of a thread of the trace.
    init?(number: Int) { self.init(rawValue: number < 100 ? number : number / 100) }

    /// The thread of one of several things that may be under way at once; a few are used in turn, since slices of one
    /// thread must not overlap.
    func several(_ number: Int) -> Int { rawValue * 100 + abs(number % 16) }

    var name: String {
      switch self {
      case .state: "state"
      case .events: "events until acknowledged"
      case .acknowledgements: "acknowledgements"
      case .callbacks: "callbacks"
      case .held: "kept awake by"
      case .requests: "requests"
      case .marks: "device"
      case .signposts: "signposts"
      }
    }
  }

  /// - Parameters:
  ///   - entries: the oldest first.
  ///   - start, end: CLOCK_MONOTONIC in nanoseconds; nothing else is in the trace.
  ///   - apps: those that are wanted; none: every app.
  ///   - signposts: of any process.
  ///   - pids: the apps that run, by their processes; those that have ended are in the entries.
  public init(
    _ entries: [HistoryInterface.Entry], from start: Int64? = nil, to end: Int64, apps: Set<String> = [],
    signposts: [Signpost] = [], pids: [Int64: String] = [:]
  ) {
    let history = History(entries, from: start, to: end, apps: apps)
    let shown = entries.filter { $0.time >= history.start && $0.time <= end }
    _ = process("device")
    for lane in history.lanes { draw(lane) }
    for stretch in history.pressure {
      slice("memory: \(stretch.level)", process("device"), .state, stretch.start, stretch.end)
    }
    for mark in history.device where mark.kind == .device || mark.kind == .began || mark.kind == .memory {
      instant(mark.text, process("device"), .marks, mark.time)
    }
    drawRequests(shown, end)
    drawEvents(shown, end, apps)
    let lanes = Set(history.lanes.map(\.app))
    var apps = pids
    for entry in entries where entry.kind == .exit { if let pid = entry.number { apps[pid] = entry.app } }
    for signpost in signposts where signpost.time >= history.start && signpost.time <= end {
      if let app = apps[signpost.pid], lanes.contains(app) { draw(signpost, process(app)) }
    }
    for (name, process) in processes.sorted(by: { $0.value < $1.value }) { introduce(name, process) }
  }

  // MARK: Lanes

  private mutating func draw(_ lane: Lane) {
    let app = process(lane.app)
    for band in lane.bands { slice(band.state.rawValue, app, .state, band.start, band.end) }
    for bar in lane.callbacks {
      callbacks[Callback(process: app, name: bar.name), default: []].append(bar.start)
      slice(bar.name, app, .callbacks, bar.start, bar.end, bar.detail.isEmpty ? [:] : ["scene": .string(bar.detail)])
    }
    for (number, bar) in lane.held.enumerated() {
      // They may overlap, which slices of one thread must not.
      let id: [String: JSON] = ["id": .string("\(app).\(number)"), "cat": .string("held")]
      add("b", bar.name, app, Thread.held.rawValue, bar.start, id)
      add("e", bar.name, app, Thread.held.rawValue, bar.end, id)
    }
    for mark in lane.marks { instant(mark.text, app, .state, mark.time) }
    for look in lane.footprints {
      add("C", "footprint", app, 0, look.time, ["args": .object(["bytes": .integer(Int(look.bytes))])])
    }
  }

  /// An interval may overlap others, and may begin and end on different threads of its app.
  private mutating func draw(_ signpost: Signpost, _ app: Int) {
    let args: [String: JSON] = signpost.message.isEmpty ? [:] : ["args": ["message": .string(signpost.message)]]
    let id: [String: JSON] = ["id": .string("\(signpost.pid).\(signpost.id)"), "cat": "signpost"]
    let thread = Thread.signposts.rawValue
    switch signpost.kind {
    case .begin: add("b", signpost.name, app, thread, signpost.time, args.merging(id) { one, _ in one })
    case .end: add("e", signpost.name, app, thread, signpost.time, args.merging(id) { one, _ in one })
    case .event: add("i", signpost.name, app, thread, signpost.time, args.merging(["s": "t"]) { one, _ in one })
    }
  }

  // MARK: Requests, events and arrows

  private mutating func drawRequests(_ entries: [HistoryInterface.Entry], _ end: Int64) {
    var open: [Int64: HistoryInterface.Entry] = [:]
    let device = process("device")
    var spans: [(entry: HistoryInterface.Entry, end: Int64, how: String)] = []
    for entry in entries {
      guard let number = entry.number else { continue }
      if entry.kind == .asked { open[number] = entry }
      if entry.kind == .answered, let asked = open.removeValue(forKey: number) {
        spans.append((asked, entry.time, entry.detail ?? entry.name ?? ""))
      }
    }
    spans += open.values.map { ($0, end, "under way") }
    for (number, span) in spans.sorted(by: { $0.entry.position < $1.entry.position }).enumerated() {
      let entry = span.entry
      let thread = Thread.requests.several(number)
      let subject: [String: JSON] = entry.app.map { ["app": .string($0)] } ?? [:]
      add(
        "X", entry.name ?? "request", device, thread, entry.time,
        [
          "dur": TraceEvent.microseconds(span.end - entry.time),
          "args": .object(subject.merging(["outcome": .string(span.how)]) { one, _ in one }),
        ])
      sources[entry.position] = Place(process: device, thread: thread, time: entry.time)
    }
  }

  private mutating func drawEvents(_ entries: [HistoryInterface.Entry], _ end: Int64, _ apps: Set<String>) {
    struct Key: Hashable {
      var app: String
      var number: Int64
    }
    var sent: [Key: HistoryInterface.Entry] = [:]
    // The first event of a process follows its hello, which has no entry: the launch brought it about.
    var launches: [String: Int64] = [:]
    for var entry in entries {
      if entry.kind == .launched, let app = entry.app { launches[app] = entry.cause }
      if entry.kind == .sent, let app = entry.app, let launch = launches.removeValue(forKey: app) {
        entry.cause = entry.cause ?? launch
      }
      guard let app = entry.app, let number = entry.number, apps.isEmpty || apps.contains(app) else { continue }
      let key = Key(app: app, number: number)
      if entry.kind == .sent { sent[key] = entry }
      if entry.kind == .acknowledged, let event = sent.removeValue(forKey: key) { draw(event, until: entry, app) }
    }
  }

  /// An event, from its sending to its acknowledgement, and the arrows to it.
  private mutating func draw(_ event: HistoryInterface.Entry, until ack: HistoryInterface.Entry, _ app: String) {
    let place = process(app)
    let number: [String: JSON] = ["seq": .integer(Int(event.number ?? 0))]
    let thread = Thread.events.several(Int(event.number ?? 0))
    add(
      "X", event.name ?? "event", place, thread, event.time,
      ["dur": TraceEvent.microseconds(ack.time - event.time), "args": .object(number)])
    add(
      "X", "ack \(event.name ?? "")", place, Thread.acknowledgements.rawValue, ack.time,
      ["dur": TraceEvent.microseconds(1000), "args": .object(number)])
    lastArrow += 1
    if let cause = event.cause, let source = sources[cause] {
      arrow("s", source.process, source.thread, source.time)
      arrow("t", place, thread, event.time)
    } else {
      arrow("s", place, thread, event.time)
    }
    if let callback = callback(event, until: ack.time, place) {
      arrow("t", place, Thread.callbacks.rawValue, callback)
    }
    arrow("f", place, Thread.acknowledgements.rawValue, ack.time)
    sources[ack.position] = Place(process: place, thread: Thread.acknowledgements.rawValue, time: ack.time)
  }

  /// When the callback began that an event led to.
  private func callback(_ event: HistoryInterface.Entry, until end: Int64, _ process: Int) -> Int64? {
    let starts = callbacks[Callback(process: process, name: event.name ?? "")] ?? []
    return starts.first { $0 >= event.time && $0 <= end }
  }

  private mutating func arrow(_ phase: String, _ process: Int, _ thread: Int, _ time: Int64) {
    var more: [String: JSON] = ["id": .integer(lastArrow), "cat": .string("cause")]
    // To the slice that is there, not to the next one.
    if phase == "f" { more["bp"] = .string("e") }
    add(phase, "cause", process, thread, time, more)
  }

  // MARK: Parts

  private mutating func add(
    _ phase: String, _ name: String, _ process: Int, _ thread: Int, _ time: Int64, _ more: [String: JSON]
  ) {
    events.append(TraceEvent(phase: phase, name: name, process: process, thread: thread, time: time, more: more))
  }

  private mutating func process(_ name: String) -> Int {
    if let number = processes[name] { return number }
    let number = processes.count + 1
    processes[name] = number
    return number
  }

  private mutating func slice(
    _ name: String, _ process: Int, _ thread: Thread, _ start: Int64, _ end: Int64,
    _ args: [String: JSON] = [:]
  ) {
    var more: [String: JSON] = ["dur": TraceEvent.microseconds(max(0, end - start))]
    if !args.isEmpty { more["args"] = .object(args) }
    add("X", name, process, thread.rawValue, start, more)
  }

  private mutating func instant(_ name: String, _ process: Int, _ thread: Thread, _ time: Int64) {
    add("i", name, process, thread.rawValue, time, ["s": "p"])
  }

  private mutating func introduce(_ name: String, _ process: Int) {
    add("M", "process_name", process, 0, 0, ["args": ["name": .string(name)]])
    let used = Set(events.filter { $0.process == process && $0.phase != "M" && $0.thread > 0 }.map(\.thread))
    for thread in used.sorted() {
      add("M", "thread_name", process, thread, 0, ["args": ["name": .string(Thread(number: thread)?.name ?? "")]])
    }
  }
}
