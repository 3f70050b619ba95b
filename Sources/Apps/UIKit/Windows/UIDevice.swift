// UIDevice: what the app may know of the machine, with honest values for a Linux one.

/// The device that the app runs on.
@preconcurrency @MainActor
open class UIDevice: NSObject {
  public static let current = UIDevice()

  public enum BatteryState: Int, Sendable {
    case unknown, unplugged, charging, full
  }

  open var name: String { ProcessInfo.processInfo.hostName }
  open var model: String { "Linux" }
  open var localizedModel: String { model }
  open var systemName: String { "Linux" }
  open var systemVersion: String {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
  }
  open var userInterfaceIdiom: UIUserInterfaceIdiom { UIScreen.main.isPad ? .pad : .phone }
  /// False on a device where apps end instead of entering the background (BG7).
  open internal(set) var isMultitaskingSupported = true

  /// The same for all launches of the app on this device, until its container is removed.
  open private(set) lazy var identifierForVendor: UUID? = {
    let file = URL(fileURLWithPath: NSHomeDirectory() + "/Library/Preferences/identifierForVendor")
    if let text = try? String(contentsOf: file, encoding: .utf8), let known = UUID(uuidString: text) { return known }
    let made = UUID()
    try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data(made.uuidString.utf8).write(to: file, options: .atomic)
    return made
  }()

  // MARK: Orientation

  /// Unknown unless someone asked for the notifications.
  open var orientation: UIDeviceOrientation { isGeneratingDeviceOrientationNotifications ? held : .unknown }
  private var held = UIDeviceOrientation.portrait
  private var orientationObservers = 0
  open var isGeneratingDeviceOrientationNotifications: Bool { orientationObservers > 0 }
  open func beginGeneratingDeviceOrientationNotifications() { orientationObservers += 1 }
  open func endGeneratingDeviceOrientationNotifications() { orientationObservers = max(0, orientationObservers - 1) }

  /// NQ4: how the device is held at the launch is no change of it.
  func begin(as orientation: UIDeviceOrientation) { held = orientation }

  func turn(to orientation: UIDeviceOrientation) {
    guard held != orientation else { return }
    held = orientation
    if isGeneratingDeviceOrientationNotifications { post(UIDevice.orientationDidChangeNotification) }
  }

  // MARK: Battery and proximity

  /// Level and state are unknown while this is off.
  open var isBatteryMonitoringEnabled = false
  open var batteryLevel: Float { isBatteryMonitoringEnabled ? battery.level : -1 }
  open var batteryState: BatteryState { isBatteryMonitoringEnabled ? battery.state : .unknown }
  private var battery: (level: Float, state: BatteryState) = (1, .full)

  func batteryChanged(level: Float, state: BatteryState) {
    let old = battery
    battery = (level, state)
    guard isBatteryMonitoringEnabled else { return }
    if old.level != level { post(UIDevice.batteryLevelDidChangeNotification) }
    if old.state != state { post(UIDevice.batteryStateDidChangeNotification) }
  }

  open var isProximityMonitoringEnabled = false
  open var proximityState: Bool { isProximityMonitoringEnabled && isNear }
  private var isNear = false

  func proximityChanged(isNear: Bool) {
    guard self.isNear != isNear else { return }
    self.isNear = isNear
    if isProximityMonitoringEnabled { post(UIDevice.proximityStateDidChangeNotification) }
  }

  private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }

  public nonisolated static let orientationDidChangeNotification =
    Notification.Name("UIDeviceOrientationDidChangeNotification")
  public nonisolated static let batteryLevelDidChangeNotification =
    Notification.Name("UIDeviceBatteryLevelDidChangeNotification")
  public nonisolated static let batteryStateDidChangeNotification =
    Notification.Name("UIDeviceBatteryStateDidChangeNotification")
  public nonisolated static let proximityStateDidChangeNotification =
    Notification.Name("UIDeviceProximityStateDidChangeNotification")
}
