// One call of `handle`: the time it happens at, the policy in force, and the effects it gathers.

struct Turn {
  let now: Instant
  let policy: Policy
  /// Some app's background work may be able to run now that could not before (BX4).
  var reviewsTasks = false
  /// Some transfer may begin that could not before, or has ended (BX9).
  var reviewsTransfers = false
  private(set) var effects: [Effect] = []
  /// The places of those by which apps' notifications are kept.
  private var notifications: [AppID: Int] = [:]

  init(now: Instant, policy: Policy) {
    self.now = now
    self.policy = policy
  }

  mutating func emit(_ effect: Effect) { effects.append(effect) }

  /// An app's notifications as the last of a turn leaves them: there may be 64,000 dates in them, and as many changes as are due.
  mutating func keep(_ kept: UserNotifications, of app: AppID) {
    let effect = Effect.store(.keepNotifications(app, kept))
    if let earlier = notifications[app] {
      effects[earlier] = effect
    } else {
      notifications[app] = effects.count
      effects.append(effect)
    }
  }

  mutating func report(_ report: Report) { effects.append(.report(report)) }
}
