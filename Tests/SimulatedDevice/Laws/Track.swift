// The facts that the laws know of one process: the callbacks it has handled, and the time it was able to run in each.

import LifecycleModel

struct Track {
  /// The last life-cycle event of its own that it has handled; a scene-based app is told none between L and T.
  enum Landed {
    case nothing, launched, launchedInBackground, resigned, inBackground, comingForward, active, terminated
  }

  let app: AppID
  var style = LifecycleStyle.app
  var landed = Landed.nothing
  /// The state of each connected scene.
  var scenes: [SessionID: SceneTrack] = [:]
  var hasGreeted = false
  var inFlight: (sequence: EventSequence, event: Event)?
  /// The apps and scenes that were sent A and have not handled R.
  var slots: Set<Place> = []
  /// LS3: notifications wait in it for a step that was promised.
  var owesNotifications = false
  var isFrozen = false
  var isStoppedFromOutside = false
  var isKilled = false
  var isDead = false
  /// Its end is certain: it was told to end, or killed.
  var isEnding = false
  var isForceQuit = false
  var openTasks = 0
  /// The requests that it made and that were not answered, by number.
  var unanswered: [UInt64: AppRequest] = [:]
  /// The facts that it has been told of the device (NQ).
  var known: KnownFacts
  /// The kinds it was told of since it slept, or since anything changed (NQ1, NQ5).
  var noticed: Set<NoticeKind> = []
  var activities: Set<ActivityID> = []
  var wakes: [EventSequence: WakeTrack] = [:]
  /// BG5: since it was last in front.
  var isToldToClose = false
  /// BG10: nanoseconds that its errands have had, and those that continuing it for what it asked may count for.
  var inErrands: UInt64 = 0
  var inAnswers: UInt64 = 0
  /// The processor time that it had used since it was last in front (BG8).
  var samples: [Sample] = []
  /// PR2: the user allows it location once.
  var isAllowedOnce = false
  var armed: Set<Step> = []

  /// Nanoseconds it was able to run: in the step in flight; coming forward; in the background with tasks open, since it
  /// was last in the foreground; since its tasks expired; since it hung up.
  var inStep: UInt64 = 0
  var inComingForward: UInt64 = 0
  var inTasks: UInt64 = 0
  var inExpiration: UInt64 = 0
  var inHangUp: UInt64 = 0
  /// In the goodbye to its scenes and sessions, when the user has swiped it away (TE2).
  var inGoodbye: UInt64 = 0
  private(set) var seen: Instant

  init(_ app: AppID, knowing known: KnownFacts, at now: Instant) {
    self.app = app
    self.known = known
    seen = now
  }

  var mayRun: Bool { !isFrozen && !isStoppedFromOutside && !isDead }

  /// The deadlines that are set and may not count now. BG9: behind a first process that is stopped others may run, whose
  /// limits count.
  var misplaced: Set<Step> {
    if mayRun { return [] }
    if isFrozen || isDead { return armed }
    return armed.subtracting([.backgroundTasks, .expiration, .cpuWindow, .hangUp, .freezeRetry])
  }

  /// Whether nothing of it is on screen, nor on the way there.
  var isBehind: Bool {
    switch style {
    case .app: landed == .inBackground
    case .scene: landed == .launched && scenes.values.allSatisfy { $0 == .background || $0 == .connected }
    }
  }

  /// Whether it runs behind the screen, with nothing to do for the life cycle.
  var isWaitingBehind: Bool { isBehind && inFlight == nil && mayRun && !isKilled && !isEnding }

  mutating func pass(to now: Instant) {
    let passed = now.nanoseconds - seen.nanoseconds
    seen = now
    guard passed > 0, !isFrozen, !isDead else { return }
    // BG9: its other processes may run, though its first is stopped.
    inExpiration += passed
    inHangUp += passed
    if isBehind, openTasks > 0 { inTasks += passed }
    guard !isStoppedFromOutside else { return }
    inStep += passed
    if isForceQuit, inFlight?.event.isGoodbye == true { inGoodbye += passed }
    if inFlight?.event.comesForward == true { inComingForward += passed }
    guard isBehind else { return }
    for sequence in wakes.keys { wakes[sequence]?.used += passed }
  }

  /// The time that it has been able to run in `step`.
  func used(_ step: Step) -> UInt64 {
    switch step {
    case .launch, .resign, .enterBackground, .event, .snapshot: inStep
    case .terminate: inFlight?.event == .willTerminate || landed == .terminated ? inStep : inGoodbye
    case .comeForward: inComingForward
    case .backgroundTasks: inTasks
    case .expiration: inExpiration
    case .hangUp: inHangUp
    case .wake: wakes.values.filter { !$0.isExpired }.map(\.used).max() ?? 0
    case .wakeExpiration: wakes.values.filter(\.isExpired).map(\.used).max() ?? 0
    case .freezeRetry, .cpuWindow: .max
    }
  }

  /// Whether `event` may be sent to it now: the order of callbacks that every app can rely on.
  func permits(_ event: Event) -> Bool {
    switch event {
    case .launch: landed == .nothing && hasGreeted
    case .input, .present, .wake, .expireWake, .progress, .expireTasks, .willTerminate: isRunning
    case .aside(let aside): isRunning && permits(aside)
    case .scene(let session, let event, _, _):
      style == .scene && isRunning && SceneTrack.permits(event, after: scenes[session], isForceQuit: isForceQuit)
    case .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive:
      style == .app && permitsStep(event)
    }
  }

  private var isRunning: Bool { landed != .nothing && landed != .terminated }

  private func permitsStep(_ event: Event) -> Bool {
    switch (landed, event) {
    case (.launched, .didBecomeActive), (.launched, .didEnterBackground): true
    case (.launchedInBackground, .didEnterBackground), (.launchedInBackground, .willEnterForeground): true
    case (.resigned, .didBecomeActive), (.resigned, .didEnterBackground): true
    case (.inBackground, .willEnterForeground): true
    case (.comingForward, .didBecomeActive), (.comingForward, .didEnterBackground): true
    case (.active, .willResignActive): true
    case (.nothing, _), (.launched, _), (.launchedInBackground, _), (.resigned, _), (.inBackground, _),
      (.comingForward, _), (.active, _), (.terminated, _):
      false
    }
  }

  private func permits(_ aside: Aside) -> Bool {
    switch (aside, style) {
    case (.open, .app), (.statusBar, .app):
      landed == .launched || landed == .comingForward || landed == .resigned || landed == .active
    case (.snapshot, .app): landed == .inBackground
    case (.open, .scene), (.snapshot, .scene): false
    case (.statusBar, .scene): !isBehind
    case (.notice, _), (.memoryWarning, _): true
    case (.closeDevices, _): isBehind
    case (.discardSessions, let style): style == .scene
    case (.settled, let style): style == .scene && owesNotifications
    }
  }

  /// A daemon that has no more than `adoption` of it goes on with it, and it knows no more of the device than `known`.
  mutating func adopt(_ adoption: Adoption, _ style: LifecycleStyle, knowing known: KnownFacts, at now: Instant) {
    var track = Track(app, knowing: known, at: now)
    track.style = style
    track.isFrozen = adoption.state == .suspended
    switch (style, adoption.state) {
    case (_, .notRunning): break
    case (.scene, _): track.landed = .launched
    case (.app, .inactive): track.landed = .resigned
    case (.app, .active): track.landed = .active
    case (.app, .background), (.app, .suspended): track.landed = .inBackground
    }
    track.hasGreeted = adoption.state != .notRunning
    for scene in adoption.scenes { track.scenes[scene.session] = SceneTrack(scene.state) }
    if track.landed == .active { track.slots = [Place(app: app)] }
    for (session, state) in track.scenes where state == .active {
      track.slots.insert(Place(app: app, session: session))
    }
    self = track
  }

  mutating func land(_ event: Event) {
    inFlight = nil
    switch event {
    case .launch(_, let style, let state):
      self.style = style
      landed = state == .background && style == .app ? .launchedInBackground : .launched
    case .willResignActive: landed = .resigned
    case .didEnterBackground:
      landed = .inBackground
      renewErrands()
    case .willEnterForeground: landed = .comingForward
    case .didBecomeActive:
      landed = .active
      inComingForward = 0
    case .willTerminate: landed = .terminated
    case .scene(let session, let event, _, _):
      scenes[session] = SceneTrack.after(event, from: scenes[session])
      if event == .didEnterBackground { renewErrands() }
      if event == .didBecomeActive { inComingForward = 0 }
    case .aside, .input, .present, .wake, .expireWake, .progress, .expireTasks: break
    }
  }
}
