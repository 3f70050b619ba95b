// The policy: inputs with a time in, effects out. The only place that knows a rule of LIFECYCLE.md.

/// The state of the whole device and all its apps. It owns no clock, file or process: whoever drives it hands in what
/// happened and carries out what it answers, in order.
public struct Lifecycle: Hashable, Codable, Sendable {
  public internal(set) var policy: Policy
  public internal(set) var device = Device()
  public internal(set) var apps: [AppID: App] = [:]
  /// Whose process a serial is; empty of those that ended.
  var owners: [ProcessSerial: AppID] = [:]
  /// The apps that hold a foreground slot as the apps themselves know it, which may lag behind `device.front`.
  var slotHolders: Set<AppID> = []
  /// How many more apps each waiting request waits for.
  var pending: [RequestID: Int] = [:]
  var lastSerial = ProcessSerial(number: 0)
  var isShuttingDown = false

  public init(policy: Policy) { self.policy = policy }

  /// What `input`, happening at `now`, makes necessary. Never fails: what makes no sense (an answer from a process that
  /// is gone, a timer for a step that has landed) has no effect.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    var turn = Turn(now: now, policy: policy)
    switch input {
    case .installed(let description): install(description)
    case .removed(let app): remove(app)

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
    case .quit(let app, let request): end(app, .forceQuit, request, &turn)
    case .terminate(let app, let request): end(app, .system, request, &turn)
    case .userInput(let app, let json, let request): userInput(app, json, request, &turn)
    case .shutdown: shutdown(&turn)

    case .spawned(let serial, let pid): update(serial, &turn) { process, _ in process.pid = pid }
    case .spawnFailed(let serial, let why): spawnFailed(serial, why, &turn)
    case .exited(let serial, let status, let usage): exited(serial, status, usage, &turn)
    case .froze(let serial): update(serial, &turn) { $0.froze(&$1) }
    case .freezeFailed(let serial, let why): update(serial, &turn) { $0.freezeFailed(why, &$1) }
    case .stoppedFromOutside(let serial): update(serial, &turn) { $0.stopped(&$1) }
    case .continuedFromOutside(let serial): update(serial, &turn) { $0.continued(&$1) }

    case .hello(let serial, let version): update(serial, &turn) { $0.hello(protocolVersion: version, &$1) }
    case .acknowledged(let serial, let sequence): acknowledged(serial, sequence, &turn)
    case .entering(let serial, let callback): update(serial, &turn) { $0.entering(callback, &$1) }
    case .returned(let serial, let callback, let took):
      update(serial, &turn) { $0.returned(callback, took: took, &$1) }
    case .requested(let serial, let id, let request): update(serial, &turn) { $0.take(request, id: id, &$1) }
    case .violated(let serial, let how): update(serial, &turn) { $0.kill(.violation(how), &$1) }
    case .hungUp(let serial): update(serial, &turn) { $0.hungUp(&$1) }

    case .due(let serial, let step): update(serial, &turn) { $0.timerFired(step, &$1) }
    }
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
    let goal = device.goal(of: app)
    let maySlot = slotHolders.contains(app) || slotHolders.count < policy.foregroundSlots
    apps[app]?.process?.advance(toward: goal, maySlot: maySlot, &turn)

    if apps[app]?.process?.holdsSlot == true {
      slotHolders.insert(app)
    } else if slotHolders.remove(app) != nil {
      for next in device.front where next != app { advance(next, &turn) }
    }
    if apps[app]?.process?.isSettled(at: goal) ?? true { settle(app, &turn) }
  }

  mutating func advance(_ apps: [AppID], _ turn: inout Turn) {
    for app in apps { advance(app, &turn) }
  }
}
