// Hands a wake to its app, and gives the app time for it (BX3, BX4).

extension AppProcess {
  /// The reason that keeps it from being suspended.
  var isHeldAwake: Bool { wakefulness.isHeld || conversation.isAwakeForSomething || isDebugged }

  /// Tells it what it was woken for, unless R and B come first: it may take its time, and other things go on meanwhile.
  mutating func takeWakes(_ pending: inout [PendingWake], at rest: Rest, of device: Device, _ turn: inout Turn) {
    switch rest {
    case .active, .inactive, .background: if leavesScreen(rest, of: device) { return }
    case .launchedInBackground, .suspended: return
    }
    let taken = pending
    if !taken.isEmpty { renewErrands() }
    pending = []
    for pending in taken {
      let countdown = Countdown(.wake, limit: turn.policy.limit(for: .wake))
      let running = RunningWake(wake: pending.wake, countdown: countdown)
      let sequence = sendUnphased(.wake(pending.wake), for: pending.request, about: .wake(running), &turn)
      if pending.isExpired { tellExpired([sequence], &turn) }
    }
    if isBehind { runWakes(&turn) }
  }

  /// The time of some is up: it is told, and has a little longer to finish them.
  mutating func expireWakes(_ turn: inout Turn) {
    let expired = conversation.wakes.filter { !$0.value.isExpired && $0.value.countdown.isUp(at: turn.now) }
    if let first = expired.values.first?.countdown {
      turn.report(.deadline(app, .wake, limit: first.limit, elapsed: first.elapsed(at: turn.now)))
    }
    tellExpired(expired.keys.sorted(), &turn)
  }

  mutating func stopProcessing(_ turn: inout Turn) {
    let running = conversation.wakes.filter { $0.value.wake.isProcessing && !$0.value.isExpired }
    tellExpired(running.keys.sorted(), &turn)
  }

  /// - Parameter request: waits until each has been told.
  mutating func tellExpired(_ sequences: [EventSequence], for request: RequestID? = nil, _ turn: inout Turn) {
    guard order == nil else { return }
    if case .killed = phase { return }
    for sequence in sequences {
      let countdown = Countdown(.wakeExpiration, limit: turn.policy.limit(for: .wakeExpiration))
      conversation.changeWake(sequence) { $0.countdown = countdown }
      sendUnphased(.expireWake(sequence), for: request, &turn)
    }
    if isBehind { runWakes(&turn) }
  }

  // MARK: Time

  /// Only behind the screen does it have to hurry.
  mutating func runWakes(_ turn: inout Turn) {
    for (sequence, countdown) in conversation.wakeCountdowns where !countdown.isRunning {
      conversation.changeWake(sequence) { $0.countdown.run(at: turn.now) }
    }
    timeWakes(&turn)
  }

  mutating func pauseWakes(_ turn: inout Turn) {
    for (sequence, countdown) in conversation.wakeCountdowns where countdown.isRunning {
      conversation.changeWake(sequence) { $0.countdown.pause(at: turn.now) }
    }
    timeWakes(&turn)
  }

  /// DB2: those that run have their whole time again.
  mutating func restartWakes(_ turn: inout Turn) {
    for (sequence, wake) in conversation.wakes where wake.countdown.isRunning {
      conversation.changeWake(sequence) {
        $0.countdown.pause(at: turn.now)
        $0.countdown.rewind()
        $0.countdown.run(at: turn.now)
      }
    }
    timeWakes(&turn)
  }

  /// The timers are those of the wakes that are up first.
  mutating func timeWakes(_ turn: inout Turn) {
    let all = conversation.wakeCountdowns.map(\.countdown).filter(\.isRunning)
    for step in [Step.wake, .wakeExpiration] {
      let running = all.lazy.filter { $0.step == step }
      guard let first = running.min(by: { ($0.due ?? turn.now) < ($1.due ?? turn.now) }) else {
        deadlines.stop(step, &turn)
        continue
      }
      deadlines.time(first, &turn)
    }
  }

  /// Whether it is behind the screen, and neither on its way there nor on its way back.
  var isBehind: Bool {
    guard case .calling(let callback, _, _) = phase else { return isInBackground }
    switch callback.step {
    case .comeForward, .enterBackground: return false
    case .launch, .resign, .terminate, .backgroundTasks, .expiration, .wake, .wakeExpiration, .cpuWindow, .event,
      .snapshot, .hangUp, .freezeRetry:
      return isInBackground
    }
  }

  /// BX9: whether the user sees nothing of it, nor has just left it. Of one that was launched behind the screen
  /// didEnterBackground comes without the user (LA3).
  var isOutOfSight: Bool { isBehind || isInBackground && wakefulness.isUnseen }

  /// Whether it runs code, and neither ends nor is suspended at the moment.
  var runsCode: Bool { !isEnding && phase != .freezing && state != .suspended }

  var isInBackground: Bool {
    switch state {
    case .background, .suspended: true
    case .active, .inactive, .notRunning: false
    }
  }
}
