// Notifications as they are planned, come due, and are shown, chosen or swiped away.

extension Lifecycle {
  mutating func answer(_ request: NotificationRequest, of app: AppID, _ turn: inout Turn) -> AppAnswer {
    var isChanged = true
    switch request {
    case .plan(let plan):
      // One of its name that is due would go without having been seen.
      showDue(of: app, &turn)
      apps[app]?.estate.notifications.plan(plan)
    case .planAtOnce(let notification, let interval):
      apps[app]?.estate.notifications.add(PlannedNotification(notification, next: turn.now, every: interval))
    case .cancel(let identifiers): isChanged = apps[app]?.estate.notifications.cancel(identifiers) ?? false
    case .remove(let identifiers): isChanged = apps[app]?.estate.notifications.remove(identifiers) ?? false
    case .list: return .notifications(apps[app]?.estate.notifications.shown ?? [])
    }
    guard isChanged else { return .done }
    apps[app]?.keepNotifications(&turn)
    showDueNotifications(&turn)
    return .done
  }

  /// Shows what is due, and arms the clock for the next: for this moment, where more apps have some than a turn has time for.
  mutating func showDueNotifications(_ turn: inout Turn) {
    let isDue = { (app: App) in app.estate.notifications.next.map { $0 <= turn.now } ?? false }
    for app in apps.values.filter(isDue).map(\.description.id).sorted().prefix(Self.appsShownAtOnce) {
      showDue(of: app, &turn)
      apps[app]?.keepNotifications(&turn)
    }
    let next = apps.values.compactMap(\.estate.notifications.next).min()
    // The clock has rung for a time that is past, and does not ring for it again by itself.
    if next != nextNotificationDue || next.map({ $0 <= turn.now }) ?? false {
      nextNotificationDue = next
      turn.emit(.arm(.notifications, at: next))
    }
  }

  private mutating func showDue(of app: AppID, _ turn: inout Turn) {
    let due = apps[app]?.estate.notifications.takeDue(turn.now) ?? []
    for notification in due { present(notification, of: app, &turn) }
  }

  /// Each may have 64, of a thousand dates, and as many that are shown: half a millisecond.
  private static let appsShownAtOnce = 8

  /// Those that this turn has changed, as it leaves them.
  func fillInNotifications(_ turn: inout Turn) {
    guard !turn.notifications.isEmpty else { return }
    for (app, place) in turn.notifications {
      // An app that was removed meanwhile leaves them.
      let estate = estate(of: app)
      turn.fillIn(estate?.notifications ?? UserNotifications(), of: app, at: place)
    }
  }

  /// From outside.
  mutating func notify(_ app: AppID, _ notification: UserNotification, _ request: Request, _ turn: inout Turn) {
    guard let entry = apps[app], !entry.isRemoved else { return refuse(request, .unknownApp(app), &turn) }
    guard notification.size <= Limit.notification.number else {
      return refuse(request, .overLimit(app, .notification), &turn)
    }
    turn.emit(.answer(request.id, .done))
    present(notification, of: app, &turn)
  }

  /// An app in front says itself whether one is shown; of any other it is shown, and the app not told. One of an app
  /// whose notifications the user has denied is seen by nobody (PR4).
  private mutating func present(_ notification: UserNotification, of app: AppID, _ turn: inout Turn) {
    guard status(of: .notifications, for: app) != .denied else { return }
    if apps[app]?.process?.isPresenting(notification, &turn) != true { apps[app]?.show(notification, &turn) }
  }

  /// Opens the app with it; it is then seen no more.
  mutating func openNotification(
    _ app: AppID, _ identifier: String, action: String?, text: String?, _ request: Request, _ turn: inout Turn
  ) {
    guard let entry = apps[app] else { return refuse(request, .unknownApp(app), &turn) }
    guard let shown = entry.estate.notifications.shown.first(where: { $0.notification.isNamed(identifier) }) else {
      return refuse(request, .unknownNotification(app, identifier), &turn)
    }
    if let refusal = refusalToShow(app, at: turn.now) { return refuse(request, refusal, &turn) }
    let options = LaunchOptions(response: NotificationResponse(notification: shown, action: action, text: text))
    // Before it is taken away, which a launch that is refused would not undo.
    if let limit = entry.limitPassed(byOpening: options) {
      return refuse(request, .overLimit(app, limit), &turn)
    }
    apps[app]?.estate.notifications.remove([identifier])
    apps[app]?.keepNotifications(&turn)
    launch(app, Launch(options: options), .foreground, request, &turn)
  }

  mutating func dismissNotification(
    _ app: AppID, _ identifier: String, _ request: Request, _ turn: inout Turn
  ) {
    guard let entry = apps[app] else { return refuse(request, .unknownApp(app), &turn) }
    guard entry.estate.notifications.shown.contains(where: { $0.notification.isNamed(identifier) }) else {
      return refuse(request, .unknownNotification(app, identifier), &turn)
    }
    apps[app]?.estate.notifications.remove([identifier])
    apps[app]?.keepNotifications(&turn)
    turn.emit(.answer(request.id, .done))
  }
}

extension App {
  func keepNotifications(_ turn: inout Turn) {
    turn.keepNotifications(of: description.id)
  }

  mutating func show(_ notification: UserNotification, _ turn: inout Turn) {
    estate.notifications.show(notification, at: turn.now)
    turn.report(.device(.notification(description.id, notification)))
    keepNotifications(&turn)
  }

  /// The app was asked about a notification, and wants it shown, or cannot say.
  mutating func presented(_ sequence: EventSequence, _ answer: Acknowledgement, _ turn: inout Turn) {
    guard let notification = process?.conversation.takePresentation(sequence) else { return }
    switch answer {
    case .answered(handled: false): break
    case .answered(handled: true), .handled, .connected, .restorable, .pictured, .elements, .drawn, .unsupported:
      show(notification, &turn)
    }
  }

  /// It is asked no longer: it has left the screen, or ended, and has not said.
  mutating func showUnanswered(_ turn: inout Turn) {
    for notification in process?.conversation.takePresentations() ?? [] { show(notification, &turn) }
  }
}

extension AppProcess {
  /// Asks an app in front how to show it (`willPresent`); false when there is nobody to ask.
  mutating func isPresenting(_ notification: UserNotification, _ turn: inout Turn) -> Bool {
    guard isOnScreen, conversation.presentations < turn.policy.unhandledInput else { return false }
    switch phase {
    case .resting, .calling: break
    case .greeting, .launching, .freezing, .leaving, .killed: return false
    }
    sendUnphased(.present(notification), about: .presentation(notification), &turn)
    return true
  }
}
