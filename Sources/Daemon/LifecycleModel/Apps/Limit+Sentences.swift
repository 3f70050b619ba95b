// Says which limit an app or a client has passed, and what to do.

extension Limit {
  /// The limit in words, and its cure.
  public var sentence: String {
    switch unit {
    case .bytes: "\(subject) may have \(number) bytes; \(cure)"
    case .count: "\(owner) may have \(number) \(subject); \(cure)"
    }
  }

  private var owner: String { self == .connected ? "the device" : "an app" }

  var subject: String {
    switch self {
    case .taskName: "the name of a background task"
    case .taskNames: "the names of its background tasks together"
    case .callback: "the name of a callback"
    case .configuration: "the name of a scene's configuration"
    case .pictureFile: "the path of a picture"
    case .breach: "the words about how an app broke the protocol"
    case .identifier: "an identifier"
    case .identifiers: "the identifiers of one request together"
    case .url: "a URL"
    case .payload: "the JSON of an activity, a shortcut item, a wake or a setting"
    case .notification: "a notification with its times"
    case .responseText: "the text of a response"
    case .plannedNotifications: "planned notifications"
    case .shownNotifications: "notifications that are shown"
    case .shownTogether: "the notifications that are shown together"
    case .unhandledEvents: "events that it has not handled"
    case .refreshRequests: "refresh requests pending"
    case .processingRequests: "processing requests pending"
    case .transfer: "the method, the headers and the file name of a transfer together"
    case .transfers: "transfers that it has not taken note of"
    case .runningTransfers: "transfers that run"
    case .backgroundTasks: "open background tasks"
    case .activities: "open activities"
    case .openings: "things to open that wait for it"
    case .openingsOfSender: "URLs of one sender that wait for it"
    case .sessions: "scene sessions"
    case .wakes: "wakes that it has not finished"
    case .deferredRequests: "requests that wait until it runs again"
    case .permissionRequests: "requests for one permission that wait for the user"
    case .settings: "settings"
    case .settingsTogether: "the settings of an app together"
    case .connected: "accessories and displays connected"
    }
  }

  private var cure: String {
    switch self {
    case .taskName, .taskNames, .callback, .configuration, .pictureFile, .breach, .identifier: "choose a shorter one"
    case .transfer: "shorten them"
    case .transfers: "cancel one first, or one that has ended"
    case .runningTransfers: "the others wait"
    case .identifiers: "send several requests"
    case .url, .payload, .notification: "put more into a file, and pass its name"
    case .responseText: "shorten it"
    case .plannedNotifications, .shownNotifications, .shownTogether, .refreshRequests, .processingRequests:
      "cancel one first"
    case .unhandledEvents, .openings, .openingsOfSender, .wakes, .deferredRequests:
      "try again when it has handled some"
    case .backgroundTasks, .activities: "end one first"
    case .sessions: "discard one first"
    case .permissionRequests: "wait for the answer"
    case .settings: "set one that it has"
    case .settingsTogether: "take one back first, by the value null"
    case .connected: "disconnect one first"
    }
  }
}
