// org.roost.Device: the buttons of the device, and what lies over the apps.
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
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done
    public init(wait: Bool? = nil, timeout: Int64? = nil) {
      self.wait = wait
      self.timeout = timeout
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
      # The buttons of the device, and what lies over the apps.
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

      # Wakes the device and opens it.
      method Unlock(wait: ?bool, timeout: ?int) -> ()

      # A telephone call.
      method Call(action: CallAction, wait: ?bool, timeout: ?int) -> ()

      # An alert over the app in front.
      method Alert(action: AlertAction, wait: ?bool, timeout: ?int) -> ()

      # A panel of the system over the app in front.
      method Overlay(name: OverlayName, action: OverlayAction, wait: ?bool, timeout: ?int) -> ()

      # A banner; it changes no app's state.
      method Banner(text: string) -> ()

      # The device is in no state for that.
      error Refused (message: string)

      # The change is not done in the time the caller gave; it goes on.
      error TimedOut (message: string)

      """)
}
