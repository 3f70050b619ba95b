// What wakes an app behind the screen, or launches it there, and for which an app has to ask in its Info.plist (BX3, BX5).

/// `UIBackgroundModes`.
public enum BackgroundMode: String, Hashable, Codable, Sendable, CaseIterable {
  case audio, location, voip
  case externalAccessory = "external-accessory"
  case bluetoothCentral = "bluetooth-central"
  case bluetoothPeripheral = "bluetooth-peripheral"
  case fetch
  case remoteNotification = "remote-notification"
  case processing

  /// Whether an app may keep itself running by it (`beginActivity`); the others only wake it for a moment.
  public var isContinuous: Bool {
    switch self {
    case .audio, .location, .voip: true
    case .externalAccessory, .bluetoothCentral, .bluetoothPeripheral, .fetch, .remoteNotification, .processing: false
    }
  }
}

/// Something an app is woken for. It has a time for it, and says when it is done.
public enum Wake: Hashable, Codable, Sendable {
  /// A remote notification with `content-available`; one JSON object.
  case push(String)
  case fetch
  case location(latitude: Double, longitude: Double)
  case accessory(name: String)
  case bluetooth(name: String)
  case task(identifier: String, TaskKind)

  /// What its app must have asked for.
  var modes: [BackgroundMode] {
    switch self {
    case .push: [.remoteNotification]
    case .fetch, .task(_, .refresh): [.fetch]
    case .location: [.location]
    case .accessory: [.externalAccessory]
    case .bluetooth: [.bluetoothCentral, .bluetoothPeripheral]
    case .task(_, .processing): [.processing]
    }
  }

  var callback: String {
    switch self {
    case .push: "didReceiveRemoteNotification"
    case .fetch: "performFetch"
    case .location: "didUpdateLocations"
    case .accessory: "accessoryEvent"
    case .bluetooth: "bluetoothEvent"
    case .task: "backgroundTask"
    }
  }

  /// BX4: it stops when the user is back.
  var isProcessing: Bool {
    switch self {
    case .task(_, .processing): true
    case .push, .fetch, .location, .accessory, .bluetooth, .task(_, .refresh): false
    }
  }
}

/// `BGAppRefreshTaskRequest`, `BGProcessingTaskRequest`.
public enum TaskKind: String, Hashable, Codable, Sendable, CaseIterable { case refresh, processing }

/// A wake that has not reached its app yet, and who waits for it to be done.
struct PendingWake: Hashable, Codable, Sendable {
  let wake: Wake
  let request: RequestID?
}

/// An activity that keeps its app running (`beginActivity`).
public struct ActivityID: Hashable, Comparable, Codable, Sendable {
  public let number: Int
  public init(number: Int) { self.number = number }
  public static func < (left: ActivityID, right: ActivityID) -> Bool { left.number < right.number }
}

extension Lifecycle {
  /// BX5: wakes a suspended app, or launches it behind the screen, unless the user has force-quit it.
  mutating func wake(_ app: AppID, for wake: Wake, _ request: Request, _ turn: inout Turn) {
    guard let entry = apps[app], !entry.isRemoved else { return refuse(request, .unknownApp(app), &turn) }
    guard !isShuttingDown else { return refuse(request, .shuttingDown, &turn) }
    guard wake.modes.contains(where: entry.description.backgroundModes.contains) else {
      return refuse(request, .lacksMode(app, wake.modes), &turn)
    }
    let isRunning = entry.process.map { !$0.isEnding } ?? false
    if !isRunning, let refusal = refusalToLaunchBehind(app, at: turn.now) { return refuse(request, refusal, &turn) }
    switch request.answer {
    case .whenTaken:
      turn.emit(.answer(request.id, .done))
      deliver(PendingWake(wake: wake, request: nil), to: app, &turn)
    case .whenDone:
      deliver(PendingWake(wake: wake, request: request.id), to: app, &turn)
    }
  }

  mutating func deliver(_ pending: PendingWake, to app: AppID, _ turn: inout Turn) {
    apps[app]?.wakes.append(pending)
    if apps[app]?.process == nil { start(app, Launch(wake: pending.wake), &turn) }
    advance(app, &turn)
  }

  /// Why an app that is not running cannot be launched behind the screen; nil when it can.
  func refusalToLaunchBehind(_ app: AppID, at now: Instant) -> Refusal? {
    guard let entry = apps[app] else { return .unknownApp(app) }
    if entry.description.exitsOnSuspend || !policy.multitasking { return .noBackground(app) }
    return entry.isForceQuit ? .forceQuitByUser(app) : refusalToStart(app, at: now)
  }
}

extension AppProcess {
  /// What keeps it from being suspended.
  var isHeldAwake: Bool { !tasks.isEmpty || !activities.isEmpty || !wakes.isEmpty }

  /// Tells it at once what it was woken for: it may take its time, and other things go on meanwhile.
  mutating func takeWakes(_ pending: inout [PendingWake], _ turn: inout Turn) {
    let taken = pending
    pending = []
    for pending in taken {
      let sequence = sendUnphased(.wake(pending.wake), for: pending.request, &turn)
      wakes[sequence] = pending.wake
      start(.wake, &turn)
      if !isInBackground { pause(.wake, &turn) }
    }
  }

  /// It has called the completion handler.
  mutating func wakeIsDone(_ sequence: EventSequence, _ turn: inout Turn) {
    guard wakes.removeValue(forKey: sequence) != nil, wakes.isEmpty else { return }
    stop(.wake, &turn)
    stop(.wakeExpiration, &turn)
  }

  /// The time is up: it is told, and has a little longer to finish.
  mutating func expireWakes(_ turn: inout Turn) {
    if let limit = countdowns.first(where: { $0.step == .wake }) {
      turn.report(.deadline(app, .wake, limit: limit.limit, elapsed: limit.elapsed(at: turn.now)))
    }
    stop(.wake, &turn)
    tellExpired(wakes.keys.sorted(), &turn)
  }

  /// BX4: processing ends when the user is back.
  mutating func stopProcessing(_ turn: inout Turn) {
    tellExpired(wakes.filter { $0.value.isProcessing && !expired.contains($0.key) }.keys.sorted(), &turn)
  }

  private mutating func tellExpired(_ sequences: [EventSequence], _ turn: inout Turn) {
    guard !sequences.isEmpty, order == nil else { return }
    if case .killed = phase { return }
    for sequence in sequences {
      expired.insert(sequence)
      _ = sendUnphased(.expireWake(sequence), for: nil, &turn)
    }
    if isInBackground { resumeOrStart(.wakeExpiration, &turn) }
  }

  var isInBackground: Bool {
    switch state {
    case .background, .suspended: true
    case .active, .inactive, .notRunning: false
    }
  }
}
