// A device without a kernel, a process or a clock: carries out the model's effects, and lets whatever is pending happen
// in any order that a test asks for.

import LifecycleModel

struct World {
  private(set) var lifecycle: Lifecycle
  private(set) var now = Instant(nanoseconds: 1_000_000_000)
  /// Every process there ever was; its serial is its place, counted from one.
  private(set) var processes: [SimulatedProcess] = []
  private(set) var living: [Int] = []
  private(set) var answers: [RequestID: Outcome] = [:]
  private(set) var reports: [Report] = []
  private(set) var records: [ExitRecord] = []
  /// What was to outlive the processes.
  private(set) var kept: [Effect] = []
  private(set) var isShutDown = false
  private(set) var laws: Laws
  /// What is done about memory, when somebody watches it.
  var memory: MemoryLaws?
  /// What happened, when somebody wants to read it.
  var journal: [String]?
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
      processes.append(SimulatedProcess(serial, app, launch))
    case .send(let serial, let sequence, let event):
      change(serial) {
        $0.inbox.append(SimulatedProcess.Delivery(sequence: sequence, event: event))
        $0.told.append(event)
      }
    case .reply(let serial, _, let answer):
      change(serial) {
        $0.replies.append(answer)
        if case .backgroundTask(let task) = answer, task != .invalid { $0.tasks.append(task) }
      }
    case .freeze(let serial): change(serial) { $0.freeze = .ordered }
    case .thaw(let serial):
      change(serial) {
        $0.freeze = .none
        $0.isStoppedFromOutside = false
      }
    case .kill(let serial): change(serial) { $0.isKilled = true }
    case .arm(let serial, let step, let at): change(serial) { $0.timers[step] = at }
    case .disarm(let serial, let step): change(serial) { $0.timers[step] = nil }
    case .answer(let request, let outcome): answers[request] = outcome
    case .keepSession, .discardSession, .discardsReported, .keepPicture, .forgetPicture, .keepTask, .dropTask,
      .discardKeys, .openKeys:
      kept.append(effect)
    // What the kernel says of holdings and use, and what clocks do, is fed by those who test it.
    case .inspect, .sampleCPU, .armTasks, .armKeys, .giveKey, .memory: break
    case .record(let record):
      records.append(record)
      change(record.process) { $0.isAlive = false }
      living.removeAll { processes[$0].serial == record.process }
    case .report(let report): reports.append(report)
    case .shutdownComplete: isShutDown = true
    }
  }

  mutating func change(_ serial: ProcessSerial, _ body: (inout SimulatedProcess) -> Void) {
    let place = Int(serial.number) - 1
    guard processes.indices.contains(place) else { return laws.break("only processes that were spawned are spoken of") }
    body(&processes[place])
  }

  // MARK: Looking

  /// The newest process of an app, alive or not.
  func process(_ app: AppID) -> SimulatedProcess? { latest[app].map { processes[$0] } }

  func state(_ app: AppID) -> AppState { lifecycle.apps[app]?.state ?? .notRunning }

  /// All the newest process of an app was told, in letters: "L A R B". What only its library has to know is left out.
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
  mutating func ask(_ answer: Request.Answer = .whenDone, _ input: (Request) -> Input) -> Request {
    let request = request(answer)
    feed(input(request))
    return request
  }

  // MARK: Time

  /// Lets time pass, with every timer firing when it is due; or, `late`, only at the end.
  mutating func pass(_ duration: Duration, late: Bool = false) {
    let end = now + duration
    if late { now = end }
    while let (place, step, at) = nextTimer, at <= end {
      if !late { now = max(now, at) }
      fire(step, of: place)
    }
    now = end
  }

  var nextTimer: (process: Int, step: Step, at: Instant)? {
    var first: (process: Int, step: Step, at: Instant)?
    for place in living {
      guard let timer = processes[place].nextTimer else { continue }
      if first.map({ timer.at < $0.at }) ?? true { first = (place, timer.step, timer.at) }
    }
    return first
  }

  private mutating func fire(_ step: Step, of place: Int) {
    processes[place].timers[step] = nil
    feed(.due(processes[place].serial, step))
  }

  /// Plays everything out that is pending and lets time run until nothing happens by itself any more. Apps that do not
  /// answer meet their deadlines.
  mutating func settle() {
    for _ in 0..<5_000 {
      if behaveAll() { continue }
      guard let (place, step, at) = nextTimer else { return }
      now = max(now, at)
      fire(step, of: place)
    }
    laws.break("the world comes to rest when everybody behaves")
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

  // MARK: JSON

  /// From now on, a copy that went through JSON has to act as the model does.
  mutating func takeTwin() {
    twin = lifecycle.throughJSON
    if twin != lifecycle { laws.break("a state that went through JSON equals the one it was made from") }
  }
}
