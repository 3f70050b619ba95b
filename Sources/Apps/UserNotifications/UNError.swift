// The errors of notifications.

/// The reason why a notification could not be added.
public struct UNError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The kind of the error.
  public enum Code: Int, Sendable {
    case notificationsNotAllowed = 1
    case attachmentInvalidURL = 100
    case attachmentUnrecognizedType = 101
    case attachmentInvalidFileSize = 102
    case attachmentNotInDataStore = 103
    case attachmentMoveIntoDataStoreFailed = 104
    case attachmentCorrupt = 105
    case notificationInvalidNoDate = 1400
    case notificationInvalidNoContent = 1401
    case contentProvidingObjectNotAllowed = 1500
    case contentProvidingInvalid = 1501
    case badgeInputInvalid = 1600

    /// For `catch UNError.notificationsNotAllowed`.
    public static func ~= (code: Code, error: any Error) -> Bool { (error as? UNError)?.code == code }
  }

  public let code: Code

  init(_ code: Code) { self.code = code }

  public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
  public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
  public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
  public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
  public static var badgeInputInvalid: Code { .badgeInputInvalid }

  public var errorDescription: String? { description }
  public var description: String {
    switch code {
    case .notificationsNotAllowed:
      "unable to add the notification: the app may not notify yet; call requestAuthorization(options:) first"
    case .attachmentInvalidURL: "unable to attach the file: no such file at this URL"
    case .notificationInvalidNoDate: "unable to add the notification: its trigger has no date to come"
    case .notificationInvalidNoContent: "unable to add the notification: its content is empty"
    case .badgeInputInvalid: "unable to set the badge: it must be 0 or more"
    case .attachmentUnrecognizedType, .attachmentInvalidFileSize, .attachmentNotInDataStore,
      .attachmentMoveIntoDataStoreFailed, .attachmentCorrupt:
      "unable to attach the file: it is not a picture, sound or film that can be shown"
    case .contentProvidingObjectNotAllowed, .contentProvidingInvalid:
      "unable to update the content: the object that provides it is not valid"
    }
  }
}
