// The deadlines of a process: they run only while the app may run.

extension AppProcess {
  func has(_ step: Step) -> Bool { countdowns.contains { $0.step == step } }

  /// Starts the deadline of `step` with its whole limit.
  mutating func start(_ step: Step, _ turn: inout Turn) {
    countdowns.removeAll { $0.step == step }
    countdowns.append(Countdown(step, limit: turn.policy.limit(for: step)))
    run(countdowns.count - 1, &turn)
  }

  /// Lets the deadline of `step` go on where it stood, or starts it.
  mutating func resumeOrStart(_ step: Step, _ turn: inout Turn) {
    if let index = countdowns.firstIndex(where: { $0.step == step }) { run(index, &turn) } else { start(step, &turn) }
  }

  mutating func pause(_ step: Step, _ turn: inout Turn) {
    guard let index = countdowns.firstIndex(where: { $0.step == step }), countdowns[index].isRunning else { return }
    countdowns[index].pause(at: turn.now)
    turn.emit(.disarm(serial, step))
  }

  mutating func stop(_ step: Step, _ turn: inout Turn) {
    guard let index = countdowns.firstIndex(where: { $0.step == step }) else { return }
    if countdowns[index].isRunning { turn.emit(.disarm(serial, step)) }
    countdowns.remove(at: index)
  }

  /// Someone outside stopped the app: it uses up nothing.
  mutating func pauseCountdowns(_ turn: inout Turn) {
    for step in countdowns.map(\.step) { pause(step, &turn) }
  }

  /// Lets those go on that were not standing still for a reason of their own: no task open, no slot free.
  mutating func resumeCountdowns(_ turn: inout Turn) {
    for index in countdowns.indices {
      switch countdowns[index].step {
      case .backgroundTasks: if runsBackgroundTasks { run(index, &turn) }
      // Whoever was stopped had no wake to finish.
      case .comeForward, .wake, .wakeExpiration: break
      case .cpuWindow: if phase == .resting(.background) { run(index, &turn) }
      case .launch, .resign, .enterBackground, .terminate, .expiration, .event, .snapshot, .hangUp, .freezeRetry:
        run(index, &turn)
      }
    }
  }

  private mutating func run(_ index: Int, _ turn: inout Turn) {
    if stoppedFromOutside { return }
    countdowns[index].run(at: turn.now)
    if let due = countdowns[index].due { turn.emit(.arm(serial, countdowns[index].step, at: due)) }
  }

  /// The deadline of its step is the running `countdown` from now on.
  mutating func time(_ countdown: Countdown, _ turn: inout Turn) {
    let before = countdowns.firstIndex { $0.step == countdown.step }
    if let before, countdowns[before].due == countdown.due { return }
    if let before { countdowns.remove(at: before) }
    countdowns.append(countdown)
    if let due = countdown.due { turn.emit(.arm(serial, countdown.step, at: due)) }
  }

  /// A timer fired. One that fires early, or for a step that has landed, changes nothing.
  mutating func timerFired(_ step: Step, _ turn: inout Turn) {
    guard let countdown = countdowns.first(where: { $0.step == step }), let due = countdown.due else { return }
    guard due <= turn.now else {
      turn.emit(.arm(serial, step, at: due))
      return
    }
    switch step {
    case .freezeRetry:
      stop(step, &turn)
    case .backgroundTasks:
      expireTasks(&turn)
    case .hangUp:
      kill(.violation("it closed its channel and kept running"), &turn)
    case .wake:
      expireWakes(&turn)
    case .cpuWindow:
      stop(step, &turn)
      turn.emit(.sampleCPU(serial))
    case .snapshot:
      turn.report(.deadline(app, step, limit: countdown.limit, elapsed: countdown.elapsed(at: turn.now)))
      giveUpPicture(&turn)
    case .launch, .comeForward, .resign, .enterBackground, .terminate, .expiration, .wakeExpiration, .event:
      turn.report(.deadline(app, step, limit: countdown.limit, elapsed: countdown.elapsed(at: turn.now)))
      // ME3: that it was told first was a courtesy; what it ends for is memory all the same.
      if case .memory(let cause) = order {
        kill(.jetsam(cause), &turn)
      } else {
        kill(.watchdog(step, limit: countdown.limit), &turn)
      }
    }
  }
}
