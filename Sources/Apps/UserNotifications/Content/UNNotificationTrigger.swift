// The triggers that say when a notification is delivered.

/// When a notification is delivered; one of its subclasses.
open class UNNotificationTrigger: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: its one property never changes.
  let trigger: Trigger

  init(_ trigger: Trigger) { self.trigger = trigger }

  /// Whether it is delivered again and again.
  open var repeats: Bool { trigger.repeats }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationTrigger)?.trigger == trigger }
  open override var hash: Int { trigger.hashValue }

  static func make(_ trigger: Trigger) -> UNNotificationTrigger {
    switch trigger {
    case .interval: UNTimeIntervalNotificationTrigger(trigger)
    case .calendar: UNCalendarNotificationTrigger(trigger)
    case .push: UNPushNotificationTrigger(trigger)
    }
  }
}

/// After some time.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  /// - Parameter timeInterval: seconds from when the request is added; more than 0, and at least 60 when it repeats.
  public convenience init(timeInterval: TimeInterval, repeats: Bool) {
    precondition(timeInterval > 0, "unable to make a trigger: the time interval must be greater than 0")
    precondition(!repeats || timeInterval >= 60, "unable to make a trigger: it repeats, so at least every 60 seconds")
    self.init(.interval(timeInterval, repeats: repeats))
  }

  open var timeInterval: TimeInterval {
    if case .interval(let seconds, repeats: _) = trigger { seconds } else { 0 }
  }

  /// When it would be delivered if it were added now.
  open func nextTriggerDate() -> Date? { trigger.date(after: Date()) }
}

/// At a date and time of the calendar.
open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  /// - Parameter dateComponents: those that must match; hour and minute alone mean every day.
  public convenience init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.init(.calendar(dateComponents, repeats: repeats))
  }

  open var dateComponents: DateComponents {
    if case .calendar(let components, repeats: _) = trigger { components } else { DateComponents() }
  }

  open func nextTriggerDate() -> Date? { trigger.date(after: Date()) }
}

/// Delivered by a remote notification; only the system makes one.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {}

enum Trigger: Hashable, Codable {
  case interval(TimeInterval, repeats: Bool)
  case calendar(DateComponents, repeats: Bool)
  case push

  var repeats: Bool {
    switch self {
    case .interval(_, let repeats), .calendar(_, let repeats): repeats
    case .push: false
    }
  }

  /// Nil when there is no such date any more.
  func date(after date: Date) -> Date? {
    switch self {
    case .interval(let seconds, repeats: _): return date.addingTimeInterval(seconds)
    case .calendar(let components, repeats: _):
      var calendar = components.calendar ?? .current
      // Foundation searches in the calendar's zone, whichever the components name.
      if let zone = components.timeZone { calendar.timeZone = zone }
      return calendar.nextDate(after: date, matching: components, matchingPolicy: .nextTime)
    case .push: return nil
    }
  }
}
