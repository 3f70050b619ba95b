// org.roost.Events, made by `make generate` of org.roost.Events.varlink: change that file instead.
// swift-format-ignore-file
public import Varlink
public import WireJSON

/// Events outside an app that the daemon wakes it for, or launches it for behind the screen. The app's Info.plist has
/// to list the mode in UIBackgroundModes.
///
/// A method replies when the app has said that it is done. With "wait" false it replies as soon as the daemon has taken
/// the request. After "timeout" milliseconds it replies org.roost.Apps.TimedOut, and the app goes on. It also replies
/// org.roost.Apps.UnknownApp and org.roost.Apps.Refused.
public enum EventsInterface {
  /// Sends a remote notification. The mode is remote-notification, which an app that runs does not need.
  public struct Push: ChangeRequest {
    public static let method = "org.roost.Events.Push"
    public typealias Reply = Done
    public var id: String
    /// A JSON object in a string, 4096 bytes at most. A banner shows its "aps.alert", a string or an object with
    /// "title" and "body"; with "aps.content-available" 1 the daemon wakes the app.
    public var payload: String
    /// Show nothing, and wake the app whatever the payload says. Default: false.
    public var silent: Bool?
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, payload: String, silent: Bool? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.payload = payload
      self.silent = silent
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      payload = try parameters.read("payload")
      silent = try parameters.read(ifPresent: "silent")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("payload", payload)
        $0.put("silent", ifPresent: silent)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Has the app look for new content. The mode is fetch.
  public struct Fetch: ChangeRequest {
    public static let method = "org.roost.Events.Fetch"
    public typealias Reply = Done
    public var id: String
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Tells the app that the device is at another place. The mode is location.
  public struct Location: ChangeRequest {
    public static let method = "org.roost.Events.Location"
    public typealias Reply = Done
    public var id: String
    /// In degrees, from -90 to 90.
    public var latitude: Double
    /// In degrees, from -180 to 180.
    public var longitude: Double
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, latitude: Double, longitude: Double, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.latitude = latitude
      self.longitude = longitude
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// Tells the app that an accessory has data for it. The mode is external-accessory.
  public struct Accessory: ChangeRequest {
    public static let method = "org.roost.Events.Accessory"
    public typealias Reply = Done
    public var id: String
    public var name: String
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, name: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.name = name
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      name = try parameters.read("name")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("name", name)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Tells the app that a Bluetooth peer has data for it. The mode is bluetooth-central or bluetooth-peripheral.
  public struct Bluetooth: ChangeRequest {
    public static let method = "org.roost.Events.Bluetooth"
    public typealias Reply = Done
    public var id: String
    public var name: String
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, name: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.name = name
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      name = try parameters.read("name")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("name", name)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Events",
    text: #"""
      # Events outside an app that the daemon wakes it for, or launches it for behind
      # the screen. The app's Info.plist has to list the mode in UIBackgroundModes.
      #
      # A method replies when the app has said that it is done. With "wait" false it
      # replies as soon as the daemon has taken the request. After "timeout"
      # milliseconds it replies org.roost.Apps.TimedOut, and the app goes on. It also
      # replies org.roost.Apps.UnknownApp and org.roost.Apps.Refused.
      interface org.roost.Events

      # Sends a remote notification. The mode is remote-notification, which an app
      # that runs does not need.
      #
      #   payload  A JSON object in a string, 4096 bytes at most. A banner shows its
      #            "aps.alert", a string or an object with "title" and "body"; with
      #            "aps.content-available" 1 the daemon wakes the app.
      #   silent   Show nothing, and wake the app whatever the payload says. Default:
      #            false.
      method Push(id: string, payload: string, silent: ?bool, wait: ?bool, timeout: ?int) -> ()

      # Has the app look for new content. The mode is fetch.
      method Fetch(id: string, wait: ?bool, timeout: ?int) -> ()

      # Tells the app that the device is at another place. The mode is location.
      #
      #   latitude   In degrees, from -90 to 90.
      #   longitude  In degrees, from -180 to 180.
      method Location(id: string, latitude: float, longitude: float, wait: ?bool, timeout: ?int) -> ()

      # Tells the app that an accessory has data for it. The mode is
      # external-accessory.
      method Accessory(id: string, name: string, wait: ?bool, timeout: ?int) -> ()

      # Tells the app that a Bluetooth peer has data for it. The mode is
      # bluetooth-central or bluetooth-peripheral.
      method Bluetooth(id: string, name: string, wait: ?bool, timeout: ?int) -> ()

      """#)
}
