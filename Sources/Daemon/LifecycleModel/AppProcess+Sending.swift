// What is done to a process: events down its channel, its next phase, its end.

extension AppProcess {
  mutating func call(_ callback: Callback, _ turn: inout Turn) {
    continueIfStopped(&turn)
    switch callback.step {
    case .comeForward: resumeOrStart(.comeForward, &turn)
    // What comes on the way forward does not end it (FG2).
    case .event, .snapshot: start(callback.step, &turn)
    case .launch, .resign, .enterBackground, .terminate, .backgroundTasks, .expiration, .wake, .wakeExpiration,
      .cpuWindow, .hangUp, .freezeRetry:
      stop(.comeForward, &turn)
      start(callback.step, &turn)
    }
    stop(.freezeRetry, &turn)
    if case .terminate = callback { endBackgroundBudget(&turn) }
    let sequence = nextSequence()
    move(to: .calling(callback, sequence, since: turn.now), &turn)
    traced = false
    turn.emit(.send(serial, sequence, callback.event))
  }

  mutating func sendLaunch(_ placement: Placement, _ turn: inout Turn) {
    let sequence = nextSequence()
    // LS2: a scene is connected with what there is to open.
    let event = Event.launch(style == .scene ? LaunchOptions() : options, style: style, state: state)
    phase = .launching(placement, sequence)
    turn.emit(.send(serial, sequence, event))
  }

  @discardableResult
  mutating func sendUnphased(_ event: Event, for request: RequestID?, _ turn: inout Turn) -> EventSequence {
    continueIfStopped(&turn)
    let sequence = nextSequence()
    unacknowledged[sequence] = .some(request)
    turn.emit(.send(serial, sequence, event))
    return sequence
  }

  private mutating func nextSequence() -> EventSequence {
    lastSequence = EventSequence(number: lastSequence.number + 1)
    return lastSequence
  }

  /// SIGKILL, for `reason`. What is in flight no longer matters; the exit does.
  mutating func kill(_ reason: ExitReason, _ turn: inout Turn) {
    if case .killed = phase { return }
    for step in countdowns.map(\.step) { stop(step, &turn) }
    asked = []
    if inside == nil { inside = eventInFlight }
    phase = .killed(reason, from: state)
    turn.emit(.kill(serial))
  }

  mutating func move(to next: Phase, _ turn: inout Turn) {
    let before = state
    phase = next
    if state != before { turn.report(.state(app, from: before, to: state)) }
  }
}
