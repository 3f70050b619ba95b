// One process of an app: what it is in the middle of, and the next step from where it is to where it shall be.

public struct AppProcess: Hashable, Codable, Sendable {
  public let app: AppID
  public let serial: ProcessSerial
  public let style: LifecycleStyle
  /// BG7, with the device's own lack of multitasking taken in.
  public let exitsOnSuspend: Bool
  let options: LaunchOptions
  let began: Instant

  public internal(set) var pid: Int32?
  public internal(set) var phase: Phase
  /// Set once, and never taken back: an app that is told to end ends.
  public internal(set) var order: EndOrder?
  public internal(set) var tasks = BackgroundTasks()
  var countdowns: [Countdown] = []
  /// Someone outside has stopped it while nothing was asked of it; its deadlines stand still.
  var stoppedFromOutside = false
  var lastSequence = EventSequence(number: 0)
  /// Events without a phase of their own that it has not acknowledged, and who waits for them.
  var unacknowledged: [EventSequence: RequestID?] = [:]
  /// The callback its library says it is in.
  var inside: Inside?
  /// Whether its library has told of a callback since the last event was sent: one that never does has its events
  /// reported in its stead.
  var traced = false
  /// What it asked for in the instant before it was stopped; answered when it runs again.
  var deferred: [DeferredRequest] = []

  struct Inside: Hashable, Codable, Sendable {
    let callback: String
    let since: Instant
  }

  struct DeferredRequest: Hashable, Codable, Sendable {
    let id: UInt64
    let request: AppRequest
  }

  init(
    _ description: AppDescription, serial: ProcessSerial, launch: Launch, placement: Placement, turn: inout Turn
  ) {
    app = description.id
    self.serial = serial
    style = description.style
    exitsOnSuspend = description.exitsOnSuspend || !turn.policy.multitasking
    options = launch.options
    began = turn.now
    phase = .greeting(placement)
    turn.emit(.spawn(serial, app, launch))
    turn.report(.state(app, from: .notRunning, to: phase.state))
    start(.launch, &turn)
  }

  public var state: AppState { phase.state }

  /// Whether it has been told to become active and has not yet resigned: it then counts against the slots (ST5).
  public var holdsSlot: Bool {
    switch phase {
    case .resting(.active), .calling(.activate, _, _), .calling(.resign, _, _): true
    case .calling(.terminate(let state), _, _), .leaving(let state), .killed(_, let state): state == .active
    case .greeting, .launching, .resting, .calling, .freezing: false
    }
  }

  /// Whether it may be sent input (FG4): once it is told to resign, no more.
  var takesInput: Bool {
    switch phase {
    case .resting(.active), .calling(.activate, _, _): order == nil
    case .greeting, .launching, .resting, .calling, .freezing, .leaving, .killed: false
    }
  }

  /// Whether it will run no further step until something happens.
  func isSettled(at goal: Goal) -> Bool {
    guard order == nil, case .resting(let rest) = phase else { return false }
    switch (rest, goal) {
    case (.active, .active), (.inactive, .inactive), (.suspended, .background), (.background, .background): return true
    case (.active, _), (.inactive, _), (.launchedInBackground, _), (.background, _), (.suspended, _): return false
    }
  }

  /// Takes the next steps toward `goal`, as far as nothing is in flight. `maySlot` is whether a foreground slot is free
  /// for it (ST5).
  mutating func advance(toward goal: Goal, maySlot: Bool, _ turn: inout Turn) {
    guard case .resting(let rest) = phase else { return }
    if let order {
      leave(rest, on: order, &turn)
      return
    }
    switch (rest, goal) {
    case (.active, .active), (.inactive, .inactive):
      break
    case (.active, .inactive), (.active, .background):
      call(.resign, &turn)
    case (.inactive, .active):
      if maySlot { call(.activate, &turn) }
    case (.inactive, .background):
      if exitsOnSuspend {
        order = .exitsOnSuspend
        call(.terminate(from: .inactive), &turn)
      } else {
        call(.enterBackground, &turn)
      }
    case (.launchedInBackground, .background):
      call(.enterBackground, &turn)
    case (.launchedInBackground, .active), (.launchedInBackground, .inactive),
      (.background, .active), (.background, .inactive):
      endBackgroundBudget(&turn)
      call(.enterForeground, &turn)
    case (.background, .background):
      stayInBackground(&turn)
    case (.suspended, .background):
      if !deferred.isEmpty {
        thaw(&turn)
        stayInBackground(&turn)
      }
    case (.suspended, .active), (.suspended, .inactive):
      thaw(&turn)
      advance(toward: goal, maySlot: maySlot, &turn)
    }
  }

  /// The way out: TE1, and for a force-quit TE2 (active: R, B, T).
  private mutating func leave(_ rest: Rest, on order: EndOrder, _ turn: inout Turn) {
    switch (rest, order) {
    case (.suspended, _):
      kill(order.silently, &turn)
    case (.active, .forceQuit):
      call(.resign, &turn)
    case (.inactive, .forceQuit) where !exitsOnSuspend:
      call(.enterBackground, &turn)
    case (.active, _), (.inactive, _), (.launchedInBackground, _), (.background, _):
      call(.terminate(from: rest.state), &turn)
    }
  }

  /// BG1: suspension as soon as nothing holds the app awake.
  private mutating func stayInBackground(_ turn: inout Turn) {
    guard case .resting(.background) = phase else { return }
    if !tasks.isEmpty {
      runBackgroundBudget(&turn)
      return
    }
    pause(.backgroundTasks, &turn)
    stop(.expiration, &turn)
    if !has(.freezeRetry) {
      pauseCountdowns(&turn)
      stoppedFromOutside = false
      move(to: .freezing, &turn)
      turn.emit(.freeze(serial))
    }
  }

  private mutating func thaw(_ turn: inout Turn) {
    turn.emit(.thaw(serial))
    move(to: .resting(.background), &turn)
    resumeCountdowns(&turn)
    answerDeferred(&turn)
  }

  /// Nothing is sent to an app that cannot read it.
  private mutating func continueIfStopped(_ turn: inout Turn) {
    guard stoppedFromOutside else { return }
    stoppedFromOutside = false
    turn.emit(.thaw(serial))
    resumeCountdowns(&turn)
  }

  // MARK: Sending

  private mutating func call(_ callback: Callback, _ turn: inout Turn) {
    continueIfStopped(&turn)
    if callback == .activate || callback == .enterForeground {
      resumeOrStart(callback.step, &turn)
    } else {
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
    let event = Event.launch(options, style: style, state: state)
    phase = .launching(placement, sequence)
    turn.emit(.send(serial, sequence, event))
  }

  mutating func sendUnphased(_ event: Event, for request: RequestID?, _ turn: inout Turn) {
    continueIfStopped(&turn)
    let sequence = nextSequence()
    unacknowledged[sequence] = .some(request)
    turn.emit(.send(serial, sequence, event))
  }

  private mutating func nextSequence() -> EventSequence {
    lastSequence = EventSequence(number: lastSequence.number + 1)
    return lastSequence
  }

  /// SIGKILL, for `reason`. What is in flight no longer matters; the exit does.
  mutating func kill(_ reason: ExitReason, _ turn: inout Turn) {
    if case .killed = phase { return }
    for step in countdowns.map(\.step) { stop(step, &turn) }
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
