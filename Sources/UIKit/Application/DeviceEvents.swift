// What apps are told of the device around them (NQ, IN6, LA8, DP2).

import AgentProtocol

@MainActor final class DeviceEvents {
  private let application: UIApplication
  private let callbacks: Callbacks
  private var delegate: (any UIApplicationDelegate)? { application.delegate }

  init(_ application: UIApplication, _ callbacks: Callbacks) {
    self.application = application
    self.callbacks = callbacks
  }

  func protectedData(available: Bool) {
    if available {
      application.isProtectedDataAvailable = true
      callbacks.run("protectedDataDidBecomeAvailable") {
        delegate?.applicationProtectedDataDidBecomeAvailable(application)
        application.post(UIApplication.protectedDataDidBecomeAvailableNotification)
      }
    } else {
      callbacks.run("protectedDataWillBecomeUnavailable") {
        delegate?.applicationProtectedDataWillBecomeUnavailable(application)
        application.post(UIApplication.protectedDataWillBecomeUnavailableNotification)
      }
      application.isProtectedDataAvailable = false
    }
  }

  /// IN6: both calls, each with its notification.
  func statusBar(height: Double) {
    let old = application.statusBarFrame
    let new = CGRect(x: old.minX, y: old.minY, width: UIScreen.main.bounds.width, height: height)
    callbacks.run("willChangeStatusBarFrame") {
      delegate?.application(application, willChangeStatusBarFrame: new)
      application.post(
        UIApplication.willChangeStatusBarFrameNotification, [UIApplication.statusBarFrameUserInfoKey: new])
    }
    application.statusBarHeight = height
    callbacks.run("didChangeStatusBarFrame") {
      delegate?.application(application, didChangeStatusBarFrame: old)
      application.post(
        UIApplication.didChangeStatusBarFrameNotification, [UIApplication.statusBarFrameUserInfoKey: old])
    }
  }

  /// NQ2: each kind in the words of `roostctl notify`, with the net change.
  func notification(_ kind: String, _ payload: JSON) -> AckResult {
    switch kind {
    case "orientation":
      guard let orientation = UIDeviceOrientation(word: payload["orientation"]) else { return .unsupported }
      UIDevice.current.turn(to: orientation)
      InterfaceOrientation.follow(orientation, application)
    case "time": timeChanged(payload)
    case "battery":
      UIDevice.current.batteryChanged(
        level: Float(payload["level"]?.double ?? -1), state: UIDevice.BatteryState(word: payload["state"]))
    case "proximity": UIDevice.current.proximityChanged(isNear: payload["near"] == true)
    case "protected-files": protectedData(available: payload["available"] == true)
    case "locale": localeChanged(payload)
    case "settings": settingsChanged(payload)
    case "icloud": NotificationCenter.default.post(name: .NSUbiquityIdentityDidChange, object: nil)
    case "accessory":
      post(payload["disconnected"], .EAAccessoryDidDisconnect)
      post(payload["connected"], .EAAccessoryDidConnect)
    case "display":
      post(payload["disconnected"], UIScreen.didDisconnectNotification)
      post(payload["connected"], UIScreen.didConnectNotification)
    case "display-mode": NotificationCenter.default.post(name: UIScreen.modeDidChangeNotification, object: UIScreen.main)
    default: return .unsupported
    }
    return .handled
  }

  /// The notification comes before the delegate's call, unlike the others (LS3).
  private func timeChanged(_ payload: JSON) {
    if case .string(let zone)? = payload["zone"] {
      setenv("TZ", zone, 1)
      tzset()
      NSTimeZone.resetSystemTimeZone()
    }
    callbacks.run("significantTimeChange") {
      application.post(UIApplication.significantTimeChangeNotification)
      delegate?.applicationSignificantTimeChange(application)
    }
    if payload["zone"] != nil {
      NotificationCenter.default.post(name: .NSSystemTimeZoneDidChange, object: nil)
    } else {
      NotificationCenter.default.post(name: .NSSystemClockDidChange, object: nil)
    }
  }

  /// NQ6: the locale is another before anyone is told.
  private func localeChanged(_ payload: JSON) {
    guard case .string(let locale)? = payload["locale"] else { return }
    setenv("LANG", locale + ".UTF-8", 1)
    UserDefaults.standard.set(locale, forKey: "AppleLocale")
    NotificationCenter.default.post(name: NSLocale.currentLocaleDidChangeNotification, object: nil)
  }

  /// NQ6: the values are there before anyone is told.
  private func settingsChanged(_ payload: JSON) {
    guard case .object(let values)? = payload["values"] else { return }
    for (key, value) in values {
      if value == .null {
        UserDefaults.standard.removeObject(forKey: key)
      } else {
        UserDefaults.standard.set(value.propertyListValue, forKey: key)
      }
    }
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: UserDefaults.standard)
  }

  private func post(_ names: JSON?, _ notification: Notification.Name) {
    guard case .array(let names)? = names else { return }
    for case .string(let name) in names {
      NotificationCenter.default.post(name: notification, object: nil, userInfo: ["name": name])
    }
  }
}

extension Notification.Name {
  /// `userInfo` holds the accessory's `name`, as ExternalAccessory's holds the accessory.
  public static let EAAccessoryDidConnect = Notification.Name("EAAccessoryDidConnectNotification")
  public static let EAAccessoryDidDisconnect = Notification.Name("EAAccessoryDidDisconnectNotification")
  /// The clock was set.
  public static let NSSystemClockDidChange = Notification.Name("NSSystemClockDidChangeNotification")
  /// Another iCloud account, or none.
  public static let NSUbiquityIdentityDidChange = Notification.Name("NSUbiquityIdentityDidChangeNotification")
}

extension UIScreen {
  public nonisolated static let modeDidChangeNotification = Notification.Name("UIScreenModeDidChangeNotification")
}

extension JSON {
  fileprivate var double: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    case .null, .bool, .string, .array, .object: nil
    }
  }
}

extension UIDeviceOrientation {
  /// In the words of `roostctl notify`.
  init?(word: JSON?) {
    switch word {
    case "portrait": self = .portrait
    case "portraitUpsideDown": self = .portraitUpsideDown
    case "landscapeLeft": self = .landscapeLeft
    case "landscapeRight": self = .landscapeRight
    case "faceUp": self = .faceUp
    case "faceDown": self = .faceDown
    default: return nil
    }
  }
}

extension UIDevice.BatteryState {
  fileprivate init(word: JSON?) {
    switch word {
    case "unplugged": self = .unplugged
    case "charging": self = .charging
    case "full": self = .full
    default: self = .unknown
    }
  }
}
