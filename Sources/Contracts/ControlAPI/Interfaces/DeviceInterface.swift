// org.roost.Device: the buttons of the device, what lies over the apps, and what happens to it.
public import Varlink

public enum DeviceInterface {
  /// The home button. No app in front is no error (BG9).
  public struct Home: ChangeRequest {
    public static let method = "org.roost.Device.Home"
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done
    public init(wait: Bool? = nil, timeout: Int64? = nil) {
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// The sleep button (IN7).
  public struct Lock: ChangeRequest {
    public static let method = "org.roost.Device.Lock"
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done
    public init(wait: Bool? = nil, timeout: Int64? = nil) {
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Wakes the device and opens it (IN7).
  public struct Unlock: ChangeRequest {
    public static let method = "org.roost.Device.Unlock"
    /// Needed when one is set (DP2).
    public var passcode: String?
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done
    public init(passcode: String? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.passcode = passcode
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Sets a passcode, changes it, or without `passcode` takes it away; `old` is the one that was set before.
  public struct SetPasscode: ControlRequest {
    public static let method = "org.roost.Device.SetPasscode"
    public var passcode: String?
    public var old: String?
    public typealias Reply = Done
    public init(passcode: String?, old: String?) {
      self.passcode = passcode
      self.old = old
    }
  }

  /// A telephone call (IN1, IN2).
  public struct Call: ChangeRequest {
    public static let method = "org.roost.Device.Call"
    public enum Action: String, Codable, Sendable, CaseIterable { case ring, accept, decline, end }
    public var action: Action
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done
    public init(action: Action, wait: Bool? = nil, timeout: Int64? = nil) {
      self.action = action
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// An alert over the app in front (IN1, IN5).
  public struct Alert: ChangeRequest {
    public static let method = "org.roost.Device.Alert"
    public enum Action: String, Codable, Sendable, CaseIterable { case show, dismiss }
    public var action: Action
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done
    public init(action: Action, wait: Bool? = nil, timeout: Int64? = nil) {
      self.action = action
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// A panel of the system over the app in front (IN1, IN5).
  public struct Overlay: ChangeRequest {
    public static let method = "org.roost.Device.Overlay"
    public enum Name: String, Codable, Sendable, CaseIterable { case notificationCenter, controlCenter, switcher }
    public enum Action: String, Codable, Sendable, CaseIterable { case open, close }
    public var name: Name
    public var action: Action
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done
    public init(name: Name, action: Action, wait: Bool? = nil, timeout: Int64? = nil) {
      self.name = name
      self.action = action
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// A banner; it changes no app's state (IN3).
  public struct Banner: ControlRequest {
    public static let method = "org.roost.Device.Banner"
    public var text: String
    public typealias Reply = Done
    public init(text: String) { self.text = text }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Device",
    text: """
      # The buttons of the device, what lies over the apps, and what happens to it.
      # Methods answer when every app has handled the change, unless "wait" is
      # false; after "timeout" milliseconds they answer TimedOut while the change
      # goes on.
      interface org.roost.Device

      type CallAction (ring, accept, decline, end)

      type AlertAction (show, dismiss)

      type OverlayName (notificationCenter, controlCenter, switcher)

      type OverlayAction (open, close)

      # The home button.
      method Home(wait: ?bool, timeout: ?int) -> ()

      # The sleep button.
      method Lock(wait: ?bool, timeout: ?int) -> ()

      # Wakes the device and opens it. If a passcode is set, it is needed.
      method Unlock(passcode: ?string, wait: ?bool, timeout: ?int) -> ()

      # Sets a passcode, changes it, or without "passcode" takes it away; "old" is
      # the one that was set before. The device must be unlocked.
      method SetPasscode(passcode: ?string, old: ?string) -> ()

      # A telephone call.
      method Call(action: CallAction, wait: ?bool, timeout: ?int) -> ()

      # An alert over the app in front.
      method Alert(action: AlertAction, wait: ?bool, timeout: ?int) -> ()

      # A panel of the system over the app in front.
      method Overlay(name: OverlayName, action: OverlayAction, wait: ?bool, timeout: ?int) -> ()

      # A banner; it changes no app's state.
      method Banner(text: string) -> ()

      # Something happens to the device that apps are told of. What else is set
      # depends on the kind; what does not belong to it is an InvalidParameter:
      #   orientation      orientation: portrait, portraitUpsideDown,
      #                    landscapeLeft, landscapeRight, faceUp or faceDown
      #   time             zone, such as "Asia/Seoul"; or jump, in seconds
      #   battery          level, 0 to 1; state: unplugged, charging or full
      #   proximity        near
      #   accessory        name, connected
      #   display          name, connected
      #   display-mode     name; mode, such as "1920x1080"
      #   settings         app, key; value, JSON in a string
      #   locale           locale, such as "ko_KR"
      #   icloud           account, or "none"
      #   protected-files  available
      method Notify(
        kind: string,
        orientation: ?string,
        zone: ?string,
        jump: ?int,
        level: ?float,
        state: ?string,
        near: ?bool,
        name: ?string,
        connected: ?bool,
        mode: ?string,
        app: ?string,
        key: ?string,
        value: ?string,
        locale: ?string,
        account: ?string,
        available: ?bool,
        wait: ?bool,
        timeout: ?int
      ) -> ()

      # The passcode is wrong, or is needed and was not given.
      error PasscodeRefused (message: string)

      # The device is in no state for that.
      error Refused (message: string)

      # The change is not done in the time the caller gave; it goes on.
      error TimedOut (message: string)

      """)
}
