// The limits on what an app, or a client on its behalf, can make the daemon keep.

/// One limit: so many of its unit. The table of docs/security.md has them all.
public enum Limit: String, Hashable, Codable, Sendable, CaseIterable {
  /// The name of a background task. More is cut off.
  case taskName
  /// The names of an app's background tasks together: every list of all apps has them. Those of further tasks are left out.
  case taskNames
  /// A callback in a trace, and in the record of an exit. More is cut off.
  case callback
  /// The name of a scene's configuration. More is cut off.
  case configuration
  /// The path of a file with a picture, beneath the app's container. More is cut off: the kernel opens no longer one (PATH_MAX).
  case pictureFile
  /// The app's breach of the protocol, in the record of its exit. More is cut off.
  case breach
  /// The name of a notification, a task request, a session, a mode, a protection class or a method.
  case identifier
  /// Identifiers in one request, together.
  case identifiers
  case url
  /// The JSON of an activity, a shortcut item, a wake or a setting.
  case payload
  /// A notification with its times.
  case notification
  /// The text that the user typed as a response.
  case responseText

  /// Notifications that are planned. Those that come last are dropped.
  case plannedNotifications
  /// Notifications that are shown. The oldest are dropped.
  case shownNotifications
  /// Those together: an app is told of all of them whenever it asks. The oldest are dropped.
  case shownTogether
  /// Input that an app has not handled; and notifications that it was asked about, beyond which they are just shown.
  case unhandledEvents
  /// The method, the headers and the name of the file to send of one transfer, together.
  case transfer
  case refreshRequests
  case processingRequests
  /// Transfers of which an app has not taken note (BX9).
  case transfers
  /// Those that run at once; the others wait.
  case runningTransfers
  /// Open background tasks. An app that has more is killed (BX2).
  case backgroundTasks
  /// Open activities (BX3).
  case activities
  /// Things to open that wait for an app.
  case openings
  /// URLs of one app among them.
  case openingsOfSender
  case sessions
  /// Wakes that an app has not finished.
  case wakes
  /// Requests made in the instant before an app was stopped. An app that has made more is killed.
  case deferredRequests
  /// Requests for one permission that wait for the user's answer (PR2).
  case permissionRequests
  /// Settings that clients have set (NQ2).
  case settings
  /// Those with their keys: every launch tells the app of all of them.
  case settingsTogether
  /// Accessories and displays of the device (NQ2): every launch tells of them.
  case connected

  public enum Unit: Hashable, Sendable {
    /// Of UTF-8.
    case bytes
    case count
  }

  public var unit: Unit {
    switch self {
    case .taskName, .taskNames, .callback, .configuration, .pictureFile, .breach, .identifier, .identifiers, .url,
      .payload,
      .notification, .responseText, .shownTogether, .transfer, .settingsTogether:
      .bytes
    case .plannedNotifications, .shownNotifications, .unhandledEvents, .refreshRequests, .processingRequests,
      .transfers, .runningTransfers, .backgroundTasks, .activities, .openings, .openingsOfSender, .sessions, .wakes,
      .deferredRequests, .permissionRequests, .settings, .connected:
      .count
    }
  }

  public var number: Int {
    switch self {
    case .taskName, .callback, .configuration, .identifier: 256
    case .taskNames: 16_384
    case .pictureFile: 4096
    case .breach: 1024
    case .url, .responseText, .transfer: 8_192
    case .identifiers, .payload, .notification: 32_768
    // As many as iOS keeps: those that come soonest.
    case .plannedNotifications: 64
    case .shownNotifications: 100
    case .shownTogether, .settingsTogether: 524_288
    case .connected: 256
    case .unhandledEvents: 64
    // BX4
    case .refreshRequests: 1
    case .processingRequests: 10
    case .transfers: 64
    case .runningTransfers: 4
    case .backgroundTasks: 1000
    case .activities: 100
    case .openings: 16
    case .openingsOfSender: 8
    case .sessions: 64
    case .wakes: 64
    case .deferredRequests: 256
    case .permissionRequests: 64
    case .settings: 1000
    }
  }

  /// Whether `text` has more bytes.
  func isPassed(by text: String?) -> Bool { (text?.utf8.count ?? 0) > number }
}

extension Limit {
  /// The bytes that the daemon keeps at most for one app: everything that its limits allow at once, with room for the
  /// names and numbers that stand around each thing.
  public static var bytesOfApp: Int {
    let around = 512
    func bytes(_ count: Int, of parts: Limit...) -> Int { count * (around + parts.reduce(0) { $0 + $1.number }) }
    let notifications = plannedNotifications.number + unhandledEvents.number
    let response: [Limit] = [.notification, .identifier, .responseText]
    let opening = around + response.reduce(0) { $0 + $1.number }
    // Those of a launch: one under way, and one that waits for the end of the process before.
    let launches = 2 * (opening + bytes(1, of: .url, .payload, .payload, .payload))
    return bytes(notifications, of: .notification) + bytes(shownNotifications.number) + shownTogether.number
      + bytes(refreshRequests.number + processingRequests.number, of: .identifier)
      + bytes(transfers.number, of: .identifier, .url, .transfer, .breach)
      + bytes(backgroundTasks.number) + taskNames.number
      + bytes(activities.number)
      + openings.number * opening + launches
      + bytes(sessions.number, of: .payload, .configuration, .identifier)
      + bytes(wakes.number, of: .payload)
      + bytes(deferredRequests.number, of: .notification)
      + PrivacyService.allCases.count * (around + permissionRequests.number * 24)
      + bytes(settings.number) + settingsTogether.number
      + bytes(1, of: .callback, .breach)
  }
}

extension String {
  /// The scalars of it that the limit has room for. To go by characters is to look for the end of the first, which may be all there is.
  package func cut(to limit: Limit) -> String { cut(toBytes: limit.number) }

  package func cut(toBytes most: Int) -> String {
    guard utf8.count > most else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: most)
    while UTF8.isContinuation(utf8[end]) { utf8.formIndex(before: &end) }
    return String(self[..<end])
  }
}
