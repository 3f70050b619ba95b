// Sends a process its events, and ends it.

extension AppProcess {
  mutating func call(_ callback: Callback, _ turn: inout Turn) {
    continueIfStopped(&turn)
    switch callback.step {
    case .comeForward: deadlines.resumeOrStart(.comeForward, &turn)
    // TE2: the scenes and sessions of an app that the user swipes away have one limit together.
    case .event where order == .forceQuit: deadlines.resumeOrStart(.terminate, &turn)
    // An event on the way forward does not end it (FG2).
    case .event, .snapshot: deadlines.start(callback.step, &turn)
    case .launch, .resign, .enterBackground, .terminate, .backgroundTasks, .expiration, .wake, .wakeExpiration,
      .cpuWindow, .hangUp, .freezeRetry:
      deadlines.stop(.comeForward, &turn)
      deadlines.start(callback.step, &turn)
    }
    if !wakefulness.mayHaveTask { deadlines.stop(.freezeRetry, &turn) }
    if case .terminate = callback { endBackgroundBudget(&turn) }
    let sequence = conversation.nextSequence()
    move(to: .calling(callback, sequence, since: turn.now), &turn)
    trace.begin()
    turn.emit(.send(serial, sequence, callback.event))
  }

  mutating func sendLaunch(_ placement: Placement, on device: Device, _ turn: inout Turn) {
    told.learnAtLaunch(of: device, app)
    let sequence = conversation.nextSequence()
    // LS2: a scene is connected with what there is to open.
    let event = Event.launch(style == .scene ? LaunchOptions() : options, style: style, state: state)
    move(to: .launching(placement, sequence), &turn)
    turn.emit(.send(serial, sequence, event))
  }

  @discardableResult
  mutating func sendUnphased(
    _ event: Event, for request: RequestID? = nil, about matter: Conversation.Matter = .nothing, _ turn: inout Turn
  ) -> EventSequence {
    continueIfStopped(&turn)
    let sequence = conversation.nextSequence()
    conversation.expect(sequence, for: request, about: matter)
    turn.emit(.send(serial, sequence, event))
    return sequence
  }

  /// SIGKILL, for `reason`. The event in flight no longer matters; the exit does.
  mutating func kill(_ reason: ExitReason, _ turn: inout Turn) {
    if case .killed = phase { return }
    deadlines.stopAll(&turn)
    conversation.giveUpAsked()
    trace.end(in: eventInFlight)
    move(to: .killed(reason, from: state), &turn)
    turn.emit(.kill(serial))
  }
}
