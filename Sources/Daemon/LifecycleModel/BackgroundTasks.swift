// Background tasks: the assertions that keep an app awake after didEnterBackground (BX1, BX2, BX6).

/// The open background tasks of one process.
public struct BackgroundTasks: Hashable, Codable, Sendable {
  /// Name by task; tasks are numbered in the order they were begun.
  public private(set) var open: [BackgroundTaskID: String] = [:]
  private var lastNumber = 0

  public var isEmpty: Bool { open.isEmpty }

  mutating func begin(_ name: String?) -> BackgroundTaskID {
    lastNumber += 1
    let id = BackgroundTaskID(number: lastNumber)
    open[id] = name ?? "unnamed"
    return id
  }

  /// Whether there was such a task.
  mutating func end(_ id: BackgroundTaskID) -> Bool { open.removeValue(forKey: id) != nil }
}

extension AppProcess {
  /// Whether the budget is being used: only in the background, and only while a task is open.
  var runsBackgroundTasks: Bool { phase == .resting(.background) && !tasks.isEmpty }

  mutating func runBackgroundBudget(_ turn: inout Turn) {
    if !has(.expiration) { resumeOrStart(.backgroundTasks, &turn) }
  }

  /// The last task has ended, in whatever its app is in the middle of.
  private mutating func standDown(_ turn: inout Turn) {
    pause(.backgroundTasks, &turn)
    stop(.expiration, &turn)
  }

  /// BX2: coming to the foreground resets the budget.
  mutating func endBackgroundBudget(_ turn: inout Turn) {
    stop(.backgroundTasks, &turn)
    stop(.expiration, &turn)
    pauseWakes(&turn)
    stopWatchingCPU(&turn)
  }

  mutating func expireTasks(_ turn: inout Turn) {
    guard let budget = countdowns.first(where: { $0.step == .backgroundTasks }) else { return }
    turn.report(.deadline(app, .backgroundTasks, limit: budget.limit, elapsed: budget.elapsed(at: turn.now)))
    pause(.backgroundTasks, &turn)
    start(.expiration, &turn)
    sendUnphased(.expireTasks, for: nil, &turn)
  }

  /// Whether the budget is used up; it stays so until the app has been in the foreground again.
  private func budgetIsSpent(at now: Instant) -> Bool {
    countdowns.contains { $0.step == .backgroundTasks && $0.elapsed(at: now) >= $0.limit }
  }

  /// Answers what the app asked for; in the instant between SIGSTOP sent and SIGSTOP landed it is kept until the app
  /// runs again, since nothing is written to a suspended app.
  mutating func take(_ request: AppRequest, id: UInt64, _ turn: inout Turn) {
    switch phase {
    case .freezing, .resting(.suspended):
      deferred.append(DeferredRequest(id: id, request: request))
    case .killed:
      break
    case .greeting:
      kill(.violation("it sent a request before its hello"), &turn)
    case .launching, .resting, .calling, .leaving:
      answer(request, id: id, &turn)
    }
  }

  mutating func answerDeferred(_ turn: inout Turn) {
    let waiting = deferred
    deferred = []
    // One of them may be its end.
    for request in waiting { take(request.request, id: request.id, &turn) }
  }

  private mutating func answer(_ request: AppRequest, id: UInt64, _ turn: inout Turn) {
    switch request {
    case .beginBackgroundTask(let name):
      guard mayBeginTask, !budgetIsSpent(at: turn.now) else {
        turn.emit(.reply(serial, id: id, .backgroundTask(.invalid)))
        return
      }
      let task = tasks.begin(name)
      turn.emit(.reply(serial, id: id, .backgroundTask(task)))
      if tasks.open.count > turn.policy.taskLeak { kill(.tooManyTasks(tasks.open.count), &turn) }
    case .endBackgroundTask(let task):
      let known = tasks.end(task)
      if tasks.isEmpty { standDown(&turn) }
      turn.emit(.reply(serial, id: id, known ? .done : .unknownTask(task)))
    case .backgroundTimeRemaining:
      turn.emit(.reply(serial, id: id, .timeRemaining(backgroundTimeRemaining(&turn))))
    case .beginActivity(let name):
      guard let mode = BackgroundMode(rawValue: name), mode.isContinuous, backgroundModes.contains(mode) else {
        return turn.emit(.reply(serial, id: id, .lacksMode(name)))
      }
      lastActivity += 1
      activities[ActivityID(number: lastActivity)] = mode
      turn.emit(.reply(serial, id: id, .activity(ActivityID(number: lastActivity))))
    case .endActivity(let activity):
      let known = activities.removeValue(forKey: activity) != nil
      turn.emit(.reply(serial, id: id, known ? .done : .unknownActivity(activity)))
    case .requestScene, .destroySession, .refreshSession, .openURL, .canOpenURL, .schedule, .notifications,
      .protectedKey:
      asked.append(DeferredRequest(id: id, request: request))
    case .unknown(let method):
      turn.emit(.reply(serial, id: id, .unknownMethod(method)))
    }
  }

  /// BX6: willTerminate grants no further time.
  private var mayBeginTask: Bool {
    switch phase {
    case .calling(.terminate, _, _), .leaving, .killed: false
    case .greeting, .launching, .resting, .calling, .freezing: true
    }
  }

  private func backgroundTimeRemaining(_ turn: inout Turn) -> Duration? {
    switch state {
    case .notRunning, .inactive, .active: nil
    case .background, .suspended:
      countdowns.first { $0.step == .backgroundTasks }.map { max(.zero, $0.limit - $0.elapsed(at: turn.now)) }
        ?? turn.policy.backgroundTasks
    }
  }
}
