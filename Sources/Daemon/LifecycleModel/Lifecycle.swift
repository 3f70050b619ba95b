// The policy: inputs with a time in, effects out. The only place that knows a rule of docs/lifecycle.md.

/// The state of the whole device and all its apps. It owns no clock, file or process: the code that drives it hands in
/// what happened and carries out what it answers, in order.
public struct Lifecycle: Hashable, Codable, Sendable {
  public internal(set) var policy: Policy
  public internal(set) var device = Device()
  public internal(set) var apps: [AppID: App] = [:]
  public internal(set) var memory = MemoryPressure()
  /// The app of each serial; an app that has ended has none.
  var owners: [ProcessSerial: AppID] = [:]
  /// The places that hold a foreground slot as the apps themselves know it, which may lag behind `device.places`.
  var slotHolders: Set<Place> = []
  /// The estates of apps that are not installed, or not yet.
  var absent: [AppID: Estate] = [:]
  var sessionNames: SessionNames
  /// The apps that have asked for background work (BX4), the next time of each, and when the clock rings.
  var appsWithTasks: Set<AppID> = []
  var taskTimes = DueTimes()
  var nextTaskDue: Instant?
  /// The apps with transfers that have not ended or have not been told (BX9), the next time of each, and when the clock
  /// rings.
  var appsWithTransfers: Set<AppID> = []
  var transferTimes = DueTimes()
  var nextTransferDue: Instant?
  var lastTransfer = TransferSerial(number: 0)
  /// When the next planned notification is to be shown.
  var nextNotificationDue: Instant?
  /// From the clock to the calendar by which the dates of apps are the instants that they are here; nil: not known yet.
  public internal(set) var calendarOffset: Int64?
  /// The facts of the device when that work was last looked at.
  var taskConditions = TaskConditions(Device())
  /// BX4: it is not known yet whether the device has external power, and until then it has none. No app is told.
  public internal(set) var isBatteryAwaited = false
  /// The apps that were given processing since the user was last there.
  var processing: Set<AppID> = []
  /// Counts what is brought forward, so that sessions know their order.
  var lastUse: UInt64 = 0
  /// The number of apps that each waiting request still waits for.
  var pending: [RequestID: Int] = [:]
  var lastSerial = ProcessSerial(number: 0)
  var isShuttingDown = false

  /// - Parameter seed: of the names that new sessions get.
  public init(policy: Policy, seed: UInt64 = 0) {
    self.policy = policy
    sessionNames = SessionNames(seed: seed)
  }

  /// Who has the next word: what happens next takes no time of the device's. Nil: nobody.
  public var awaited: Awaited? { apps.values.compactMap { $0.process?.awaited }.max() }

  /// The effects of `input`, which happens at `now`. Never fails: an input that makes no sense (an answer of one that
  /// is gone, a timer for a step that has landed) has no effect.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    var turn = Turn(now: now, policy: policy)
    switch input {
    case .installed(let description): install(description, &turn)
    case .removed(let app): remove(app, &turn)
    case .policyChanged(let policy): apply(policy, &turn)
    case .recalled(let kept): recall(kept, &turn)
    case .wish(let wish, let request): take(wish, request, &turn)
    case .found(let change): find(change, &turn)
    case .passcodeChanged(let isSet): passcodeChanged(isSet: isSet, &turn)
    case .calendar(let offset): follow(calendar: offset, &turn)
    case .kernel(let serial, let fact): learn(fact, of: serial, &turn)
    case .app(let serial, let word): hear(word, from: serial, &turn)
    case .memory(let input): take(input, &turn)
    case .transfer(let app, let serial, let fact): learn(fact, of: serial, app, &turn)
    case .due(let alarm): ring(alarm, &turn)
    case .shutdown: shutdown(&turn)
    case .restored: goOn(&turn)
    }
    let reviewsAll = turn.reviewsTasks || TaskConditions(device, isBatteryAwaited: isBatteryAwaited) != taskConditions
    if reviewsAll || turn.taskReview != nil { runDueTasks(of: reviewsAll ? nil : turn.taskReview, &turn) }
    if reviewsAll || turn.transferReview != nil { runDueTransfers(of: reviewsAll ? nil : turn.transferReview, &turn) }
    settleMemory(&turn)
    fillInNotifications(&turn)
    return turn.effects
  }

  /// The app whose process `serial` is; nil once it has ended.
  public func app(of serial: ProcessSerial) -> AppID? { owners[serial] }
}
