// Sees every effect and complains of the first that breaks an invariant. It knows the rules, not the model.
import LifecycleModel

struct Witness {
  let slots: Int
  /// The first broken invariant, in words.
  private(set) var complaint: String?
  private(set) var alive: Set<ProcessSerial> = []
  private(set) var frozen: Set<ProcessSerial> = []

  private var apps: [ProcessSerial: AppID] = [:]
  private var callbacks: [ProcessSerial: Callbacks] = [:]
  private var holders: Set<ProcessSerial> = []
  private var recorded: Set<ProcessSerial> = []
  private var states: [AppID: AppState] = [:]
  private var open: Set<RequestID> = []
  private var greeted: Set<ProcessSerial> = []

  /// Where a process is in the one legal order of callbacks (LA2, LA3, ST4, ST6).
  private struct Callbacks {
    enum Place { case new, launched, inactive, active, background, terminated }
    var place = Place.new
    var inFlight: (sequence: EventSequence, event: Event, since: Instant)?
    var placement = AppState.inactive
  }

  init(slots: Int) { self.slots = slots }

  private mutating func complain(_ words: String) { if complaint == nil { complaint = words } }

  // MARK: What the world tells it

  mutating func asked(_ request: RequestID) { open.insert(request) }
  mutating func froze(_ serial: ProcessSerial) { if alive.contains(serial) { frozen.insert(serial) } }
  mutating func continued(_ serial: ProcessSerial) { frozen.remove(serial) }
  func canSpeak(_ serial: ProcessSerial) -> Bool { greeted.contains(serial) && !frozen.contains(serial) }

  mutating func ended(_ serial: ProcessSerial) {
    alive.remove(serial)
    frozen.remove(serial)
    holders.remove(serial)
  }

  func isTerminating(_ serial: ProcessSerial) -> Bool {
    if case .willTerminate? = callbacks[serial]?.inFlight?.event { alive.contains(serial) } else { false }
  }

  mutating func before(_ input: Input) {
    switch input {
    case .spawnFailed(let serial, _): ended(serial)
    case .hello(let serial, _): greeted.insert(serial)
    case .acknowledged(let serial, let sequence): acknowledged(serial, sequence)
    default: break
    }
  }

  private mutating func acknowledged(_ serial: ProcessSerial, _ sequence: EventSequence) {
    guard alive.contains(serial), let event = callbacks[serial]?.inFlight, event.sequence == sequence else { return }
    callbacks[serial]?.inFlight = nil
    switch event.event {
    case .launch(_, _, let state): callbacks[serial]?.place = state == .inactive ? .inactive : .launched
    case .willResignActive:
      callbacks[serial]?.place = .inactive
      holders.remove(serial)
    case .didEnterBackground: callbacks[serial]?.place = .background
    case .willEnterForeground: callbacks[serial]?.place = .inactive
    case .didBecomeActive: callbacks[serial]?.place = .active
    case .willTerminate: callbacks[serial]?.place = .terminated
    case .input, .expireTasks: break
    }
  }

  // MARK: What the model does

  mutating func see(_ effect: Effect, at now: Instant) {
    switch effect {
    case .spawn(let serial, let app, _):
      if apps[serial] != nil { complain("serial \(serial.number) is used twice") }
      if apps.contains(where: { $0.value == app && alive.contains($0.key) }) {
        complain("LA10: \(app) is started while a process of it lives")
      }
      apps[serial] = app
      alive.insert(serial)
      callbacks[serial] = Callbacks()
    case .send(let serial, let sequence, let event): sent(serial, sequence, event, at: now)
    case .reply(let serial, _, _): reachable(serial, "a reply")
    case .freeze(let serial):
      reachable(serial, "a freeze")
      if callbacks[serial]?.inFlight != nil { complain("BG4: frozen with a callback in flight") }
      if callbacks[serial]?.place != .background { complain("BG1: frozen before didEnterBackground has returned") }
    case .thaw(let serial): frozen.remove(serial)
    case .kill(let serial): if !alive.contains(serial) { complain("killed though it is gone") }
    case .arm(let serial, let step, let due):
      if !alive.contains(serial) { complain("\(step) armed for a process that is gone") }
      if due < now { complain("\(step) armed in the past") }
    case .disarm: break
    case .answer(let request, _):
      if open.remove(request) == nil { complain("request \(request.number) is answered twice, or was never asked") }
    case .record(let record):
      if !recorded.insert(record.process).inserted { complain("TE3: two records of one process") }
      if alive.contains(record.process) { complain("TE3: a record of a process that lives") }
    case .report(.state(let app, let from, let to)):
      if states[app, default: .notRunning] != from { complain("ST1: \(app) reported from \(from), was \(states[app, default: .notRunning])") }
      let pair = Set([from, to])
      if pair == [.active, .background] || pair == [.active, .suspended] { complain("ST4: \(app) from \(from) to \(to)") }
      states[app] = to
    case .report(.deadline(_, _, let limit, let elapsed)):
      if elapsed < limit { complain("a deadline missed after \(elapsed) of \(limit)") }
    case .report, .shutdownComplete: break
    }
  }

  private mutating func reachable(_ serial: ProcessSerial, _ what: String) {
    if !alive.contains(serial) { complain("\(what) for a process that is gone") }
    if frozen.contains(serial) { complain("BG4: \(what) for a suspended process") }
  }

  private mutating func sent(_ serial: ProcessSerial, _ sequence: EventSequence, _ event: Event, at now: Instant) {
    reachable(serial, "\(event.callback)")
    guard let state = callbacks[serial] else { return }
    switch event {
    case .input:
      // R may not have been sent: the app is active, or becomes so with the event before.
      var isActive = state.place == .active && state.inFlight == nil
      if case .didBecomeActive? = state.inFlight?.event { isActive = true }
      if !isActive { complain("FG4: input for an app that is not active") }
      return
    case .expireTasks:
      return
    case .launch, .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive, .willTerminate: break
    }
    if let other = state.inFlight { complain("\(event.callback) sent while \(other.event.callback) is in flight") }
    switch (event, state.place) {
    case (.launch, .new): if !greeted.contains(serial) { complain("LA1: launched before it said hello") }
    case (.didBecomeActive, .inactive):
      holders.insert(serial)
      if holders.count > slots { complain("ST5: \(holders.count) apps hold \(slots) slots") }
    case (.willResignActive, .active), (.didEnterBackground, .inactive), (.didEnterBackground, .launched),
      (.willEnterForeground, .background), (.willEnterForeground, .launched), (.willTerminate, .inactive),
      (.willTerminate, .active), (.willTerminate, .launched), (.willTerminate, .background):
      break
    default: complain("ST4: \(event.callback) sent to an app that is \(state.place)")
    }
    callbacks[serial]?.inFlight = (sequence, event, now)
  }

  // MARK: Between inputs

  mutating func after(_ model: Lifecycle, _ timers: [World.Timer: Instant]) {
    for (id, app) in model.apps where app.state != states[id, default: .notRunning] {
      complain("ST1: \(id) is \(app.state), last reported \(states[id, default: .notRunning])")
    }
    if model.apps.values.count(where: { $0.state == .active }) > slots { complain("ST5: more active apps than slots") }
    if model.device.front.count > slots { complain("ST5: more apps in front than slots") }
    for timer in timers.keys {
      if !alive.contains(timer.serial) { complain("\(timer.step) armed for a process that is gone") }
      if frozen.contains(timer.serial) { complain("\(timer.step) counts while the process is frozen") }
    }
  }

  mutating func atRest(_ model: Lifecycle, isQuiet: Bool) {
    if !isQuiet { complain("it never comes to rest") }
    if !open.isEmpty { complain("requests \(open.map(\.number).sorted()) are never answered") }
    if recorded.count + alive.count != apps.count { complain("TE3: \(apps.count) processes, \(alive.count) alive, \(recorded.count) records") }
    for (id, app) in model.apps {
      guard let process = app.process else {
        if model.device.front.contains(id) { complain("TE5: \(id) is in front and not running") }
        continue
      }
      let isInFront = model.device.front.contains(id) && !model.device.isLocked
      let wanted: Set<AppState> =
        isInFront ? [model.device.isCovered ? .inactive : .active] : process.tasks.isEmpty ? [.suspended] : [.background]
      if !wanted.contains(app.state) { complain("\(id) rests \(app.state), not \(wanted)") }
    }
  }
}
