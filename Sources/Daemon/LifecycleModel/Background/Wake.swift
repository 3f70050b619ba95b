// Events that wake an app in the background, or launch it there (BX3, BX5).

/// Something an app is woken for. It has a time for it, and says when it is done.
public enum Wake: Hashable, Codable, Sendable {
  /// A remote notification with `content-available`; one JSON object.
  case push(String)
  case fetch
  case location(latitude: Double, longitude: Double)
  case accessory(name: String)
  case bluetooth(name: String)
  case task(identifier: String, TaskKind)
  /// BX10: all transfers of this session have ended.
  case transfers(session: String)

  /// The background modes of which its app must have one.
  var modes: [BackgroundMode] {
    switch self {
    case .push: [.remoteNotification]
    case .fetch, .task(_, .refresh): [.fetch]
    case .location: [.location]
    case .accessory: [.externalAccessory]
    case .bluetooth: [.bluetoothCentral, .bluetoothPeripheral]
    case .task(_, .processing): [.processing]
    // An app needs none; these are never woken for by somebody's wish.
    case .transfers: []
    }
  }

  /// BX3: the mode is for being woken and launched; an app that runs already hears of it without.
  var isHeardWithoutMode: Bool {
    switch self {
    case .push: true
    case .fetch, .location, .accessory, .bluetooth, .task, .transfers: false
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
    case .transfers: "handleEventsForBackgroundURLSession"
    }
  }

  /// PR4: the service without which it does not reach its app.
  var service: PrivacyService? {
    switch self {
    case .location: .location
    case .bluetooth: .bluetooth
    case .push, .fetch, .accessory, .task, .transfers: nil
    }
  }

  /// The identifier of planned work; nil for everything else.
  var task: String? {
    switch self {
    case .task(let identifier, _): identifier
    case .push, .fetch, .location, .accessory, .bluetooth, .transfers: nil
    }
  }

  var isOfTransfers: Bool {
    switch self {
    case .transfers: true
    case .push, .fetch, .location, .accessory, .bluetooth, .task: false
    }
  }

  /// Whether it tells of the transfers of this session.
  func tells(of session: Spelling) -> Bool {
    switch self {
    case .transfers(let name): name.isSpelled(as: session.name)
    case .push, .fetch, .location, .accessory, .bluetooth, .task: false
    }
  }

  /// BX4: it stops when the user is back.
  var isProcessing: Bool {
    switch self {
    case .task(_, .processing): true
    case .push, .fetch, .location, .accessory, .bluetooth, .task(_, .refresh), .transfers: false
    }
  }
}

/// `BGAppRefreshTaskRequest`, `BGProcessingTaskRequest`.
public enum TaskKind: String, Hashable, Codable, Sendable, CaseIterable { case refresh, processing }

/// A wake that has not reached its app yet, and who waits for it to be done.
struct PendingWake: Hashable, Codable, Sendable {
  let wake: Wake
  let request: RequestID?
  /// The process that is to be told; nil: the next. A wake that is lost with one process is not tried on another, or an
  /// app that dies of it would be started for ever.
  var process: ProcessSerial?
  /// Its time was up before it could be told.
  var isExpired = false
}

/// A wake that an app was told of and has not finished.
struct RunningWake: Hashable, Codable, Sendable {
  let wake: Wake
  /// The time for it; once that is up, the time to finish.
  var countdown: Countdown

  var isExpired: Bool { countdown.step == .wakeExpiration }
}
