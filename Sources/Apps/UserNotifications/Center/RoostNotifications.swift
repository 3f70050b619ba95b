// Asks roostd to show notifications, which it does even when the app does not run (roost-agent(7)).

import AgentProtocol
import RoostAgent
import Synchronization
import WireJSON

/// The roostd that runs this process.
struct RoostNotifications {
  let channel: Channel

  /// Nil where none does.
  static var ofApp: RoostNotifications? { Channel.ofApp.map(RoostNotifications.init) }

  /// The error that is in the way; nil when roostd will show it.
  func schedule(_ request: KeptRequest, now: Date) -> (any Error)? {
    do {
      _ = try channel.request(
        .scheduleNotification(try PlannedNotification(request, now: now)), now: now.timeIntervalSince1970)
      return nil
    } catch {
      return error
    }
  }

  /// Nil: all.
  func cancel(_ identifiers: [String]?) { _ = try? channel.request(.cancelNotifications(identifiers)) }
  func remove(_ identifiers: [String]?) { _ = try? channel.request(.removeNotifications(identifiers)) }

  /// The oldest first.
  func delivered() -> [UNNotification] {
    guard case .notifications(let shown, _)? = try? channel.request(.deliveredNotifications) else { return [] }
    return shown.map(UNNotification.init)
  }

  /// The device's clock where a test moves it (roostd --virtual-time); nil where it is the machine's, as the app's is. There
  /// roostd is asked for it once.
  func movedClock() -> Date? {
    guard Self.mayBeMoved.load(ordering: .relaxed),
      case .notifications(_, let now)? = try? channel.request(.deliveredNotifications)
    else { return nil }
    if now == nil { Self.mayBeMoved.store(false, ordering: .relaxed) }
    return now.map(Date.init(timeIntervalSince1970:))
  }

  private static let mayBeMoved = Atomic(true)
}

extension PlannedNotification {
  /// roostd repeats no faster.
  private static let shortestInterval = 60.0

  fileprivate init(_ request: KeptRequest, now: Date) throws {
    let content = try JSONEncoder().encode(request)
    var dates: [Date] = []
    var interval: Double?
    switch request.trigger {
    case nil, .push: break
    case .interval(let seconds, let repeats):
      dates = [now.addingTimeInterval(seconds)]
      interval = repeats ? seconds : nil
    case .calendar(_, let repeats):
      var last = now
      while let next = request.trigger?.date(after: last), dates.count < (repeats ? NotificationLedger.datesAhead : 1) {
        dates.append(next)
        last = next
      }
      // Without a date it would be shown at once.
      guard !dates.isEmpty else { throw UNError(.notificationInvalidNoDate) }
      // Beyond the dates roostd, which has no calendar, goes on at their last distance: the app may never run again.
      if repeats, dates.count > 1 {
        interval = max(dates[dates.count - 1].timeIntervalSince(dates[dates.count - 2]), Self.shortestInterval)
      }
    }
    self.init(
      UserNotification(
        identifier: request.identifier, title: request.text.title, body: request.text.body,
        content: WrittenJSON(try JSON(parsing: String(decoding: content, as: UTF8.self)))),
      dates: dates.map(\.timeIntervalSince1970), interval: interval)
  }
}

extension UNNotification {
  /// One that roostd has shown, or asks how to show.
  convenience init(_ notification: UserNotification) {
    let date = notification.date.map(Date.init(timeIntervalSince1970:)) ?? Date()
    let content = Data(notification.content.text.utf8)
    if !notification.isRemote, let kept = try? JSONDecoder().decode(KeptRequest.self, from: content) {
      self.init(kept.request, date: date)
    } else {
      let userInfo = (try? JSONSerialization.jsonObject(with: content)) as? [AnyHashable: Any] ?? [:]
      self.init(
        UNNotificationRequest(
          identifier: notification.identifier,
          content: UNNotificationContent(NotificationText(pushed: notification), userInfo: userInfo),
          trigger: UNPushNotificationTrigger(.push)),
        date: date)
    }
  }
}

extension NotificationText {
  /// As `aps` of the payload has it (Apple, "Generating a remote notification").
  fileprivate init(pushed notification: UserNotification) {
    self.init()
    title = notification.title
    body = notification.body
    let aps = notification.content.value["aps"]
    subtitle = aps?["alert"]?["subtitle"]?.string ?? ""
    categoryIdentifier = aps?["category"]?.string ?? ""
    threadIdentifier = aps?["thread-id"]?.string ?? ""
    if case .integer(let number)? = aps?["badge"] { badge = number }
    switch aps?["sound"] {
    case "default": sound = Sound()
    case .string(let name)?: sound = Sound(name: name)
    case .object?: sound = Sound(name: aps?["sound"]?["name"]?.string, isCritical: aps?["sound"]?["critical"] == 1)
    case .null?, .bool?, .integer?, .number?, .array?, nil: break
    }
  }
}

extension JSON {
  fileprivate var string: String? {
    if case .string(let string) = self { string } else { nil }
  }
}
