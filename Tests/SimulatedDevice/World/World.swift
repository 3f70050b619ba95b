// A device without a kernel, a process or a clock: carries out the model's effects, and lets whatever is pending happen
// in any order that a test asks for.

import LifecycleModel

struct World {
  private(set) var lifecycle: Lifecycle
  private(set) var now = Instant(nanoseconds: 1_000_000_000)
  /// Every process there ever was.
  private(set) var processes: [SimulatedProcess] = []
  private(set) var places: [ProcessSerial: Int] = [:]
  private(set) var living: [Int] = []
  private(set) var answers: [RequestID: Outcome] = [:]
  private(set) var reports: [Report] = []
  private(set) var records: [ExitRecord] = []
  /// The effects that were to outlive the processes.
  private(set) var kept: [Effect] = []
  private(set) var isShutDown = false
  private(set) var laws: Laws
  /// The laws of memory, when a test watches memory.
  var memory: MemoryLaws?
  /// The events so far, when somebody wants to read them.
  var journal: [String]?
  /// When the clocks of tasks and of keys ring.
  private(set) var tasksDue: Instant?
  private(set) var keysDue: Instant?
  private(set) var transfersDue: Instant?
  /// Orders to the daemon for transfers.
  private(set) var transferWork: [TransferEffect] = []
  private var latest: [AppID: Int] = [:]
  private var lastRequest: UInt64 = 0
  private var lastNumber = 0
  /// A copy of the model that went through JSON, and has to do what the model does.
  private var twin: Lifecycle?

  init(policy: Policy) {
    lifecycle = Lifecycle(policy: policy)
    laws = Laws(policy: policy)
  }

  @discardableResult
  mutating func feed(_ input: Input) -> [Effect] {
    let effects = lifecycle.handle(input, at: now)
    journal?.append("\(input)")
    for effect in effects { journal?.append("    \(effect)") }
    laws.observe(input, effects, at: now, lifecycle)
    memory?.observe(input, effects, at: now, laws)
    if twin != nil, twin?.handle(input, at: now) != effects || twin != lifecycle {
      laws.break("a state that went through JSON acts like the one it was made from")
    }
    for effect in effects { carryOut(effect) }
    return effects
  }

  private mutating func carryOut(_ effect: Effect) {
    switch effect {
    case .spawn(let serial, let app, let launch):
      living.append(processes.count)
      latest[app] = processes.count
      places[serial] = processes.count
      processes.append(SimulatedProcess(serial, app, launch))
    case .send(let serial, let sequence, let event):
      change(serial) {
        $0.inbox.append(SimulatedProcess.Delivery(sequence: sequence, event: event))
        $0.told.append(event)
      }
    case .reply(let serial, _, let answer), .replyWhenStored(let serial, _, let answer):
      change(serial) {
        $0.replies.append(answer)
        if case .backgroundTask(let task) = answer, task != .invalid { $0.tasks.append(task) }
        if case .activity(let activity) = answer { $0.activities.append(activity) }
      }
    case .freeze(let serial): change(serial) { $0.freeze = .ordered }
    case .thaw(let serial):
      change(serial) {
        $0.freeze = .none
        $0.isStoppedFromOutside = false
      }
    case .unseal(let serial): change(serial) { $0.isUnsealed = true }
    case .kill(let serial): change(serial) { $0.isKilled = true }
    case .arm(.step(let serial, let step), let at): change(serial) { $0.timers[step] = at }
    case .answer(let request, let outcome): answers[request] = outcome
    case .inspect(let serial): change(serial) { $0.looks.append(.holdings) }
    case .sampleCPU(let serial): change(serial) { $0.looks.append(.processorTime) }
    case .arm(.tasks, let at): tasksDue = at
    case .arm(.keys, let at): keysDue = at
    case .arm(.transfers, let at): transfersDue = at
    case .transfers(let effect): transferWork.append(effect)
    case .keys(.give(let serial, _, _, let kind)): change(serial) { $0.replies.append(.key(kind.rawValue)) }
    case .keys(.givePublic(let serial, _, _)): change(serial) { $0.replies.append(.key("public")) }
    case .arm(.notifications, _), .arm(.memory, _), .memory: break
    case .store(.record(let record)):
      records.append(record)
      change(record.process) { $0.isAlive = false }
      living.removeAll { processes[$0].serial == record.process }
    case .store, .keepPicture, .forgetPicture, .eraseData, .keys: kept.append(effect)
    case .report(let report): reports.append(report)
    case .shutdownComplete: isShutDown = true
    }
  }

  mutating func change(_ serial: ProcessSerial, _ body: (inout SimulatedProcess) -> Void) {
    guard let place = places[serial] else { return laws.break("only processes that were spawned are spoken of") }
    body(&processes[place])
  }

  // MARK: Looking

  /// The newest process of an app, alive or not.
  func process(_ app: AppID) -> SimulatedProcess? { latest[app].map { processes[$0] } }

  func state(_ app: AppID) -> AppState { lifecycle.apps[app]?.state ?? .notRunning }

  /// All the newest process of an app was told, in letters: "L A R B". An event that only its library has to know is
  /// left out.
  func told(_ app: AppID, withPictures: Bool = false) -> String {
    let told = process(app)?.told.filter { withPictures || !$0.isSnapshot } ?? []
    return told.map(\.letter).joined(separator: " ")
  }

  func outcome(_ request: Request) -> Outcome? { answers[request.id] }

  /// Every state an app was reported to be in, from the first.
  func history(_ app: AppID) -> [AppState] {
    reports.compactMap { if case .state(app, from: _, let state) = $0 { state } else { nil } }
  }

  // MARK: People

  mutating func request(_ answer: Request.Answer = .whenDone) -> Request {
    lastRequest += 1
    return Request(id: RequestID(number: lastRequest), answer: answer)
  }

  /// Tells one thing to open, or one new scene, from all others.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  mutating func giveBackRequest() { lastRequest -= 1 }

  @discardableResult
  mutating func ask(_ wish: Wish, _ answer: Request.Answer = .whenDone) -> Request {
    let request = request(answer)
    feed(.wish(wish, request))
    return request
  }

  // MARK: Time

  /// Lets time pass, with every timer firing when it is due; or, `late`, only at the end.
  mutating func pass(_ duration: Duration, late: Bool = false) {
    let end = now + duration
    if late { wait(until: end) }
    while let (timer, at) = nextTimer, at <= end {
      if !late { wait(until: at) }
      fire(timer)
    }
    wait(until: end)
  }

  /// Lets time pass, and no timer fire.
  mutating func wait(until later: Instant) {
    guard later > now else { return }
    for place in living { processes[place].work(for: later.since(now)) }
    now = later
  }

  enum Timer {
    case step(Step, process: Int)
    case tasks, keys, transfers
  }

  var nextTimer: (timer: Timer, at: Instant)? {
    var first: (timer: Timer, at: Instant)?
    func consider(_ timer: Timer, at: Instant) { if first.map({ at < $0.at }) ?? true { first = (timer, at) } }
    for place in living {
      if let timer = processes[place].nextTimer { consider(.step(timer.step, process: place), at: timer.at) }
    }
    if let tasksDue { consider(.tasks, at: tasksDue) }
    if let keysDue { consider(.keys, at: keysDue) }
    if let transfersDue { consider(.transfers, at: transfersDue) }
    return first
  }

  private mutating func fire(_ timer: Timer) {
    switch timer {
    case .step(let step, let place):
      processes[place].timers[step] = nil
      feed(.due(.step(processes[place].serial, step)))
    case .tasks:
      tasksDue = nil
      feed(.due(.tasks))
    case .keys:
      keysDue = nil
      feed(.due(.keys))
    case .transfers:
      transfersDue = nil
      feed(.due(.transfers))
    }
  }

  /// Plays everything out that is pending and lets time run until nothing happens by itself any more. Apps that do not
  /// answer meet their deadlines.
  mutating func settle() {
    for _ in 0..<5_000 {
      if behaveAll() { continue }
      guard let (timer, at) = nextTimer, !onlyMeasures else { return }
      wait(until: at)
      fire(timer)
    }
    laws.break("the world comes to rest when everybody behaves")
  }

  /// An app that keeps itself awake is measured for ever (BG8).
  private var onlyMeasures: Bool {
    tasksDue == nil && keysDue == nil && transfersDue == nil
      && living.allSatisfy { processes[$0].timers.keys.allSatisfy { $0 == .cpuWindow } }
  }

  /// Plays out what is pending, and lets no time pass.
  mutating func play() {
    for _ in 0..<5_000 where !behaveAll() { return }
    laws.break("the world comes to rest when everybody behaves")
  }

  /// Plays out what one app would do by itself now.
  mutating func play(_ app: AppID) {
    for _ in 0..<100 where !act(app, .behave) { return }
    laws.break("an app comes to rest when it behaves: \(app)")
  }

  /// One natural step of every process; false when nothing was left to do.
  private mutating func behaveAll() -> Bool {
    var acted = false
    for place in living where behave(place) { acted = true }
    return acted
  }

  mutating func checkQuiet() { laws.checkQuiet(lifecycle, processes) }

  // MARK: The daemon

  /// The daemon ended with every process, and begins again with what was kept: requests for background work, and whom
  /// the user has force-quit.
  mutating func restart(_ apps: [AppDescription], recallsFirst: Bool) {
    let (before, policy) = (laws, laws.policy)
    lifecycle = Lifecycle(policy: policy)
    laws = Laws(policy: policy)
    (processes, places, living, latest, answers, lastRequest, twin) = ([], [:], [], [:], [:], 0, nil)
    (tasksDue, keysDue, transfersDue) = (nil, nil, nil)
    if !recallsFirst { for app in apps { feed(.installed(app)) } }
    for app in before.forceQuit.sorted() { feed(.recalled(.forceQuit(app))) }
    for app in apps.map(\.id) {
      feed(.recalled(.tasks(app, before.scheduled[app, default: [:]].values.sorted { $0.identifier < $1.identifier })))
    }
    if recallsFirst { for app in apps { feed(.installed(app)) } }
  }

  /// The daemon ended, and another goes on with `lifecycle`: of the processes there are those of `adopted`.
  mutating func begin(with lifecycle: Lifecycle, _ laws: Laws, adopting adopted: [Int]) {
    (self.lifecycle, self.laws, living) = (lifecycle, laws, adopted)
    for place in processes.indices where !adopted.contains(place) { processes[place].isAlive = false }
    (answers, lastRequest, twin, tasksDue, keysDue, transfersDue) = ([:], 0, nil, nil, nil, nil)
    // A new era, in which serials begin anew.
    if adopted.isEmpty { (processes, places, latest, self.laws.tracks, self.laws.places) = ([], [:], [:], [], [:]) }
  }

  // MARK: JSON

  /// From now on, a copy that went through JSON has to act as the model does.
  mutating func takeTwin() {
    twin = lifecycle.throughJSON
    if twin != lifecycle { laws.break("a state that went through JSON equals the one it was made from") }
  }
}
