// org.roost.Privacy, made by `make generate` of org.roost.Privacy.varlink: change that file instead.
// swift-format-ignore-file
public import Varlink
public import WireJSON

/// The permissions that apps need of the user. Errors are UnknownApp of org.roost.Apps, and NotKept and TimedOut of
/// org.roost.Device; "wait" and "timeout" are as there. The alert that asks for a permission is answered by Alert of
/// org.roost.Device.
public enum PrivacyInterface {
  /// Lists the permissions that are decided or asked for.
  public struct List: ControlRequest {
    public static let method = "org.roost.Privacy.List"
    /// Only this app's.
    public var id: String?

    public init(id: String? = nil) {
      self.id = id
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read(ifPresent: "id")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", ifPresent: id)
      }
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var permissions: [PermissionEntry]

      public init(permissions: [PermissionEntry]) {
        self.permissions = permissions
      }
    }
  }

  /// Changes a permission. An app that runs is ended when a permission of its that was decided becomes another, as on
  /// iOS, unless it is for notifications, location or localNetwork.
  public struct Set: ChangeRequest {
    public static let method = "org.roost.Privacy.Set"
    public typealias Reply = Done
    public var id: String
    public var service: PrivacyInterface.Service
    public var decision: PrivacyInterface.Decision
    public var wait: Bool?
    public var timeout: Int64?

    public init(
      id: String, service: PrivacyInterface.Service, decision: PrivacyInterface.Decision, wait: Bool? = nil,
      timeout: Int64? = nil
    ) {
      self.id = id
      self.service = service
      self.decision = decision
      self.wait = wait
      self.timeout = timeout
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Privacy",
    text: #"""
      # The permissions that apps need of the user. Errors are UnknownApp of
      # org.roost.Apps, and NotKept and TimedOut of org.roost.Device; "wait" and
      # "timeout" are as there. The alert that asks for a permission is answered by
      # Alert of org.roost.Device.
      interface org.roost.Privacy

      # A service that an app may use only with the user's permission.
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

      # A permission as its app sees it.
      type Status (undetermined, granted, denied)

      # A change that the user makes in the settings. With "reset" nothing is decided,
      # and the device does by default what roostd.toml(5) says; with "ask" nothing is
      # decided, and the user is asked.
      type Decision (grant, deny, reset, ask)

      # A permission that is decided, or is asked for.
      #
      #   asking   An alert asks the user for it, or waits to.
      #   shown    The alert is on the screen; one at a time is.
      #   purpose  The app's words for the user, such as its NSCameraUsageDescription,
      #            500 characters at most; null where it has none.
      type Permission (
        app: string,
        service: Service,
        status: Status,
        asking: bool,
        shown: bool,
        purpose: ?string
      )

      # Lists the permissions that are decided or asked for.
      #
      #   id  Only this app's.
      method List(id: ?string) -> (permissions: []Permission)

      # Changes a permission. An app that runs is ended when a permission of its that
      # was decided becomes another, as on iOS, unless it is for notifications,
      # location or localNetwork.
      method Set(
        id: string,
        service: Service,
        decision: Decision,
        wait: ?bool,
        timeout: ?int
      ) -> ()

      """#)
}

extension PermissionEntry {
  /// A permission as its app sees it.
  public enum Status: String, Codable, Sendable, CaseIterable {
    case undetermined, granted, denied
  }
}

extension PrivacyInterface {
  /// A change that the user makes in the settings. With "reset" nothing is decided, and the device does by default what
  /// roostd.toml(5) says; with "ask" nothing is decided, and the user is asked.
  public enum Decision: String, Codable, Sendable, CaseIterable {
    case grant, deny, reset, ask
  }
}

/// A permission that is decided, or is asked for.
public struct PermissionEntry: Codable, Hashable, Sendable {
  public var app: String
  public var service: PrivacyInterface.Service
  public var status: PermissionEntry.Status
  /// An alert asks the user for it, or waits to.
  public var asking: Bool
  /// The alert is on the screen; one at a time is.
  public var shown: Bool
  /// The app's words for the user, such as its NSCameraUsageDescription, 500 characters at most; null where it has
  /// none.
  public var purpose: String?

  public init(
    app: String, service: PrivacyInterface.Service, status: PermissionEntry.Status, asking: Bool, shown: Bool,
    purpose: String?
  ) {
    self.app = app
    self.service = service
    self.status = status
    self.asking = asking
    self.shown = shown
    self.purpose = purpose
  }

  /// Writes what is absent as `null`, so that scripts find every member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(app, forKey: .app)
    try container.encode(service, forKey: .service)
    try container.encode(status, forKey: .status)
    try container.encode(asking, forKey: .asking)
    try container.encode(shown, forKey: .shown)
    try container.encode(purpose, forKey: .purpose)
  }
}
