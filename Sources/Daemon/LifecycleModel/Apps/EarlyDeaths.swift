// An app that dies again and again right after its launch is held back, longer every time, and says so.

/// When deaths are a loop. The first two numbers are systemd's (StartLimitIntervalSec=, StartLimitBurst= in
/// systemd.unit(5)). As `systemctl start` does, a launch by hand obeys it too: it would only die again, and the refusal
/// says for how long; a new version of the app (`roostctl reload`) starts over.
public struct CrashLoopPolicy: Hashable, Codable, Sendable {
  /// An app that dies sooner after the fork has died right after its launch.
  public var early: Duration = .seconds(10)
  /// So many deaths in a row are a loop.
  public var deaths = 5
  /// The time that the app is held back then; twice as long after each further death.
  public var firstDelay: Duration = .seconds(1)
  public var longestDelay: Duration = .seconds(300)

  public init() {}

  /// The time that an app is held back after so many deaths in a row; zero: not at all.
  public func delay(deaths count: Int) -> Duration {
    guard count >= max(1, deaths) else { return .zero }
    return min(longestDelay, firstDelay * (1 << min(count - max(1, deaths), 30)))
  }
}

/// The deaths of one app since it last lived longer.
struct EarlyDeaths: Hashable, Codable, Sendable {
  var count = 0
  /// No launch before this.
  var heldUntil: Instant?
}

extension Lifecycle {
  /// The reason why no process of the app can be started now; nil when one can, or runs already.
  func refusalToStart(_ app: AppID, at now: Instant) -> Refusal? {
    guard let entry = apps[app], entry.process == nil, let until = entry.estate.deaths.heldUntil, now < until else {
      return nil
    }
    return .heldBack(app, for: until.since(now), deaths: entry.estate.deaths.count)
  }

  /// Takes in the end of a process, which may hold back the next launch; returns the deaths in a row.
  mutating func countDeath(_ record: ExitRecord, at now: Instant) -> Int {
    let app = record.app
    guard record.lifetime < policy.crashLoop.early || record.reason.isFailedLaunch else {
      apps[app]?.estate.deaths = EarlyDeaths()
      return 0
    }
    guard let before = apps[app]?.estate.deaths else { return 0 }
    guard record.reason.isOwnFault else { return before.count }
    // The count before may be a record's, and that any number.
    let count = before.count == .max ? .max : before.count + 1
    let deaths = earlyDeaths(count, heldFrom: now)
    apps[app]?.estate.deaths = deaths
    return count
  }

  func earlyDeaths(_ count: Int, heldFrom death: Instant, since: Duration = .zero) -> EarlyDeaths {
    let left = policy.crashLoop.delay(deaths: count) - since
    return EarlyDeaths(count: count, heldUntil: left > .zero ? death + left : nil)
  }

  /// Says so when an app that has just died is held back.
  func reportLoop(of app: AppID, _ turn: inout Turn) {
    guard let deaths = apps[app]?.estate.deaths, let until = deaths.heldUntil, until > turn.now else { return }
    let loop = "\(app) died right after its launch \(deaths.count) times in a row"
    turn.report(.notice(app, "\(loop); roostd holds it back for \(until.since(turn.now))"))
  }

  /// The time for which no process of the app can be started yet, and the number of deaths before; nil when one can, or
  /// runs.
  public func heldBack(_ app: AppID, at now: Instant) -> (left: Duration, deaths: Int)? {
    guard case .heldBack(_, let left, let deaths)? = refusalToStart(app, at: now) else { return nil }
    return (left, deaths)
  }
}

extension ExitReason {
  /// It never got as far as handling events, however long that was allowed to take.
  var isFailedLaunch: Bool {
    switch self {
    case .watchdog(.launch, _), .failedToStart: true
    case .watchdog, .heldResource, .lockHeld, .cpuLimit, .tooManyTasks, .forceQuit, .jetsam, .violation,
      .missingPurpose, .permissionChanged, .terminatedBySystem, .shutdown, .crashed, .exited, .unobserved:
      false
    }
  }

  /// Whether the app ended for what it did itself.
  var isOwnFault: Bool {
    switch self {
    case .watchdog, .heldResource, .lockHeld, .cpuLimit, .tooManyTasks, .violation, .missingPurpose, .failedToStart,
      .jetsam(.perProcessLimit):
      true
    case .exited(let code): code != 0
    // SIGHUP, SIGINT, SIGKILL, SIGTERM: somebody else sent it.
    case .crashed(let signal): ![1, 2, 9, 15].contains(signal)
    case .forceQuit, .terminatedBySystem, .shutdown, .jetsam(.highwater), .jetsam(.vmPageShortage), .jetsam(.idleExit),
      .permissionChanged, .unobserved:
      false
    }
  }
}
