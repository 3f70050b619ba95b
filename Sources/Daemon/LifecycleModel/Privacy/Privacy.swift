// Permissions of apps: the services that need the user's consent, and the alert that asks for it (PR).

/// A service that an app may use only with the user's consent.
public enum PrivacyService: String, Hashable, Comparable, Codable, Sendable, CaseIterable {
  case notifications, location, camera, microphone, contacts, photos, tracking, bluetooth, localNetwork

  /// PR5: the keys of Info.plist that tell the user what the service is used for, one of which an app must have; none
  /// where iOS asks without.
  public var purposeKeys: [String] {
    switch self {
    // iOS has a text of its own for the local network.
    case .notifications, .localNetwork: []
    case .location: ["NSLocationWhenInUseUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription"]
    case .camera: ["NSCameraUsageDescription"]
    case .microphone: ["NSMicrophoneUsageDescription"]
    case .contacts: ["NSContactsUsageDescription"]
    case .photos: ["NSPhotoLibraryUsageDescription", "NSPhotoLibraryAddUsageDescription"]
    case .tracking: ["NSUserTrackingUsageDescription"]
    case .bluetooth: ["NSBluetoothAlwaysUsageDescription"]
    }
  }

  /// PR4: iOS ends a running app whose permission for it the user changes (TCC's services; notifications, location and
  /// the local network have keepers of their own).
  public var endsAppWhenChanged: Bool {
    switch self {
    case .camera, .microphone, .contacts, .photos, .tracking, .bluetooth: true
    case .notifications, .location, .localNetwork: false
    }
  }

  /// PR3: an app behind the screen that asks is answered at once that nothing is decided.
  var asksInFrontOnly: Bool {
    switch self {
    case .location, .tracking: true
    case .notifications, .camera, .microphone, .contacts, .photos, .bluetooth, .localNetwork: false
    }
  }

  public static func < (left: PrivacyService, right: PrivacyService) -> Bool { left.rawValue < right.rawValue }
}

/// A decision about one service for one app; it outlives the app's process, the daemon and the machine.
public enum Permission: String, Hashable, Codable, Sendable, CaseIterable {
  case granted, denied
  /// Nothing is decided, and the user is asked whatever the device does by default.
  case ask
}

/// A permission as its app sees it.
public enum PermissionStatus: String, Hashable, Codable, Sendable {
  case undetermined, granted, denied
}

/// The device's answer to an app that asks for the first time (PR1).
public enum PrivacyDefault: String, Hashable, Codable, Sendable, CaseIterable { case grant, ask, deny }

/// The user's answer to the alert (PR2).
public enum PromptAnswer: String, Hashable, Codable, Sendable, CaseIterable {
  case allow, deny
  /// For as long as the app's process lives; location alone has it.
  case allowOnce
}

/// An alert that asks the user for one service for one process, or waits to be shown.
public struct Prompt: Hashable, Codable, Sendable {
  public let app: AppID
  public let process: ProcessSerial
  public let service: PrivacyService
  /// The app's requests that the answer answers.
  public internal(set) var requests: [UInt64]
  /// The app has been active with it: from then on it is over the app whenever the app is on the screen.
  public internal(set) var isShown = false
}

extension Device {
  /// The alert on the screen that asks for a permission. One that the settings have answered waits for its app to hear that, and
  /// nobody sees it.
  public var prompt: Prompt? {
    if prompts.isEmpty || isLocked { return nil }
    return prompts.first { prompt in
      prompt.isShown && places.contains { $0.app == prompt.app } && !isDecided(prompt)
    }
  }

  private func isDecided(_ prompt: Prompt) -> Bool {
    switch facts.permissions[prompt.app]?[prompt.service] {
    case .granted, .denied: true
    case .ask, nil: false
    }
  }
}

extension DeviceFacts {
  /// The permissions of `app` that are decided.
  public func decided(for app: AppID) -> [PrivacyService: PermissionStatus] {
    (permissions[app] ?? [:]).compactMapValues { permission in
      switch permission {
      case .granted: .granted
      case .denied: .denied
      case .ask: nil
      }
    }
  }
}
