// The policy: inputs with a time in, effects out. The only place that knows a rule of docs/lifecycle.md.

/// The state of the whole device and all its apps. It owns no clock, file or process: whoever drives it hands in what
/// happened and carries out what it answers, in order.
public struct Lifecycle: Hashable, Codable, Sendable {
  public internal(set) var policy: Policy
  public internal(set) var device = Device()
  public internal(set) var apps: [AppID: App] = [:]
  public internal(set) var memory = MemoryPressure()
  /// Whose process a serial is; empty of those that ended.
  var owners: [ProcessSerial: AppID] = [:]
  /// Who holds a foreground slot as the apps themselves know it, which may lag behind `device.places`.
  var slotHolders: Set<Place> = []
  /// What is known of apps that are not installed, or not yet.
  var recalled: [AppID: Remains] = [:]
  var sessionNames: SessionNames
  /// The apps that have asked for background work (BX4), and when the next of it may begin.
  var appsWithTasks: Set<AppID> = []
  var nextTaskDue: Instant?
  /// When the next planned notification is to be shown.
  var nextNotificationDue: Instant?
  /// What the device was like when that work was last looked at.
  var taskConditions = TaskConditions(Device())
  /// The apps that were given processing since the user was last there.
  var processing: Set<AppID> = []
  /// Counts what is brought forward, so that sessions know their order.
  var lastUse: UInt64 = 0
  /// How many more apps each waiting request waits for.
  var pending: [RequestID: Int] = [:]
  var lastSerial = ProcessSerial(number: 0)
  var isShuttingDown = false

  /// - Parameter seed: of the names that new sessions get.
  public init(policy: Policy, seed: UInt64 = 0) {
    self.policy = policy
    sessionNames = SessionNames(seed: seed)
  }

  /// What `input`, happening at `now`, makes necessary. Never fails: what makes no sense (an answer from a process that
  /// is gone, a timer for a step that has landed) has no effect.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    var turn = Turn(now: now, policy: policy)
    switch input {
    case .installed(let description): install(description, &turn)
    case .removed(let app): remove(app)
    case .policyChanged(let policy): adopt(policy, &turn)
    case .recalled(let app, let sessions): recall(app, sessions)
    case .recalledTasks(let app, let tasks): recall(tasks, of: app, &turn)
    case .recalledNotifications(let app, let notifications): recall(notifications, of: app, &turn)
    case .recalledForceQuit(let app): recallForceQuit(of: app)
    case .recalledDeaths(let app, let count, let ago): recallDeaths(of: app, count, ago: ago, at: turn.now)

    case .recalledFact(let change): set(change)

    case .recalledPasscode: lockUntilFirstUnlock()
    case .passcodeChanged(let isSet): passcodeChanged(isSet: isSet, &turn)

    case .launch(let app, let launch, let placement, let request): self.launch(app, launch, placement, request, &turn)
    case .activate(let app, let request): activate(app, request, &turn)
    case .home(let request): home(request, &turn)
    case .lock(let request): lock(request, &turn)
    case .unlock(let request): unlock(request, &turn)
    case .call(let button, let request): call(button, request, &turn)
    case .showAlert(let request): showAlert(request, &turn)
    case .dismissAlert(let request): dismissAlert(request, &turn)
    case .openPanel(let panel, let request): open(panel, request, &turn)
    case .closePanel(let panel, let request): close(panel, request, &turn)
    case .banner(let text, let request): banner(text, request, &turn)
    case .openURL(let url, let source, let request): openURL(url, from: source, request, &turn)
    case .newScene(let app, let session, let request): newScene(app, session, request, &turn)
    case .activateScene(let app, let session, let request): activateScene(app, session, request, &turn)
    case .closeScene(let app, let session, let request): close(app, session, .disconnect, request, &turn)
    case .discardScene(let app, let session, let request): close(app, session, .discard, request, &turn)
    case .wake(let app, let wake, let request): self.wake(app, for: wake, request, &turn)
    case .notify(let app, let notification, let request): notify(app, notification, request, &turn)
    case .openNotification(let app, let identifier, let action, let text, let request):
      openNotification(app, identifier, action: action, text: text, request, &turn)
    case .dismissNotification(let app, let identifier, let request):
      dismissNotification(app, identifier, request, &turn)
    case .fact(let change, let request): learn(change, request, &turn)
    case .found(let change): find(change, &turn)
    case .quit(let app, let request): end(app, .forceQuit, request, &turn)
    case .terminate(let app, let request): end(app, .system, request, &turn)
    case .userInput(let app, let json, let request): userInput(app, json, request, &turn)
    case .shutdown: shutdown(&turn)

    case .spawned(let serial, let pid): update(serial, &turn) { process, _ in process.pid = pid }
    case .spawnFailed(let serial, let why): spawnFailed(serial, why, &turn)
    case .exited(let serial, let status, let usage): exited(serial, status, usage, &turn)
    case .froze(let serial, let holdings):
      froze(serial, holding: holdings, &turn)
      if let footprint = holdings.footprint { learn([serial: footprint], &turn) }
    case .inspected(let serial, let holdings):
      update(serial, &turn) { $0.inspected(holdings, &$1) }
      if let footprint = holdings.footprint { learn([serial: footprint], &turn) }
    case .sampledCPU(let serial, let used): update(serial, &turn) { $0.sampledCPU(used, &$1) }
    case .freezeFailed(let serial, let why): update(serial, &turn) { $0.freezeFailed(why, &$1) }
    case .stoppedFromOutside(let serial): update(serial, &turn) { $0.stopped(&$1) }
    case .continuedFromOutside(let serial): update(serial, &turn) { $0.continued(&$1) }

    case .hello(let serial, let version): update(serial, &turn) { $0.hello(protocolVersion: version, &$1) }
    case .acknowledged(let serial, let sequence, let answer): acknowledged(serial, sequence, answer, &turn)
    case .entering(let serial, let callback): update(serial, &turn) { $0.entering(callback, &$1) }
    case .returned(let serial, let callback, let scene, let took):
      update(serial, &turn) { $0.returned(callback, scene: scene, took: took, &$1) }
    case .requested(let serial, let id, let request): update(serial, &turn) { $0.take(request, id: id, &$1) }
    case .crashing(let serial): update(serial, &turn) { $0.crashed = $0.crashed ?? $1.now }
    case .violated(let serial, let how): update(serial, &turn) { $0.kill(.violation(how), &$1) }
    case .hungUp(let serial): update(serial, &turn) { $0.hungUp(&$1) }

    case .tasksDue:
      nextTaskDue = nil
      turn.reviewsTasks = true
    case .notificationsDue: showDueNotifications(&turn)
    case .memory(let input): take(input, &turn)
    case .keysDue: discardKeys(&turn)
    case .due(let serial, let step): update(serial, &turn) { $0.timerFired(step, &$1) }
    }
    if turn.reviewsTasks || TaskConditions(device) != taskConditions { runDueTasks(&turn) }
    settleMemory(&turn)
    return turn.effects
  }

  /// The app whose process `serial` is; nil once it has ended.
  public func app(of serial: ProcessSerial) -> AppID? { owners[serial] }

  // MARK: One app's turn

  /// Lets `change` happen to a live process, and then whatever follows from it.
  mutating func update(_ serial: ProcessSerial, _ turn: inout Turn, _ change: (inout AppProcess, inout Turn) -> Void) {
    guard let app = owners[serial], apps[app]?.process?.serial == serial else { return }
    if var process = apps[app]?.process {
      apps[app]?.process = nil
      change(&process, &turn)
      apps[app]?.process = process
    }
    advance(app, &turn)
  }

  /// Moves an app toward where the device wants it, keeps the books of slots, and answers who waited for it. Its cost
  /// does not depend on how many apps there are.
  mutating func advance(_ app: AppID, _ turn: inout Turn) {
    var isSlotFree = bookSlots(of: app)
    let stage = Stage(device: device, slotHolders: slotHolders, slots: policy.foregroundSlots)
    apps[app]?.advance(on: stage, &turn)
    if bookSlots(of: app) { isSlotFree = true }
    keepMemoryBooks(of: app, &turn)
    if isSlotFree {
      for next in device.front where next != app { advance(next, &turn) }
    }
    if apps[app]?.process?.isInBackground ?? false { apps[app]?.showUnanswered(&turn) }
    answerAsked(by: app, &turn)
    if apps[app]?.process?.isSettled(on: device) ?? true { settle(app, &turn) }
  }

  mutating func advance(_ apps: [AppID], _ turn: inout Turn) {
    for app in apps { advance(app, &turn) }
  }

  /// Brings the books of slots up to date; whether one has become free.
  private mutating func bookSlots(of app: AppID) -> Bool {
    let held = apps[app]?.process?.placesHeld ?? []
    let released = slotHolders.filter { $0.app == app && !held.contains($0) }
    slotHolders.subtract(released)
    slotHolders.formUnion(held)
    return !released.isEmpty
  }
}
