// The deadlines that run on when a process runs again, and the consequence of each that is missed.

extension AppProcess {
  /// Lets those run on that were not standing still for a reason of their own: no task open, no slot free.
  mutating func resumeDeadlines(_ turn: inout Turn) {
    let isWaiting = phase == .resting(.background)
    // A budget that is used up has become the time for the handlers.
    let runsTasks = runsBackgroundTasks && !deadlines.has(.expiration)
    deadlines.resume(&turn) { step in
      switch step {
      case .backgroundTasks: runsTasks
      // An app that was stopped had no wake to finish.
      case .comeForward, .wake, .wakeExpiration: false
      case .cpuWindow: isWaiting
      case .launch, .resign, .enterBackground, .terminate, .expiration, .event, .snapshot, .hangUp, .freezeRetry: true
      }
    }
  }

  /// A timer fired. One that fires early, or for a step that has landed, changes nothing.
  mutating func timerFired(_ step: Step, _ turn: inout Turn) {
    guard let countdown = deadlines[step], let due = countdown.due else { return }
    guard due <= turn.now else {
      turn.emit(.arm(.step(serial, step), at: due))
      return
    }
    switch step {
    case .freezeRetry:
      wakefulness.mayHaveTask = false
      deadlines.stop(step, &turn)
    case .backgroundTasks:
      expireTasks(&turn)
    case .hangUp:
      kill(.violation("it closed its channel and went on running"), &turn)
    case .wake:
      expireWakes(&turn)
    case .cpuWindow:
      deadlines.stop(step, &turn)
      turn.emit(.sampleCPU(serial))
    case .snapshot:
      turn.report(.deadline(app, step, limit: countdown.limit, elapsed: countdown.elapsed(at: turn.now)))
      giveUpPicture(&turn)
    case .launch, .comeForward, .resign, .enterBackground, .terminate, .expiration, .wakeExpiration, .event:
      turn.report(.deadline(app, step, limit: countdown.limit, elapsed: countdown.elapsed(at: turn.now)))
      // ME3: that it was told first was a courtesy; it ends for memory all the same.
      if case .memory(let cause) = order {
        kill(.jetsam(cause), &turn)
      } else {
        kill(.watchdog(step, limit: countdown.limit), &turn)
      }
    }
  }
}
