// The record of a process that has ended (TE3).

extension AppProcess {
  /// Makes its record, with the state it ends in (TE3).
  func record(_ status: ExitStatus, _ usage: Usage, at now: Instant) -> ExitRecord {
    ExitRecord(
      app: app, process: serial, pid: pid, time: now, state: state, reason: reason(for: status), status: status,
      usage: usage, activity: activity(at: crashed ?? now), lifetime: (crashed ?? now).since(began))
  }

  func record(failedToStart why: String, at now: Instant) -> ExitRecord {
    ExitRecord(
      app: app, process: serial, pid: pid, time: now, state: state, reason: .failedToStart(why), status: nil,
      usage: Usage(), activity: nil, lifetime: now.since(began))
  }

  private func reason(for status: ExitStatus) -> ExitReason {
    if case .killed(let reason, _) = phase { return reason }
    guard let order else { return ExitReason(unordered: status) }
    switch status {
    case .exited, .unknown:
      return order.reason(for: status)
    case .signaled(let signal):
      return Self.ordinary.contains(signal) ? order.reason(for: status) : .crashed(signal: signal)
    }
  }

  /// SIGHUP, SIGINT, SIGTERM: how programs are commonly told to end, and no crash.
  private static let ordinary: Set<Int32> = [1, 2, 15]

  /// The callback that it is in; nil when it is in none.
  public func activity(at now: Instant) -> Activity? {
    (trace.inside ?? eventInFlight).map { Activity(callback: $0.callback, age: now.since($0.since)) }
  }

  /// The callback of an app that tells of none: the event that it has not acknowledged.
  var eventInFlight: Trace.Inside? {
    switch phase {
    case .calling(let callback, _, let since): Trace.Inside(callback: callback.event.callback, since: since)
    case .launching: Trace.Inside(callback: "didFinishLaunching", since: began)
    case .greeting, .resting, .freezing, .leaving, .killed: nil
    }
  }
}
