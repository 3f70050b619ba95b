// The modes in which an app may run behind the screen (BX3).

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

/// An activity that keeps its app running (`beginActivity`).
public struct ActivityID: Hashable, Comparable, Codable, Sendable {
  public let number: Int
  public init(number: Int) { self.number = number }
  public static func < (left: ActivityID, right: ActivityID) -> Bool { left.number < right.number }
}
