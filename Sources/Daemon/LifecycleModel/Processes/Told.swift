// The facts that a process knows of the device, and the news that it is still to be told (NQ).

struct Told: Hashable, Codable, Sendable {
  private(set) var facts: DeviceFacts
  private(set) var tallStatusBar: Bool
  /// It has not been told yet that memory is short (ME2).
  private(set) var owesMemoryWarning = false
  /// The step under way is not its change's last, and notifications wait in the app for what follows (LS3).
  var owesNotifications = false

  init(_ device: Device, _ app: AppID) {
    (facts, tallStatusBar) = (device.facts, device.hasTallStatusBar)
    learnAtLaunch(of: device, app)
  }

  /// A launch tells the app what the device is like at that moment (NQ4).
  mutating func learnAtLaunch(of device: Device, _ app: AppID) {
    facts = device.facts
    facts.takeSettings(of: app, from: device.facts)
    tallStatusBar = device.hasTallStatusBar
  }

  /// Nothing says that the app has been told otherwise.
  mutating func believeProtectedDataAvailable() { facts.isProtectedDataAvailable = true }

  /// The first thing that `app` has to be told so that it knows `device`; nil: it does.
  mutating func learn(from device: Device, for app: AppID) -> Notice? {
    facts == device.facts ? nil : facts.learn(from: device.facts, for: app)
  }

  /// Whether the status bar is another than the app knows, which it then does.
  mutating func learnStatusBar(of device: Device) -> Bool {
    guard tallStatusBar != device.hasTallStatusBar else { return false }
    tallStatusBar = device.hasTallStatusBar
    return true
  }

  /// The app has an answer to what it asked for: it knows, and is given no notice (PR1).
  mutating func learn(_ service: PrivacyService, of device: Device, for app: AppID) {
    facts.permissions[app, default: [:]][service] = device.facts.permissions[app]?[service]
  }

  /// The app knows that it is allowed a service once, of which the device keeps nothing (PR2).
  mutating func believeGranted(_ service: PrivacyService, for app: AppID) {
    facts.permissions[app, default: [:]][service] = .granted
  }

  mutating func oweMemoryWarning() { owesMemoryWarning = true }

  /// Whether the app is to be warned, once.
  mutating func takeMemoryWarning() -> Bool {
    defer { owesMemoryWarning = false }
    return owesMemoryWarning
  }

  /// Whether notifications wait in the app for a step that does not come, once.
  mutating func takeNotifications() -> Bool {
    defer { owesNotifications = false }
    return owesNotifications
  }
}
