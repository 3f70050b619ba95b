// Notifications for the person: planned by apps or pushed from outside, shown, and then chosen or swiped away.

/// A notification for the user (`UNNotificationRequest`).
public struct UserNotification: Hashable, Codable, Sendable {
  /// Names it for its app: one of the same name takes its place.
  public let identifier: String
  public let title: String
  public let body: String
  /// One JSON object, which goes back to the app as it is.
  public let content: String
  /// `UNPushNotificationTrigger`: it came from outside.
  public let isRemote: Bool

  public init(identifier: String, title: String, body: String, content: String, isRemote: Bool) {
    self.identifier = identifier
    self.title = title
    self.body = body
    self.content = content
    self.isRemote = isRemote
  }

  func isNamed(_ identifier: String) -> Bool { self.identifier.isSpelled(as: identifier) }

  /// In bytes; the daemon keeps many of them.
  package var size: Int { identifier.utf8.count + title.utf8.count + body.utf8.count + content.utf8.count }
}

/// One that its app wants shown later.
public struct PlannedNotification: Hashable, Codable, Sendable {
  public let notification: UserNotification
  public let next: ClockDate
  /// The earliest first.
  public let later: [ClockDate]
  /// After the last of these again and again.
  public let every: Duration?

  public init(_ notification: UserNotification, next: Instant, later: [Instant] = [], every: Duration? = nil) {
    self.init(notification, next: ClockDate(next), later: later.map { ClockDate($0) }, every: every)
  }

  public init(_ notification: UserNotification, next: ClockDate, later: [ClockDate] = [], every: Duration? = nil) {
    self.notification = notification
    let times = ([next] + later).sorted()
    self.next = times[0]
    self.later = Array(times.dropFirst())
    self.every = every.map { max($0, Self.shortestInterval) }
  }

  /// - Parameter later: the times of `plan` that come after `next`.
  private init(_ plan: PlannedNotification, next: ClockDate, later: ArraySlice<ClockDate>) {
    notification = plan.notification
    self.next = next
    self.later = Array(later)
    every = plan.every
  }

  func moved(by shift: Int64, at now: Instant) -> PlannedNotification {
    let moved = PlannedNotification(self, next: next.moved(by: shift), later: later.map { $0.moved(by: shift) }[...])
    // A calendar that is set back makes an interval no longer.
    guard let every, later.isEmpty, moved.next > ClockDate(now + every) else { return moved }
    return PlannedNotification(self, next: ClockDate(now + every), later: [])
  }

  /// In bytes, its times counted as they are written.
  var size: Int { notification.size + (later.count + 1) * Self.sizeOfTime }

  static let sizeOfTime = 32

  /// `UNTimeIntervalNotificationTrigger` repeats no faster.
  private static let shortestInterval = Duration.seconds(60)

  /// The rest of it after `now`; a time that was missed meanwhile is not made up for.
  func after(_ now: ClockDate) -> PlannedNotification? {
    if next > now { return self }
    let rest = later.drop { $0 <= now }
    if let first = rest.first { return PlannedNotification(self, next: first, later: rest.dropFirst()) }
    // Of an earlier daemon's checkpoint, which does not go by init, it may be zero.
    guard let every = every.map({ max($0, Self.shortestInterval) }) else { return nil }
    let last = later.last ?? next
    let missed = Int(now.since(last) / every)
    return PlannedNotification(notification, next: last + every * (missed + 1), every: every)
  }
}

/// One that is seen.
public struct ShownNotification: Hashable, Codable, Sendable {
  public let notification: UserNotification
  public let time: ClockDate

  public init(_ notification: UserNotification, time: ClockDate) {
    self.notification = notification
    self.time = time
  }
}

/// The notifications of one app. They outlive its process, the daemon and the machine.
public struct UserNotifications: Hashable, Codable, Sendable {
  /// The next first.
  public private(set) var planned: [PlannedNotification] = []
  /// The oldest first.
  public private(set) var shown: [ShownNotification] = []

  /// Drops what no app could plan today.
  public init(planned: [PlannedNotification] = [], shown: [ShownNotification] = []) {
    let limit = Limit.notification.number
    self.shown = shown.filter { $0.notification.size <= limit }
    dropOldest()
    for plan in planned where plan.size <= limit { add(plan) }
  }

  var next: Instant? { planned.first.map { Instant($0.next) } }

  /// In bytes.
  public var size: Int {
    planned.reduce(0) { $0 + $1.size } + shown.reduce(0) { $0 + $1.notification.size + PlannedNotification.sizeOfTime }
  }

  /// Adds one that its app asks for. One that repeats may have been seen between the moment at which the app named its times
  /// and this one: it does not come once more for those.
  mutating func plan(_ plan: PlannedNotification) {
    let isSeen = { (seen: ShownNotification) in seen.time >= plan.next && seen.notification == plan.notification }
    let seen = plan.every == nil ? nil : shown.last(where: isSeen)
    add(seen.flatMap { plan.after($0.time) } ?? plan)
  }

  mutating func add(_ plan: PlannedNotification) {
    planned.removeAll { $0.notification.isNamed(plan.notification.identifier) }
    let index = planned.firstIndex { plan.next < $0.next } ?? planned.endIndex
    planned.insert(plan, at: index)
    if planned.count > Limit.plannedNotifications.number { planned.removeLast() }
  }

  /// Takes the notifications that are due; of one that repeats, the next is then planned.
  mutating func takeDue(_ now: Instant) -> [UserNotification] {
    let now = ClockDate(now)
    let due = planned.filter { $0.next <= now }
    planned.removeAll { $0.next <= now }
    for plan in due {
      if let rest = plan.after(now) { add(rest) }
    }
    return due.map(\.notification)
  }

  mutating func moveDates(by shift: Int64, at now: Instant) {
    // One that repeats may come before others now; those of one time stay in their order.
    planned = planned.map { $0.moved(by: shift, at: now) }.sorted { $0.next < $1.next }
    shown = shown.map { ShownNotification($0.notification, time: $0.time.moved(by: shift)) }
  }

  mutating func show(_ notification: UserNotification, at now: Instant) {
    shown.removeAll { $0.notification.isNamed(notification.identifier) }
    shown.append(ShownNotification(notification, time: ClockDate(now)))
    dropOldest()
  }

  private mutating func dropOldest() {
    var (bytes, kept) = (0, 0)
    for one in shown.reversed().prefix(Limit.shownNotifications.number) {
      bytes += one.notification.size
      guard bytes <= Limit.shownTogether.number else { break }
      kept += 1
    }
    shown.removeFirst(shown.count - kept)
  }

  /// Returns whether there was one of them; nil: all of them.
  mutating func cancel(_ identifiers: [String]?) -> Bool {
    let (count, names) = (planned.count, identifiers.map(Spelling.all))
    planned.removeAll { names?.contains(Spelling($0.notification.identifier)) ?? true }
    return planned.count < count
  }

  /// Returns whether there was one of them; nil: all of them.
  @discardableResult
  mutating func remove(_ identifiers: [String]?) -> Bool {
    let (count, names) = (shown.count, identifiers.map(Spelling.all))
    shown.removeAll { names?.contains(Spelling($0.notification.identifier)) ?? true }
    return shown.count < count
  }
}

/// The user's response to a notification (`UNNotificationResponse`).
public struct NotificationResponse: Hashable, Codable, Sendable {
  public let notification: ShownNotification
  /// The identifier of one of its category's actions; nil when it was simply opened.
  public let action: String?
  /// The text that the user typed.
  public let text: String?
}

/// The requests of an app about its notifications.
public enum NotificationRequest: Hashable, Codable, Sendable {
  case plan(PlannedNotification)
  /// Planned for the moment at which it is asked for, and from then on each time that so much time has passed.
  case planAtOnce(UserNotification, every: Duration?)
  /// Nil: all that are planned.
  case cancel([String]?)
  /// Nil: all that are shown.
  case remove([String]?)
  case list
}
