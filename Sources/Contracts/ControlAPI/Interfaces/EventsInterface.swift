// org.roost.Events: what happens outside an app that it is woken for (BX3, BX5).
public import Varlink

public enum EventsInterface {
  /// A remote notification: shown, handed to the app behind the screen, or both, as its payload says.
  public struct Push: ChangeRequest {
    public static let method = "org.roost.Events.Push"
    public var id: String
    /// What ``ControlAPI/Push`` reads.
    public var payload: String
    /// Nil means false. Shows nothing, and wakes the app whatever the payload says.
    public var silent: Bool?
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done

    public init(id: String, payload: String, silent: Bool? = nil, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.payload = payload
      self.silent = silent
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// It is time to look for new content.
  public struct Fetch: ChangeRequest {
    public static let method = "org.roost.Events.Fetch"
    public var id: String
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done

    public init(id: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// The device is at another place.
  public struct Location: ChangeRequest {
    public static let method = "org.roost.Events.Location"
    public var id: String
    /// In degrees; one of ``latitudes``.
    public var latitude: Double
    /// In degrees; one of ``longitudes``.
    public var longitude: Double
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done
    public static let latitudes = -90.0...90.0
    public static let longitudes = -180.0...180.0

    public init(id: String, latitude: Double, longitude: Double, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.latitude = latitude
      self.longitude = longitude
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// An accessory has something to say to its app.
  public struct Accessory: ChangeRequest {
    public static let method = "org.roost.Events.Accessory"
    public var id: String
    public var name: String
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done

    public init(id: String, name: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.name = name
      self.wait = wait
      self.timeout = timeout
    }
  }

  /// A Bluetooth peer has something to say to its app.
  public struct Bluetooth: ChangeRequest {
    public static let method = "org.roost.Events.Bluetooth"
    public var id: String
    public var name: String
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done

    public init(id: String, name: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.name = name
      self.wait = wait
      self.timeout = timeout
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Events",
    text: """
      # What happens outside an app that it is woken for, or launched behind the
      # screen. Its Info.plist has to list the mode in UIBackgroundModes.
      # Methods answer when the app has said that it is done, unless "wait" is
      # false; after "timeout" milliseconds they answer org.roost.Apps.TimedOut
      # while the app goes on. They answer org.roost.Apps.UnknownApp and
      # org.roost.Apps.Refused as well.
      interface org.roost.Events

      # A remote notification; mode remote-notification. The payload is a JSON
      # object in a string of 4096 bytes at most. A banner shows its aps.alert, a
      # string or an object with "title" and "body"; with aps.content-available 1
      # the app is woken. "silent" shows nothing and wakes the app.
      method Push(id: string, payload: string, silent: ?bool, wait: ?bool, timeout: ?int) -> ()

      # It is time to look for new content; mode fetch.
      method Fetch(id: string, wait: ?bool, timeout: ?int) -> ()

      # The device is at another place, in degrees; mode location.
      method Location(id: string, latitude: float, longitude: float, wait: ?bool, timeout: ?int) -> ()

      # An accessory has something to say; mode external-accessory.
      method Accessory(id: string, name: string, wait: ?bool, timeout: ?int) -> ()

      # A Bluetooth peer has something to say; mode bluetooth-central or
      # bluetooth-peripheral.
      method Bluetooth(id: string, name: string, wait: ?bool, timeout: ?int) -> ()

      """)
}
