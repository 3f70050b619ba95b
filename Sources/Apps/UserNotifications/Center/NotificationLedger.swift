// The notifications of an app that outlive its process. A value: no clock, timer or file of its own.

import RoostAgent

struct NotificationLedger: Hashable, Codable {
  var status = UNAuthorizationStatus.notDetermined
  var granted: UNAuthorizationOptions = []
  var badge = 0
  private(set) var pending: [Pending] = []
  private(set) var delivered: [Delivered] = []

  struct Pending: Hashable, Codable {
    var request: KeptRequest
    /// By the device's clock.
    var due: Date
    /// How far that was ahead of the app's when the app named the date, in seconds; nil: not at all.
    var deviceAhead: TimeInterval?
    /// The zone in which roostd was given the dates of one that follows it; nil: it has none of this request.
    var zone: String?
    /// Of one that repeats by the calendar, the date at which half of them are past, or that is a day after they were planned, by the
    /// device's clock: roostd may have lost them, and would show none for months.
    var halfway: Date?

    var repeatsByCalendar: Bool {
      if case .calendar(_, repeats: true)? = request.trigger { true } else { false }
    }

    /// Whether its dates are given anew in another zone.
    var followsZone: Bool {
      switch request.trigger {
      case .calendar(let components, let repeats)?: repeats || components.timeZone == nil
      case .interval?, .push?, nil: false
      }
    }

    /// Whether roostd does not show the last of it by then.
    func isToCome(at now: Date) -> Bool { repeatsByCalendar || due > now }

    /// Nil where no date is left.
    func next(after now: Date) -> Date? {
      let ahead = deviceAhead ?? 0
      return request.trigger?.date(after: now.addingTimeInterval(-ahead))?.addingTimeInterval(ahead)
    }

    /// Whether roostd was given its dates, all of `zone`; those of one that repeats less than a day ago, and more than half of them are
    /// to come.
    fileprivate func isPlanned(in zone: String, at now: Date) -> Bool {
      self.zone == zone && (!repeatsByCalendar || halfway.map { now < $0 } ?? false)
    }

    /// - Parameter now: by the app's clock.
    fileprivate mutating func hasBeenPlanned(in zone: String, at now: Date) {
      self.zone = zone
      let start = now.addingTimeInterval(deviceAhead ?? 0)
      // One that is due gets its next date when it is taken.
      if due > start, let next = next(after: start) { due = next }
      guard repeatsByCalendar else { return }
      var last = start
      for _ in 0..<NotificationLedger.datesAhead / 2 {
        guard let date = next(after: last) else { break }
        last = date
      }
      halfway = min(last, start.addingTimeInterval(NotificationLedger.longestTrust))
    }
  }

  struct Delivered: Hashable, Codable {
    var request: KeptRequest
    var date: Date

    var notification: UNNotification { UNNotification(request.request, date: date) }
  }

  /// The user has answered. Nil: nobody decides, and the app gets what it asks for.
  mutating func decide(_ permission: Permission?, _ options: UNAuthorizationOptions) -> Bool {
    switch permission {
    case .granted:
      (status, granted) = (.authorized, granted.union(options))
      return true
    case .denied:
      status = .denied
      return false
    case .undetermined: return false
    case nil: return authorize(options)
    }
  }

  /// The status that the app sees, `permission` being what the user has decided.
  func status(under permission: Permission?) -> UNAuthorizationStatus {
    switch permission {
    case .granted: .authorized
    case .denied: .denied
    case .undetermined: status == .provisional ? .provisional : .notDetermined
    case nil: status
    }
  }

  /// The app gets the permissions that it asks for, except those that somebody has denied before.
  mutating func authorize(_ options: UNAuthorizationOptions) -> Bool {
    if status == .denied { return false }
    if status != .authorized { status = options.contains(.provisional) ? .provisional : .authorized }
    granted.formUnion(options)
    return true
  }

  /// Replaces a pending request of the same identifier. The user's last word, `permission`, counts for more than the
  /// answer that the app once had.
  ///
  /// - Parameters:
  ///   - now: by the app's clock, as are the dates of the request's trigger.
  ///   - deviceAhead: how far the device's clock is ahead of it, in seconds.
  mutating func add(
    _ request: KeptRequest, now: Date, deviceAhead: TimeInterval = 0, under permission: Permission? = nil
  ) throws(UNError) {
    let isAllowed =
      switch permission {
      case .granted: true
      case .denied: false
      case .undetermined, nil: status != .denied && status != .notDetermined
      }
    guard isAllowed else { throw UNError(.notificationsNotAllowed) }
    var due = now
    if let trigger = request.trigger {
      guard let date = trigger.date(after: now) else { throw UNError(.notificationInvalidNoDate) }
      due = date
    }
    pending.removeAll { $0.request.identifier == request.identifier }
    pending.append(
      Pending(
        request: request, due: due.addingTimeInterval(deviceAhead), deviceAhead: deviceAhead == 0 ? nil : deviceAhead))
  }

  /// When ``takeDue(now:)`` has something to give.
  var nextDue: Date? { pending.map(\.due).min() }

  /// Takes the notifications that are due, the earliest first; of one that repeats, the next is then pending.
  /// - Parameter identifier: of the only one that is taken; nil: all are.
  mutating func takeDue(now: Date, of identifier: String? = nil) -> [Delivered] {
    let isDue = { (plan: Pending) in
      plan.due <= now && (identifier.map { plan.request.identifier == $0 } ?? true)
    }
    let due = pending.filter(isDue).sorted { $0.due < $1.due }
    pending.removeAll(where: isDue)
    for var repeated in due {
      if repeated.request.trigger?.repeats == true, let next = repeated.next(after: now) {
        repeated.due = next
        pending.append(repeated)
      }
    }
    return due.map { Delivered(request: $0.request, date: $0.due) }
  }

  var followsZone: Bool { pending.contains(where: \.followsZone) }

  /// roostd has so many dates of one that repeats by the calendar, as many as iOS keeps notifications.
  static let datesAhead = 64
  /// A day: a launch after it plans again what roostd may have lost, and launches before it cost nothing.
  private static let longestTrust = 86_400.0

  /// Gives each that follows the zone its next date in the one that applies now, and returns those that have one: none that is
  /// over is to be planned. One that is due gets it when it is taken, and one that comes once and is due has come.
  /// - Parameter zone: leaves out those of which roostd has dates enough of this zone; nil: none.
  mutating func planAgain(now: Date, unlessPlannedIn zone: String? = nil) -> [Pending] {
    for index in pending.indices where pending[index].followsZone && pending[index].due > now {
      if let next = pending[index].next(after: now) { pending[index].due = next }
    }
    return pending.filter { plan in
      guard plan.followsZone, plan.isToCome(at: now), plan.next(after: now) != nil else { return false }
      return zone.map { !plan.isPlanned(in: $0, at: now) } ?? true
    }
  }

  /// roostd has taken the dates of these requests, which follow the zone.
  /// - Parameter plans: when each was planned, by the app's clock.
  mutating func haveBeenPlanned(_ plans: [String: Date], in zone: String) {
    for index in pending.indices where pending[index].followsZone {
      guard let date = plans[pending[index].request.identifier] else { continue }
      pending[index].hasBeenPlanned(in: zone, at: date)
    }
  }

  /// Passes the notifications that came due while somebody else, or nobody, could present them. `isListed`: the list is
  /// kept here.
  mutating func passDue(now: Date, isListed: Bool) {
    for passed in takeDue(now: now) { show(passed, inList: isListed) }
  }

  /// A notification is shown: it is in the list, and its badge on the icon.
  mutating func show(_ notification: Delivered, inList: Bool = true, badge showsBadge: Bool = true) {
    if inList {
      delivered.removeAll { $0.request.identifier == notification.request.identifier }
      delivered.append(notification)
    }
    if showsBadge, granted.contains(.badge), let number = notification.request.text.badge { badge = number }
  }

  mutating func removePending(_ isToGo: (String) -> Bool) { pending.removeAll { isToGo($0.request.identifier) } }
  mutating func removeDelivered(_ isToGo: (String) -> Bool) { delivered.removeAll { isToGo($0.request.identifier) } }
}

/// A request in the form that is kept.
struct KeptRequest: Hashable, Codable {
  var identifier: String
  var text: NotificationText
  /// A property list; nil when `userInfo` was empty, or held what is none.
  var userInfo: Data?
  var trigger: Trigger?

  init(_ request: UNNotificationRequest) {
    identifier = request.identifier
    text = request.content.text
    trigger = request.trigger?.trigger
    if !request.content.userInfo.isEmpty {
      userInfo = try? PropertyListSerialization.data(
        fromPropertyList: request.content.userInfo, format: .binary, options: 0)
    }
  }

  var request: UNNotificationRequest {
    let list = userInfo.flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
    return UNNotificationRequest(
      identifier: identifier,
      content: UNNotificationContent(text, userInfo: list as? [AnyHashable: Any] ?? [:]),
      trigger: trigger.map(UNNotificationTrigger.make))
  }
}
