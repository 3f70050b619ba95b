// Notifications for the person, as they go over the channel.

public import WireJSON

/// `{"identifier":"…","title":"…","body":"…","content":{…}}`: what a person is shown (`UNNotificationRequest`).
public struct UserNotification: Hashable, Sendable {
  /// Names it for its app: one of the same name takes its place.
  public var identifier: String
  public var title: String
  public var body: String
  /// The data that the app wants back; of a remote one its payload.
  public var content: WrittenJSON
  /// `"remote":true`: it was pushed.
  public var isRemote: Bool
  /// When it was shown, in seconds since 1970; nil for one that was not.
  public var date: Double?

  public init(
    identifier: String, title: String, body: String, content: WrittenJSON = [:], isRemote: Bool = false,
    date: Double? = nil
  ) {
    self.identifier = identifier
    self.title = title
    self.body = body
    self.content = content
    self.isRemote = isRemote
    self.date = date
  }
}

/// A notification and when it is to be shown.
public struct PlannedNotification: Hashable, Sendable {
  public var notification: UserNotification
  /// `"at":[…]`: in seconds since 1970; none means at once.
  public var dates: [Double]
  /// `"every":60`: after the last of them again and again, in seconds, 60 at least.
  public var interval: Double?

  public init(_ notification: UserNotification, dates: [Double] = [], interval: Double? = nil) {
    self.notification = notification
    self.dates = dates
    self.interval = interval
  }
}

/// The user's response to a notification (`UNNotificationResponse`).
public struct NotificationResponse: Hashable, Sendable {
  public var notification: UserNotification
  /// The identifier of one of its category's actions; nil when it was simply opened.
  public var action: String?
  /// The text that the user typed.
  public var text: String?

  public init(_ notification: UserNotification, action: String? = nil, text: String? = nil) {
    self.notification = notification
    self.action = action
    self.text = text
  }
}

// MARK: - From lines

private enum NotificationKey: String, CodingKey {
  case identifier, title, body, content, remote, date, at, every, notification, action, text
}

extension UserNotification: Decodable {
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: NotificationKey.self)
    self.init(
      identifier: try values.decode(String.self, forKey: .identifier),
      title: try values.decodeIfPresent(String.self, forKey: .title) ?? "",
      body: try values.decodeIfPresent(String.self, forKey: .body) ?? "",
      content: try values.decodeIfPresent(WrittenJSON.self, forKey: .content) ?? [:],
      isRemote: try values.decodeIfPresent(Bool.self, forKey: .remote) ?? false,
      date: try values.decodeIfPresent(Double.self, forKey: .date))
  }
}

extension PlannedNotification: Decodable {
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: NotificationKey.self)
    self.init(
      try UserNotification(from: decoder),
      dates: try values.decodeIfPresent([Double].self, forKey: .at) ?? [],
      interval: try values.decodeIfPresent(Double.self, forKey: .every))
  }
}

extension NotificationResponse: Decodable {
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: NotificationKey.self)
    self.init(
      try values.decode(UserNotification.self, forKey: .notification),
      action: try values.decodeIfPresent(String.self, forKey: .action),
      text: try values.decodeIfPresent(String.self, forKey: .text))
  }
}

// MARK: - To lines

// The members are in the order of their names, as those of JSON objects of no fixed shape are written.

extension UserNotification {
  /// - Parameters:
  ///   - dates: of a plan.
  ///   - interval: of a plan.
  func write(to object: inout ObjectWriter, at dates: [Double] = [], every interval: Double? = nil) {
    if !dates.isEmpty { object.put("at", .array(dates.map(JSON.number))) }
    object.put("body", body)
    object.put("content", written: content)
    if let date { object.put("date", .number(date)) }
    if let interval { object.put("every", .number(interval)) }
    object.put("identifier", identifier)
    if isRemote { object.put("remote", true) }
    object.put("title", title)
  }
}

extension PlannedNotification {
  func write(to object: inout ObjectWriter) { notification.write(to: &object, at: dates, every: interval) }
}

extension NotificationResponse {
  func write(to object: inout ObjectWriter) {
    object.put("action", ifPresent: action)
    object.put("notification") { notification.write(to: &$0) }
    object.put("text", ifPresent: text)
  }
}
