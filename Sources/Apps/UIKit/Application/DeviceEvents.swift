// Tells the app of changes of the device around it (NQ, IN6, LA8, DP2).

import AgentProtocol
import RoostAgent
import WireJSON

@MainActor final class DeviceEvents {
  private let application: UIApplication
  private let callbacks: Callbacks
  private var delegate: (any UIApplicationDelegate)? { application.delegate }

  init(_ application: UIApplication, _ callbacks: Callbacks) {
    self.application = application
    self.callbacks = callbacks
  }

  /// NQ4: every difference from a new device is known from the start, and nobody is told.
  func begin(_ launch: Launch) {
    // In this order: a display is known before its mode.
    for (kind, payload) in launch.device.sorted(by: { $0.key < $1.key }) { know(kind, payload) }
    UIDevice.current.isMultitaskingSupported = launch.device["multitasking"]?["supported"] != false
    AppSettings.applyNew(launch.settings)
  }

  /// The environment says the zone of a new process.
  private func know(_ kind: String, _ payload: JSON) {
    switch kind {
    case "battery":
      UIDevice.current.batteryChanged(
        level: Float(payload["level"]?.double ?? -1), state: UIDevice.BatteryState(word: payload["state"]))
    case "proximity": UIDevice.current.proximityChanged(isNear: payload["near"] == true)
    case "volume": if let level = payload["level"]?.double { OutputVolume.change(to: level) }
    case "protected-files": application.isProtectedDataAvailable = payload["available"] == true
    case "locale": if let locale = payload["locale"]?.string { CurrentLocale.become(locale) }
    case "display": for name in payload["connected"]?.strings ?? [] { _ = UIScreen.connect(name) }
    case "display-mode":
      guard case .object(let modes)? = payload["modes"] else { return }
      for (name, mode) in modes.dictionary { _ = UIScreen.changeMode(of: name, to: mode.string) }
    case "icloud": UbiquityIdentity.account = payload["account"]?.string
    case "appearance": UserAppearance.become(style: payload["style"]?.string)
    case "content-size": UserAppearance.become(textSize: payload["category"]?.string)
    case "accessory":
      Accessories.change(
        connected: payload["connected"]?.strings ?? [], disconnected: payload["disconnected"]?.strings ?? [])
    default: break
    }
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
    for window in UIWindow.all { window.setNeedsLayout() }
    callbacks.run("didChangeStatusBarFrame") {
      delegate?.application(application, didChangeStatusBarFrame: old)
      application.post(
        UIApplication.didChangeStatusBarFrameNotification, [UIApplication.statusBarFrameUserInfoKey: old])
    }
  }

  /// NQ2: each kind in the words of `roostctl notify`, with the net change.
  func notification(_ kind: String, _ payload: WrittenJSON) -> AckResult {
    let payload = payload.value
    switch kind {
    case "orientation":
      guard let orientation = UIDeviceOrientation(word: payload["orientation"]) else { return .unsupported }
      UIDevice.current.turn(to: orientation)
      InterfaceOrientation.follow(orientation, application)
    case "time": timeChanged(payload)
    case "battery", "proximity": know(kind, payload)
    case "protected-files": protectedData(available: payload["available"] == true)
    // NQ6: it is so before anyone is told.
    case "locale":
      know(kind, payload)
      NotificationCenter.default.post(name: NSLocale.currentLocaleDidChangeNotification, object: nil)
    case "settings":
      if case .object(let values)? = payload["values"] { AppSettings.apply(values.dictionary) }
      NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: UserDefaults.standard)
    case "icloud":
      know(kind, payload)
      NotificationCenter.default.post(name: .NSUbiquityIdentityDidChange, object: nil)
    case "appearance", "content-size": UserAppearance.change(application) { know(kind, payload) }
    // For modules that UIKit does not know of, such as CoreLocation (PR4).
    case "privacy":
      NotificationCenter.default.post(
        name: Notification.Name("org.roost.privacy"), object: nil,
        userInfo: payload.propertyListValue as? [AnyHashable: Any])
    // ExternalAccessory makes accessories of the names.
    case "accessory":
      know(kind, payload)
      NotificationCenter.default.post(name: Notification.Name(Accessories.didChange), object: nil)
    // AVFAudio has it for the app.
    case "volume":
      know(kind, payload)
      NotificationCenter.default.post(name: Notification.Name(OutputVolume.didChange), object: nil)
    case "display":
      for name in payload["disconnected"]?.strings ?? [] {
        post(UIScreen.didDisconnectNotification, UIScreen.disconnect(name), name)
      }
      for name in payload["connected"]?.strings ?? [] {
        post(UIScreen.didConnectNotification, UIScreen.connect(name), name)
      }
    case "display-mode":
      guard case .object(let modes)? = payload["modes"] else { return .unsupported }
      for (name, mode) in modes.dictionary.sorted(by: { $0.key < $1.key }) {
        post(UIScreen.modeDidChangeNotification, UIScreen.changeMode(of: name, to: mode.string), name)
      }
    default: return .unsupported
    }
    return .handled
  }

  /// The notification comes before the delegate's call, unlike the others (LS3).
  private func timeChanged(_ payload: JSON) {
    if let zone = payload["zone"]?.string { CurrentTimeZone.become(zone) }
    callbacks.run("significantTimeChange") {
      application.post(UIApplication.significantTimeChangeNotification)
      delegate?.applicationSignificantTimeChange(application)
    }
    if payload["zone"] != nil { NotificationCenter.default.post(name: .NSSystemTimeZoneDidChange, object: nil) }
    if payload["jump"] != nil { NotificationCenter.default.post(name: .NSSystemClockDidChange, object: nil) }
  }

  private func post(_ name: Notification.Name, _ screen: UIScreen?, _ display: String) {
    NotificationCenter.default.post(name: name, object: screen, userInfo: ["name": display])
  }
}

extension Notification.Name {
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

  fileprivate var strings: [String] {
    if case .array(let array) = self { array.compactMap(\.string) } else { [] }
  }

  fileprivate var string: String? { if case .string(let string) = self { string } else { nil } }
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
