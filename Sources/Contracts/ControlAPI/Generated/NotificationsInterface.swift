// org.roost.Notifications, made by `make generate` of org.roost.Notifications.varlink: change that file instead.
// swift-format-ignore-file
public import Varlink
public import WireJSON

/// The notifications that apps and pushes show the person. Errors are those of org.roost.Apps; "wait" and "timeout" are
/// as there.
public enum NotificationsInterface {
  /// Lists what is shown, each app's oldest first. A list of all apps has of each the newest 32, or fewer where their
  /// identifiers and texts have more than 32 KiB of JSON; a newest one that has more by itself is there with its texts
  /// cut.
  public struct List: ControlRequest {
    public static let method = "org.roost.Notifications.List"
    /// Only this app's: all of them as they are.
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
      public var notifications: [ShownNotification]

      public init(notifications: [ShownNotification]) {
        self.notifications = notifications
      }
    }
  }

  /// Chooses a notification, or one of its actions, as the person does: its app comes forward and is told.
  public struct Open: ChangeRequest {
    public static let method = "org.roost.Notifications.Open"
    public typealias Reply = Done
    public var id: String
    public var identifier: String
    /// The action's identifier. Default: the notification itself is chosen.
    public var action: String?
    /// What the person types for an action that asks for a text.
    public var text: String?
    public var wait: Bool?
    public var timeout: Int64?

    public init(
      id: String, identifier: String, action: String? = nil, text: String? = nil, wait: Bool? = nil,
      timeout: Int64? = nil
    ) {
      self.id = id
      self.identifier = identifier
      self.action = action
      self.text = text
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      identifier = try parameters.read("identifier")
      action = try parameters.read(ifPresent: "action")
      text = try parameters.read(ifPresent: "text")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("identifier", identifier)
        $0.put("action", ifPresent: action)
        $0.put("text", ifPresent: text)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  /// Swipes a notification away, as the person does.
  public struct Dismiss: ChangeRequest {
    public static let method = "org.roost.Notifications.Dismiss"
    public typealias Reply = Done
    public var id: String
    public var identifier: String
    public var wait: Bool?
    public var timeout: Int64?

    public init(id: String, identifier: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.identifier = identifier
      self.wait = wait
      self.timeout = timeout
    }

    public init(reading parameters: CallParameters) throws(ServiceError) {
      id = try parameters.read("id")
      identifier = try parameters.read("identifier")
      wait = try parameters.read(ifPresent: "wait")
      timeout = try parameters.read(ifPresent: "timeout")
    }

    public func written() -> WrittenJSON {
      .object {
        $0.put("id", id)
        $0.put("identifier", identifier)
        $0.put("wait", ifPresent: wait)
        $0.put("timeout", ifPresent: timeout)
      }
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Notifications",
    text: #"""
      # The notifications that apps and pushes show the person. Errors are those of
      # org.roost.Apps; "wait" and "timeout" are as there.
      interface org.roost.Notifications

      # A notification that is shown.
      #
      #   identifier  Names it within its app.
      #   time        When it was shown, ISO 8601 in UTC.
      type Notification (
        app: string,
        identifier: string,
        title: string,
        body: string,
        time: string
      )

      # Lists what is shown, each app's oldest first. A list of all apps has of each
      # the newest 32, or fewer where their identifiers and texts have more than
      # 32 KiB of JSON; a newest one that has more by itself is there with its texts
      # cut.
      #
      #   id  Only this app's: all of them as they are.
      method List(id: ?string) -> (notifications: []Notification)

      # Chooses a notification, or one of its actions, as the person does: its app
      # comes forward and is told.
      #
      #   action  The action's identifier. Default: the notification itself is chosen.
      #   text    What the person types for an action that asks for a text.
      method Open(
        id: string,
        identifier: string,
        action: ?string,
        text: ?string,
        wait: ?bool,
        timeout: ?int
      ) -> ()

      # Swipes a notification away, as the person does.
      method Dismiss(id: string, identifier: string, wait: ?bool, timeout: ?int) -> ()

      """#)
}

/// A notification that is shown.
public struct ShownNotification: Codable, Hashable, Sendable {
  public var app: String
  /// Names it within its app.
  public var identifier: String
  public var title: String
  public var body: String
  /// When it was shown, ISO 8601 in UTC.
  public var time: String

  public init(app: String, identifier: String, title: String, body: String, time: String) {
    self.app = app
    self.identifier = identifier
    self.title = title
    self.body = body
    self.time = time
  }
}
