// A deadline that counts only while the daemon lets the app run.

/// The time left for a step. It stands still while the daemon has stopped the app (docs/lifecycle.md, "Numbers": deadlines count only
/// while the app may run), which is what keeps a watchdog from killing an app on thaw for time it slept.
public struct Countdown: Hashable, Codable, Sendable {
  public let step: Step
  public let limit: Duration
  private var left: Duration
  private var runningSince: Instant?
  /// Whether it has begun once more because the daemon was late.
  private var isForgiven = false

  init(_ step: Step, limit: Duration) {
    self.step = step
    self.limit = limit
    left = limit
  }

  public var isRunning: Bool { runningSince != nil }

  /// When it runs out if nothing stops it; nil while it stands still.
  public var due: Instant? { runningSince.map { $0 + left } }

  func isUp(at now: Instant) -> Bool { due.map { $0 <= now } ?? false }

  /// The part of the limit that is used up.
  public func elapsed(at now: Instant) -> Duration {
    limit - left + (runningSince.map(now.since) ?? .zero)
  }

  mutating func run(at now: Instant) {
    if runningSince == nil { runningSince = now }
  }

  /// Gives it its whole limit again, while it stands still.
  mutating func rewind() { left = limit }

  /// Begins once more where it is over and the daemon was late; false where it has done so before: an app that keeps the daemon
  /// waiting gains no more by that.
  ///
  /// - Parameter lateness: so long after its end `now` has to be.
  @discardableResult mutating func forgive(at now: Instant, lateness: Duration = .zero) -> Bool {
    guard !isForgiven, let due, due + lateness <= now else { return false }
    (left, runningSince, isForgiven) = (limit, now, true)
    return true
  }

  mutating func pause(at now: Instant) {
    guard let since = runningSince else { return }
    left = max(.zero, left - now.since(since))
    runningSince = nil
  }
}

extension Step {
  /// Whether the daemon has a turn in it after which the app goes on: L after hello, A after F. Its own time would be the app's then.
  public var hasTurnOfDaemon: Bool {
    switch self {
    case .launch, .comeForward: true
    case .resign, .enterBackground, .terminate, .backgroundTasks, .expiration, .wake, .wakeExpiration, .cpuWindow,
      .event, .snapshot, .hangUp, .freezeRetry:
      false
    }
  }
}
