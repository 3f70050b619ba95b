// What wakes an app behind the screen, or launches it there: it asks for each kind in its Info.plist (BX3, BX5).

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

/// An activity that keeps its app running (`beginActivity`).
public struct ActivityID: Hashable, Comparable, Codable, Sendable {
  public let number: Int
  public init(number: Int) { self.number = number }
  public static func < (left: ActivityID, right: ActivityID) -> Bool { left.number < right.number }
}
