// One call of `handle`: the time it happens at, the policy in force, and the effects it gathers.

struct Turn {
  let now: Instant
  let policy: Policy
  /// Background work and transfers of any app may be able to run now that could not before (BX4, BX9).
  var reviewsTasks = false
  /// The apps of which alone background work may be able to run now; none of them: the clock has rung. Nil: nothing has
  /// happened to such work.
  private(set) var taskReview: Set<AppID>?
  /// The same of transfers, of which one has begun, ended, or gone.
  private(set) var transferReview: Set<AppID>?
  private(set) var effects: [Effect] = []
  /// The apps whose requests are being answered.
  private var answering: Set<AppID> = []
  /// The apps that have done all that others wait for, and go on with errands (BG10).
  private var rested: Set<AppID> = []
  /// The places of those by which apps' notifications are kept.
  private(set) var notifications: [AppID: Int] = [:]

  init(now: Instant, policy: Policy) {
    self.now = now
    self.policy = policy
    effects.reserveCapacity(Self.usual)
  }

  /// The effects of a launch: an array that grows copies each of them, and they are large.
  private static let usual = 16

  mutating func emit(_ effect: Effect) { effects.append(effect) }

  mutating func reviewTasks(of apps: AppID...) { taskReview = (taskReview ?? []).union(apps) }

  mutating func reviewTransfers(of apps: AppID...) { transferReview = (transferReview ?? []).union(apps) }

  /// An app's notifications are kept as the turn leaves them: there may be 64,000 dates in them, and as many changes as are
  /// due. Nobody else holds them until then, or each change would be one of a copy.
  mutating func keepNotifications(of app: AppID) {
    guard notifications[app] == nil else { return }
    notifications[app] = effects.count
    effects.append(.store(.keepNotifications(app, UserNotifications())))
  }

  mutating func fillIn(_ kept: UserNotifications, of app: AppID, at place: Int) {
    effects[place] = .store(.keepNotifications(app, kept))
  }

  /// False where that has begun already: an answer lets its app take a step, and the step would answer the next. A suspended app may
  /// have asked for 256 things.
  mutating func beginAnswering(_ app: AppID) -> Bool { answering.insert(app).inserted }

  mutating func endAnswering(_ app: AppID) { answering.remove(app) }

  mutating func comeToRest(_ app: AppID) { rested.insert(app) }

  /// Whether it has come to rest, once.
  mutating func takeRest(of app: AppID) -> Bool { !rested.isEmpty && rested.remove(app) != nil }

  mutating func report(_ report: Report) { effects.append(.report(report)) }
}
