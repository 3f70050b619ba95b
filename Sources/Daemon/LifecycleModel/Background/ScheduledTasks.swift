// Background work an app has asked for in advance (`BGTaskScheduler`, BX4): which, when, and under which conditions.

/// A request an app has submitted.
public struct TaskRequest: Hashable, Codable, Sendable {
  /// One of `BGTaskSchedulerPermittedIdentifiers`.
  public let identifier: String
  public let kind: TaskKind
  /// Not before; nil for as soon as it may be.
  public let earliest: Instant?
  public let needsPower: Bool
  public let needsNetwork: Bool

  public init(
    identifier: String, kind: TaskKind, earliest: Instant? = nil, needsPower: Bool = false, needsNetwork: Bool = false
  ) {
    self.identifier = identifier
    self.kind = kind
    self.earliest = earliest
    self.needsPower = needsPower
    self.needsNetwork = needsNetwork
  }

  func moved(by shift: Int64) -> TaskRequest {
    TaskRequest(
      identifier: identifier, kind: kind, earliest: earliest?.moved(by: shift), needsPower: needsPower,
      needsNetwork: needsNetwork)
  }

  /// As the store tells requests apart: a word of n times K has 2^n spellings that are one to Swift.
  func isNamed(_ identifier: String) -> Bool { self.identifier.isSpelled(as: identifier) }
}

/// The requests of one app that have not been run.
public struct ScheduledTasks: Hashable, Codable, Sendable {
  /// In the order they were submitted.
  public private(set) var pending: [TaskRequest] = []
  /// The work that still counts against the floors (BX7), the oldest first.
  var begun: [BegunTask] = []

  public init(_ pending: [TaskRequest] = []) { self.pending = pending }

  public var isEmpty: Bool { pending.isEmpty }

  /// BX4: one refresh and ten processing requests; one of a known identifier replaces it. False: too many.
  mutating func submit(_ request: TaskRequest) -> Bool {
    let others = pending.filter { !$0.isNamed(request.identifier) }
    guard others.count(where: { $0.kind == request.kind }) < request.kind.limit.number else { return false }
    pending = others + [request]
    return true
  }

  /// As an earlier daemon has kept them.
  mutating func recall(_ requests: [TaskRequest]) { pending = requests }

  mutating func moveDates(by shift: Int64) { pending = pending.map { $0.moved(by: shift) } }

  mutating func remove(_ identifier: String) -> Bool {
    let count = pending.count
    pending.removeAll { $0.isNamed(identifier) }
    return pending.count < count
  }
}

extension Lifecycle {
  /// Answers what an app asks of the scheduler.
  mutating func answer(_ request: ScheduleRequest, of app: AppID, _ turn: inout Turn) -> AppAnswer {
    guard let description = apps[app]?.description else { return .done }
    switch request {
    case .submit(let task):
      let mode: BackgroundMode =
        switch task.kind {
        case .refresh: .fetch
        case .processing: .processing
        }
      guard description.backgroundModes.contains(mode) else { return .lacksMode(mode.rawValue) }
      guard description.taskIdentifiers.contains(where: { $0.isSpelled(as: task.identifier) })
      else { return .taskNotPermitted(task.identifier) }
      guard apps[app]?.estate.tasks.submit(task) == true else { return .tooManyTaskRequests(task.kind) }
      turn.emit(.store(.keepTask(app, task)))
      appsWithTasks.insert(app)
      turn.reviewTasks(of: app)
      return .done
    case .cancel(let identifier):
      for task in apps[app]?.estate.tasks.pending ?? [] where identifier.map(task.isNamed) ?? true {
        drop(task.identifier, of: app, &turn)
      }
      timeTasks(of: app, at: turn.now)
      return .done
    case .list:
      return .pendingTasks(apps[app]?.estate.tasks.pending ?? [])
    }
  }

  mutating func drop(_ identifier: String, of app: AppID, _ turn: inout Turn) {
    guard apps[app]?.estate.tasks.remove(identifier) == true else { return }
    turn.emit(.store(.dropTask(app, identifier)))
    if apps[app]?.estate.tasks.isEmpty ?? true { appsWithTasks.remove(app) }
  }

  /// Wakes each app whose request may run now, and arms the clock for the next that only has to wait.
  ///
  /// - Parameter changed: the apps to look at besides those whose time has come; nil: all.
  mutating func runDueTasks(of changed: Set<AppID>?, _ turn: inout Turn) {
    taskConditions = TaskConditions(device, isBatteryAwaited: isBatteryAwaited)
    for app in taskTimes.beginLook(of: appsWithTasks, changed: changed, at: turn.now) {
      let next = beginTasks(of: app, &turn)
      taskTimes[app] = next
    }
    let next = taskTimes.first(of: appsWithTasks)
    if next != nextTaskDue {
      nextTaskDue = next
      turn.emit(.arm(.tasks, at: next))
    }
  }

  /// Wakes an app for those of its requests that may run now. Returns the next time that others wait for.
  private mutating func beginTasks(of app: AppID, _ turn: inout Turn) -> Instant? {
    var next: Instant?
    for task in apps[app]?.estate.tasks.pending ?? [] {
      if let time = nextTime(of: task, by: app, at: turn.now) {
        next = min(next ?? time, time)
      } else if mayRun(task, of: app, at: turn.now) {
        drop(task.identifier, of: app, &turn)
        apps[app]?.estate.tasks.begin(task, at: turn.now, policy.tasks)
        deliver(.task(identifier: task.identifier, task.kind), for: nil, to: app, &turn)
      }
    }
    return next
  }

  /// Some requests of an app are gone: the clock need not ring for them.
  mutating func timeTasks(of app: AppID, at now: Instant) {
    let pending = apps[app]?.estate.tasks.pending ?? []
    let next = pending.compactMap { nextTime(of: $0, by: app, at: now) }.min()
    taskTimes[app] = next
  }

  /// The time that a request waits for; nil: none.
  private func nextTime(of task: TaskRequest, by app: AppID, at now: Instant) -> Instant? {
    if let earliest = earliestBegin(of: task, by: app), earliest > now { return earliest }
    guard case .heldBack(_, let delay, _)? = refusalToStart(app, at: now) else { return nil }
    return now + delay
  }

  /// Power and network are there, the app is not in front, and it may be launched behind the screen, also where it need
  /// not be.
  private func mayRun(_ task: TaskRequest, of app: AppID, at now: Instant) -> Bool {
    if task.needsPower, !taskConditions.hasPower { return false }
    if task.needsNetwork, !taskConditions.hasNetwork { return false }
    if task.kind == .processing, taskConditions.isInUse { return false }
    guard device.goal(of: app) == .background, refusalToLaunchBehind(app, at: now) == nil else { return false }
    // When an app that is ending has ended, its work is looked at again; when this work has ended, too (BX7).
    guard let entry = apps[app], entry.process?.isEnding != true else { return false }
    return !entry.hasUnderWay(task.identifier)
  }
}

/// The facts of the device that requests wait for; whenever one changes, the model looks at the requests.
struct TaskConditions: Hashable, Codable, Sendable {
  let hasPower: Bool
  let network: Network
  let isInUse: Bool
  /// An app's own work does not begin while a person sees it.
  let front: [AppID]

  var hasNetwork: Bool { network != .offline }

  /// Where the compiler does not inline it, each turn copies the whole device for it, which takes an event 1,300 instructions more.
  @inline(__always)
  init(_ device: Device, isBatteryAwaited: Bool = false) {
    hasPower = !isBatteryAwaited && device.facts.battery.state != .unplugged
    network = device.facts.network
    isInUse = !device.isLocked && !device.places.isEmpty
    front = device.isLocked ? [] : device.front
  }
}

/// The requests of an app to the scheduler.
public enum ScheduleRequest: Hashable, Codable, Sendable {
  case submit(TaskRequest)
  /// Nil: all.
  case cancel(identifier: String?)
  case list
}
