// org.roost.Notifications: what apps, and pushes, show the person.
public import Varlink

/// One that is shown.
public struct ShownNotification: Codable, Hashable, Sendable {
  public var app: String
  /// Names it for its app.
  public var identifier: String
  public var title: String
  public var body: String
  /// When it was shown, as in ISO 8601.
  public var time: String

  public init(app: String, identifier: String, title: String, body: String, time: String) {
    self.app = app
    self.identifier = identifier
    self.title = title
    self.body = body
    self.time = time
  }
}

public enum NotificationsInterface {
  /// What is shown, each app's oldest first.
  public struct List: ControlRequest {
    public static let method = "org.roost.Notifications.List"
    /// Nil means those of every app.
    public var id: String?
    public init(id: String? = nil) { self.id = id }

    public struct Reply: Codable, Hashable, Sendable {
      public var notifications: [ShownNotification]
      public init(notifications: [ShownNotification]) { self.notifications = notifications }
    }
  }

  /// The person chooses one, or one of its actions: its app comes forward and is told.
  public struct Open: ChangeRequest {
    public static let method = "org.roost.Notifications.Open"
    public var id: String
    public var identifier: String
    /// `UNNotificationAction.identifier`; nil means that the notification itself was chosen.
    public var action: String?
    /// What was typed for an action that asks for a text.
    public var text: String?
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done

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
  }

  /// The person swipes one away.
  public struct Dismiss: ChangeRequest {
    public static let method = "org.roost.Notifications.Dismiss"
    public var id: String
    public var identifier: String
    public var wait: Bool?
    public var timeout: Int64?
    public typealias Reply = Done

    public init(id: String, identifier: String, wait: Bool? = nil, timeout: Int64? = nil) {
      self.id = id
      self.identifier = identifier
      self.wait = wait
      self.timeout = timeout
    }
  }

  public static let description = InterfaceDescription(
    name: "org.roost.Notifications",
    text: """
      # What apps, and pushes, show the person. Errors are those of org.roost.Apps.
      interface org.roost.Notifications

      type Notification (
        app: string,
        identifier: string,
        title: string,
        body: string,
        time: string
      )

      # What is shown, each app's oldest first.
      method List(id: ?string) -> (notifications: []Notification)

      # The person chooses a notification, or one of its actions, perhaps typing a
      # text: its app comes forward and is told.
      method Open(
        id: string,
        identifier: string,
        action: ?string,
        text: ?string,
        wait: ?bool,
        timeout: ?int
      ) -> ()

      # The person swipes a notification away.
      method Dismiss(id: string, identifier: string, wait: ?bool, timeout: ?int) -> ()

      """)
}
