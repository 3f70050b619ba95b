// org.roost.Device, made by `make generate` of org.roost.Device.varlink: change that file instead.
// swift-format-ignore-file
public import Varlink
public import WireJSON

/// The buttons of the device, what lies over the apps, and what happens to the device.
///
/// A method with "wait" and "timeout" replies when every app has handled the change. With "wait" false it replies as
/// soon as the daemon has taken the request. After "timeout" milliseconds it replies TimedOut, and the change goes on.
public enum DeviceInterface {
  /// Shows the device as it is now.
  public struct GetState: ControlRequest {
    public static let method = "org.roost.Device.GetState"

    public init() {}

    public init(reading parameters: CallParameters) throws(ServiceError) {}

    public func written() -> WrittenJSON {
      [:]
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var locked: Bool
      /// Whether one is set.
      public var passcode: Bool
      public var call: DeviceInterface.CallState
      /// How many alerts are shown.
      public var alerts: Int64
      /// The panels of the system that are open.
      public var panels: [DeviceInterface.Overlay.Name]
      /// The apps in front, the last brought forward first; none is the home screen.
      public var front: [String]
      /// As Notify takes it.
      public var orientation: String
      /// Of the battery, 0 to 1.
      public var level: Double
      /// As Notify takes it in "state".
      public var charging: String
      /// As Notify takes it in "style".
      public var appearance: String
      /// As Notify takes it in "category".
      public var contentSize: String
      /// Of the sound, 0 to 1.
      public var volume: Double

      public init(
        locked: Bool, passcode: Bool, call: DeviceInterface.CallState, alerts: Int64,
        panels: [DeviceInterface.Overlay.Name], front: [String], orientation: String, level: Double, charging: String,
        appearance: String, contentSize: String, volume: Double
      ) {
        self.locked = locked
        self.passcode = passcode
        self.call = call
        self.alerts = alerts
        self.panels = panels
        self.front = front
        self.orientation = orientation
        self.level = level
        self.charging = charging
        self.appearance = appearance
        self.contentSize = contentSize
        self.volume = volume
      }
    }
  }

  /// Presses the home button. It is no error when no app is in front.
  public struct Home: ChangeRequest {
    public static let method = "org.roost.Device.Home"
    public var wait: Bool?
    public var timeout: Int64?

    public init(wait: Bool? = nil, timeout: Int64? = nil) {
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// A sentence for each app that was in front and was killed or crashed on its way out; null when none was.
      public var ended: [String]?

      public init(ended: [String]?) {
        self.ended = ended
      }
    }
  }

  /// Presses the sleep button.
  public struct Lock: ChangeRequest {
    public static let method = "org.roost.Device.Lock"
    public var wait: Bool?
    public var timeout: Int64?

    public init(wait: Bool? = nil, timeout: Int64? = nil) {
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// As of Home.
      public var ended: [String]?

      public init(ended: [String]?) {
        self.ended = ended
      }
    }
  }

  /// Wakes the device and opens it.
  ///
  /// A parameter with any other name is an InvalidParameter.
  public struct Unlock: ChangeRequest {
    public static let method = "org.roost.Device.Unlock"
    public typealias Reply = Done
    /// Needed when one is set.
    public var passcode: String?
    public var wait: Bool?
    public var timeout: Int64?

    public init(passcode: String? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.passcode = passcode
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      passcode = try parameters.read(ifPresent: "passcode")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("passcode", ifPresent: passcode)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Sets, changes or removes the passcode. The device must be unlocked.
  ///
  /// A parameter with any other name is an InvalidParameter.
  public struct SetPasscode: ControlRequest {
    public static let method = "org.roost.Device.SetPasscode"
    public typealias Reply = Done
    /// The new passcode, 1,024 bytes at most; null removes it.
    public var passcode: String?
    /// The passcode until now; needed when one is set.
    public var old: String?

    public init(passcode: String? = nil, old: String? = nil) {
      self.passcode = passcode
      self.old = old
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      passcode = try parameters.read(ifPresent: "passcode")
      old = try parameters.read(ifPresent: "old")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("passcode", ifPresent: passcode)
        $0.put("old", ifPresent: old)
      }
    }
  }

  /// Simulates a telephone call.
  public struct Call: ChangeRequest {
    public static let method = "org.roost.Device.Call"
    public typealias Reply = Done
    public var action: DeviceInterface.Call.Action
    public var wait: Bool?
    public var timeout: Int64?

    public init(action: DeviceInterface.Call.Action, wait: Bool? = nil, timeout: Int64? = nil) {
      self.action = action
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Shows or dismisses an alert over the app in front, or answers the one by which an app asks for a permission. A
  /// client that shows the alert to a person names it: where another has come in its place, the answer is Refused, and
  /// nothing is decided.
  ///
  /// With show and dismiss, either of app and service is an InvalidParameter.
  public struct Alert: ChangeRequest {
    public static let method = "org.roost.Device.Alert"
    public typealias Reply = Done
    public var action: DeviceInterface.Alert.Action
    /// The app whose alert is answered; null: any app's.
    public var app: String?
    /// The service that the alert asks for; null: any.
    public var service: PrivacyInterface.Service?
    public var wait: Bool?
    public var timeout: Int64?

    public init(
      action: DeviceInterface.Alert.Action, app: String? = nil, service: PrivacyInterface.Service? = nil,
      wait: Bool? = nil, timeout: Int64? = nil
    ) {
      self.action = action
      self.app = app
      self.service = service
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Opens or closes a panel of the system over the app in front.
  public struct Overlay: ChangeRequest {
    public static let method = "org.roost.Device.Overlay"
    public typealias Reply = Done
    public var name: DeviceInterface.Overlay.Name
    public var action: DeviceInterface.Overlay.Action
    public var wait: Bool?
    public var timeout: Int64?

    public init(
      name: DeviceInterface.Overlay.Name, action: DeviceInterface.Overlay.Action, wait: Bool? = nil,
      timeout: Int64? = nil
    ) {
      self.name = name
      self.action = action
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Shows a banner; it changes no app's state.
  public struct Banner: ControlRequest {
    public static let method = "org.roost.Device.Banner"
    public typealias Reply = Done
    /// 8,192 bytes at most.
    public var text: String

    public init(text: String) {
      self.text = text
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      text = try parameters.read("text")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("text", text)
      }
    }
  }

  /// Moves the clock of a daemon for tests (roostd --virtual-time) on, and rings every alarm on the way, in order.
  /// Replies when it has got there and all apps have answered; Refused where the daemon has the kernel's clock, and
  /// where the device's calendar would pass the year 2200.
  public struct AdvanceTime: ControlRequest {
    public static let method = "org.roost.Device.AdvanceTime"
    /// As far as this, at most 31 days.
    public var milliseconds: Int64
    /// The time in reality that an app has for each answer, in milliseconds, before the clock goes on without it;
    /// default 5000.
    public var patience: Int64?

    public init(milliseconds: Int64, patience: Int64? = nil) {
      self.milliseconds = milliseconds
      self.patience = patience
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      milliseconds = try parameters.read("milliseconds")
      patience = try parameters.read(ifPresent: "patience")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("milliseconds", milliseconds)
        $0.put("patience", ifPresent: patience)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// How many alarms have rung.
      public var alarms: Int64

      public init(alarms: Int64) {
        self.alarms = alarms
      }
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Device",
    text: #"""
      # The buttons of the device, what lies over the apps, and what happens to the
      # device.
      #
      # A method with "wait" and "timeout" replies when every app has handled the
      # change. With "wait" false it replies as soon as the daemon has taken the
      # request. After "timeout" milliseconds it replies TimedOut, and the change goes
      # on.
      interface org.roost.Device

      # An event of a telephone call.
      type CallAction (ring, accept, decline, end)

      # An event of an alert. The last three answer one that asks for a permission.
      type AlertAction (show, dismiss, allow, deny, allowOnce)

      # A service that an app may use only with the user's permission, as of
      # org.roost.Privacy.
      type Service (
        notifications,
        location,
        camera,
        microphone,
        contacts,
        photos,
        tracking,
        bluetooth,
        localNetwork
      )

      # A panel of the system.
      type OverlayName (notificationCenter, controlCenter, switcher)

      # An event of a panel.
      type OverlayAction (open, close)

      # The state of the telephone.
      type CallState (none, ringing, underWay)

      # Shows the device as it is now.
      #
      #   passcode     Whether one is set.
      #   alerts       How many alerts are shown.
      #   panels       The panels of the system that are open.
      #   front        The apps in front, the last brought forward first; none is the
      #                home screen.
      #   orientation  As Notify takes it.
      #   level        Of the battery, 0 to 1.
      #   charging     As Notify takes it in "state".
      #   appearance   As Notify takes it in "style".
      #   contentSize  As Notify takes it in "category".
      #   volume       Of the sound, 0 to 1.
      method GetState() -> (
        locked: bool,
        passcode: bool,
        call: CallState,
        alerts: int,
        panels: []OverlayName,
        front: []string,
        orientation: string,
        level: float,
        charging: string,
        appearance: string,
        contentSize: string,
        volume: float
      )

      # Presses the home button. It is no error when no app is in front.
      #
      #   ended  A sentence for each app that was in front and was killed or crashed on
      #          its way out; null when none was.
      method Home(wait: ?bool, timeout: ?int) -> (ended: ?[]string)

      # Presses the sleep button.
      #
      #   ended  As of Home.
      method Lock(wait: ?bool, timeout: ?int) -> (ended: ?[]string)

      # Wakes the device and opens it.
      #
      #   passcode  Needed when one is set.
      #
      # A parameter with any other name is an InvalidParameter.
      method Unlock(passcode: ?string, wait: ?bool, timeout: ?int) -> ()

      # Sets, changes or removes the passcode. The device must be unlocked.
      #
      #   passcode  The new passcode, 1,024 bytes at most; null removes it.
      #   old       The passcode until now; needed when one is set.
      #
      # A parameter with any other name is an InvalidParameter.
      method SetPasscode(passcode: ?string, old: ?string) -> ()

      # Simulates a telephone call.
      method Call(action: CallAction, wait: ?bool, timeout: ?int) -> ()

      # Shows or dismisses an alert over the app in front, or answers the one by which
      # an app asks for a permission. A client that shows the alert to a person names
      # it: where another has come in its place, the answer is Refused, and nothing is
      # decided.
      #
      #   app      The app whose alert is answered; null: any app's.
      #   service  The service that the alert asks for; null: any.
      #
      # With show and dismiss, either of app and service is an InvalidParameter.
      method Alert(
        action: AlertAction,
        app: ?string,
        service: ?Service,
        wait: ?bool,
        timeout: ?int
      ) -> ()

      # Opens or closes a panel of the system over the app in front.
      method Overlay(name: OverlayName, action: OverlayAction, wait: ?bool, timeout: ?int) -> ()

      # Shows a banner; it changes no app's state.
      #
      #   text  8,192 bytes at most.
      method Banner(text: string) -> ()

      # Tells apps that something happens to the device. The kind says which other
      # parameters are set; any other is an InvalidParameter:
      #
      #     orientation      orientation: portrait, portraitUpsideDown,
      #                      landscapeLeft, landscapeRight, faceUp or faceDown
      #     time             zone, such as "Asia/Seoul"; or jump, in seconds
      #     battery          level, 0 to 1; state: unplugged, charging or full
      #     proximity        near
      #     volume           level, 0 to 1
      #     accessory        name, connected
      #     display          name, connected
      #     display-mode     name; mode, such as "1920x1080"
      #     settings         app, key; value, JSON in a string
      #     locale           locale, such as "ko_KR"
      #     icloud           account, or "none"
      #     appearance       style, "light" or "dark"
      #     content-size     category, such as "large" or "accessibility-medium"
      #     protected-files  available
      #     network          network: offline, cellular or wifi
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
        style: ?string,
        category: ?string,
        available: ?bool,
        network: ?string,
        wait: ?bool,
        timeout: ?int
      ) -> ()

      # Moves the clock of a daemon for tests (roostd --virtual-time) on, and rings
      # every alarm on the way, in order. Replies when it has got there and all apps
      # have answered; Refused where the daemon has the kernel's clock, and where the
      # device's calendar would pass the year 2200.
      #
      #   milliseconds  As far as this, at most 31 days.
      #   patience      The time in reality that an app has for each answer, in
      #                 milliseconds, before the clock goes on without it; default
      #                 5000.
      #   alarms        How many alarms have rung.
      method AdvanceTime(milliseconds: int, patience: ?int) -> (alarms: int)

      # The passcode is wrong, or is needed and was not given, or too many were wrong
      # and the next is taken only after a wait.
      error PasscodeRefused (message: string)

      # The change is in force, and is lost when the daemon ends: the disk does not
      # take it. The daemon writes it as soon as it can.
      error NotKept (message: string)

      # The device is not in a state for that.
      error Refused (message: string)

      # The change is not done in the time that the caller gave; it goes on.
      error TimedOut (message: string)

      """#)
}

extension DeviceInterface.Call {
  /// An event of a telephone call.
  public enum Action: String, Codable, Sendable, CaseIterable {
    case ring, accept, decline, end
  }
}

extension DeviceInterface.Alert {
  /// An event of an alert. The last three answer one that asks for a permission.
  public enum Action: String, Codable, Sendable, CaseIterable {
    case show, dismiss, allow, deny, allowOnce
  }
}

extension PrivacyInterface {
  /// A service that an app may use only with the user's permission, as of org.roost.Privacy.
  public enum Service: String, Codable, Sendable, CaseIterable {
    case notifications, location, camera, microphone, contacts, photos, tracking, bluetooth, localNetwork
  }
}

extension DeviceInterface.Overlay {
  /// A panel of the system.
  public enum Name: String, Codable, Sendable, CaseIterable {
    case notificationCenter, controlCenter, switcher
  }
}

extension DeviceInterface.Overlay {
  /// An event of a panel.
  public enum Action: String, Codable, Sendable, CaseIterable {
    case open, close
  }
}

extension DeviceInterface {
  /// The state of the telephone.
  public enum CallState: String, Codable, Sendable, CaseIterable {
    case none, ringing, underWay
  }
}
