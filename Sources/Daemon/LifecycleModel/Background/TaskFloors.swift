// The floors under planned work: how often an app's own requests may wake it, whatever it asks for (BX7).

/// The time from one piece of planned work of an app to the next.
public struct TaskPolicy: Hashable, Codable, Sendable {
  /// From one refresh of an app to its next.
  public var refresh: Duration = .seconds(15 * 60)
  /// From one processing task of an identifier to its next; in any such time an app begins ten of them.
  public var processing: Duration = .seconds(60 * 60)

  public init() {}

  /// The time between two pieces of work of one kind.
  public func interval(of kind: TaskKind) -> Duration {
    switch kind {
    case .refresh: refresh
    case .processing: processing
    }
  }
}

/// A piece of work that the scheduler has begun.
struct BegunTask: Hashable, Codable, Sendable {
  let identifier: String
  let kind: TaskKind
  let at: Instant
}

extension ScheduledTasks {
  /// The time that the floors keep `task` waiting until; nil: they do not.
  func floor(under task: TaskRequest, _ policy: TaskPolicy) -> Instant? {
    let alike = begun.filter { $0.kind == task.kind }
    let spaced = alike.last { task.isNamed($0.identifier) }?.at
    let full = alike.dropLast(task.kind.limit.number - 1).last?.at
    return [spaced, full].compactMap(\.self).max().map { $0 + policy.interval(of: task.kind) }
  }

  mutating func begin(_ task: TaskRequest, at now: Instant, _ policy: TaskPolicy) {
    begun.removeAll { $0.at + policy.interval(of: $0.kind) <= now }
    begun.append(BegunTask(identifier: task.identifier, kind: task.kind, at: now))
  }
}

extension TaskKind {
  /// The number of requests of an app that may be pending, and may begin in one interval (BX4, BX7).
  var limit: Limit {
    switch self {
    case .refresh: .refreshRequests
    case .processing: .processingRequests
    }
  }
}

extension Lifecycle {
  /// The time before which `task` does not begin: its own date or the floors under it, whichever is later (BX7).
  public func earliestBegin(of task: TaskRequest, by app: AppID) -> Instant? {
    let floor = apps[app]?.estate.tasks.floor(under: task, policy.tasks)
    return [task.earliest, floor].compactMap(\.self).max()
  }
}

extension App {
  /// BX7: whether work of this identifier is running, or on its way to the app.
  func hasUnderWay(_ identifier: String) -> Bool {
    let told = process?.conversation.wakes.values.map(\.wake) ?? []
    return (told + wakes.map(\.wake)).contains { $0.task?.isSpelled(as: identifier) ?? false }
  }
}
