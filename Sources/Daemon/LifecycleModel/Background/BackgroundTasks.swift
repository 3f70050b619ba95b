// Background tasks: the assertions that keep an app awake after didEnterBackground (BX1, BX2, BX6).

/// The open background tasks of one process.
public struct BackgroundTasks: Hashable, Codable, Sendable {
  /// Name by task; tasks are numbered in the order they were begun.
  public private(set) var open: [BackgroundTaskID: String] = [:]
  private var lastNumber = 0
  /// Bytes of all names.
  private var named = 0

  public var isEmpty: Bool { open.isEmpty }

  mutating func begin(_ name: String?) -> BackgroundTaskID {
    lastNumber &+= 1
    let id = BackgroundTaskID(number: lastNumber)
    let name = name ?? "unnamed"
    let isRoom = named &+ name.utf8.count <= Limit.taskNames.number
    open[id] = isRoom ? name : ""
    if isRoom { named &+= name.utf8.count }
    return id
  }

  /// Numbers up to `number` may be in use.
  mutating func continueNumbers(after number: Int) { lastNumber = number }

  /// Whether there was such a task.
  mutating func end(_ id: BackgroundTaskID) -> Bool {
    guard let name = open.removeValue(forKey: id) else { return false }
    named &-= name.utf8.count
    return true
  }
}

extension AppProcess {
  /// Whether the budget is being used: only in the background, and only while a task is open.
  var runsBackgroundTasks: Bool { phase == .resting(.background) && !wakefulness.tasks.isEmpty }

  mutating func runBackgroundBudget(_ turn: inout Turn) {
    if !deadlines.has(.expiration) { deadlines.resumeOrStart(.backgroundTasks, &turn) }
  }

  /// The last task has ended, in whatever its app is in the middle of.
  mutating func standDown(_ turn: inout Turn) {
    deadlines.pause(.backgroundTasks, &turn)
    deadlines.stop(.expiration, &turn)
  }

  /// BX2: coming to the foreground resets the budget.
  mutating func endBackgroundBudget(_ turn: inout Turn) {
    (wakefulness.mayHaveTask, wakefulness.isUnseen) = (false, false)
    (wakefulness.wasInspected, wakefulness.mustClose, wakefulness.wasToldToClose) = (false, [], false)
    renewErrands()
    deadlines.stop(.backgroundTasks, &turn)
    deadlines.stop(.expiration, &turn)
    pauseWakes(&turn)
    stopWatchingCPU(&turn)
  }

  mutating func expireTasks(_ turn: inout Turn) {
    guard let budget = deadlines[.backgroundTasks] else { return }
    turn.report(.deadline(app, .backgroundTasks, limit: budget.limit, elapsed: budget.elapsed(at: turn.now)))
    deadlines.pause(.backgroundTasks, &turn)
    deadlines.start(.expiration, &turn)
    sendUnphased(.expireTasks, &turn)
  }

  /// Whether the budget is used up; it stays so until the app has been in the foreground again.
  func budgetIsSpent(at now: Instant) -> Bool {
    deadlines[.backgroundTasks].map { $0.elapsed(at: now) >= $0.limit } ?? false
  }

  /// BX6: willTerminate grants no further time.
  var mayBeginTask: Bool {
    switch phase {
    case .calling(.terminate, _, _), .leaving, .killed: false
    case .greeting, .launching, .resting, .calling, .freezing: true
    }
  }

  /// The time until the deadline of `step`; nil while it does not run.
  public func timeLeft(of step: Step, at now: Instant) -> Duration? {
    deadlines[step].flatMap { $0.isRunning ? max(.zero, $0.limit - $0.elapsed(at: now)) : nil }
  }

  func backgroundTimeRemaining(_ turn: inout Turn) -> Duration? {
    switch state {
    case .notRunning, .inactive, .active: nil
    case .background, .suspended:
      deadlines[.backgroundTasks].map { max(.zero, $0.limit - $0.elapsed(at: turn.now)) }
        ?? turn.policy.backgroundTasks
    }
  }
}
