// One process of the simulated world: what it was told and has not answered, what the kernel is doing to it.

import LifecycleModel

struct SimulatedProcess {
  /// The state of a freeze: ordered, and then done.
  enum Freeze { case none, ordered, done }

  enum Look: Hashable { case holdings, processorTime }

  struct Delivery {
    let sequence: EventSequence
    let event: Event
  }

  let serial: ProcessSerial
  let app: AppID
  let launch: Launch
  var isForked = false
  var hasGreeted = false
  /// Events it has not acknowledged, the oldest first.
  var inbox: [Delivery] = []
  /// All it was ever told.
  var told: [Event] = []
  var replies: [AppAnswer] = []
  var tasks: [BackgroundTaskID] = []
  var activities: [ActivityID] = []
  /// The things that it holds, as the kernel says.
  var holdings = Holdings()
  /// The share of a processor that it uses, in percent, and the time that it has used.
  var load = 0
  var used = Duration.zero
  /// Looks at it that were asked for and not taken yet.
  var looks: [Look] = []
  /// It does not finish what it is woken for.
  var isDawdling = false
  var freeze = Freeze.none
  var isStoppedFromOutside = false
  /// A debugger may continue it though it is suspended.
  var isUnsealed = false
  var hasHungUp = false
  /// It has handled willTerminate: the exit comes next.
  var hasTerminated = false
  /// SIGKILL is on its way.
  var isKilled = false
  var isAlive = true
  /// It answers no life-cycle event any more.
  var isMute = false
  var timers: [Step: Instant] = [:]
  /// Bytes, when somebody watches memory.
  var footprint: UInt64? {
    get { holdings.footprint }
    set { holdings.footprint = newValue }
  }
  private var lastRequest: UInt64 = 0

  init(_ serial: ProcessSerial, _ app: AppID, _ launch: Launch) {
    self.serial = serial
    self.app = app
    self.launch = launch
  }

  mutating func nextRequest() -> UInt64 {
    lastRequest += 1
    return lastRequest
  }

  /// It runs, and works as much as it does.
  mutating func work(for duration: Duration) {
    if load > 0, isForked, freeze == .none, !isStoppedFromOutside { used += duration * load / 100 }
  }

  /// The timer that is due first.
  var nextTimer: (step: Step, at: Instant)? {
    var first: (step: Step, at: Instant)?
    for (step, at) in timers where first.map({ (at, step.rawValue) < ($0.at, $0.step.rawValue) }) ?? true {
      first = (step, at)
    }
    return first
  }
}

/// A deed that a process, or the kernel on its behalf, can do next.
enum Deed: Hashable {
  /// Any deed that a process that behaves would do next.
  case behave
  // The kernel.
  case fork, failToStart, freeze, failToFreeze, stop, resume, look
  // The app, as it should.
  case greet, acknowledge, beginTask, endTask, endActivity, askTime, trace, exit
  /// Acknowledges the oldest event; an event that it was woken for takes longer.
  case acknowledgeStep
  /// Acknowledges the oldest event with more than that it was handled.
  case answer(Acknowledgement)
  case request(AppRequest)
  // The app, as it should not.
  case greetAgain, greetWrongly, acknowledgeNonsense, askNonsense, endUnknownTask, garbage, crash, hangUp, fallSilent
  case dawdle
}

extension Event {
  /// Whether it is a step of the life cycle; of those only one is in flight.
  var isLifecycle: Bool {
    switch self {
    case .launch, .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive, .willTerminate,
      .aside, .scene:
      true
    case .input, .present, .wake, .expireWake, .progress, .expireTasks: false
    }
  }

  /// Acknowledged when it is finished, and not when it is its turn (BX3).
  var isWake: Bool { if case .wake = self { true } else { false } }

  /// It asks for a picture (SN1).
  var isSnapshot: Bool {
    switch self {
    case .aside(.snapshot), .scene(_, .snapshot, _, _): true
    case .launch, .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive, .willTerminate,
      .aside, .scene, .input, .present, .wake, .expireWake, .progress, .expireTasks:
      false
    }
  }

  /// R, B, F, A, T as docs/lifecycle.md writes them.
  var letter: String {
    switch self {
    case .launch: "L"
    case .willResignActive: "R"
    case .didEnterBackground: "B"
    case .willEnterForeground: "F"
    case .didBecomeActive: "A"
    case .willTerminate: "T"
    case .aside(let aside): aside.letter
    case .scene(_, let event, _, _): event.letter
    case .input: "input"
    case .present: "present"
    case .wake: "wake"
    case .expireWake, .expireTasks: "expire"
    case .progress: "progress"
    }
  }
}

extension Aside {
  var letter: String {
    switch self {
    case .open: "open"
    case .snapshot: "snap"
    case .statusBar: "bar"
    case .notice: "notice"
    case .discardSessions: "DD"
    case .memoryWarning: "warn"
    case .closeDevices: "close"
    case .settled: "settled"
    }
  }
}

extension SceneEvent {
  /// WC, DC and the rest as docs/lifecycle.md writes them.
  var letter: String {
    switch self {
    case .connect: "WC"
    case .willResignActive: "R"
    case .didEnterBackground: "B"
    case .willEnterForeground: "F"
    case .didBecomeActive: "A"
    case .disconnect: "DC"
    case .open: "open"
    case .snapshot: "snap"
    }
  }
}
