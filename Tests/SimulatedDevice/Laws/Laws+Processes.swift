// The laws of one process: order of callbacks, silence toward the frozen and the dead, deadlines, one record.

import LifecycleModel

extension Laws {
  /// Hears an input of the kernel or the app.
  mutating func hear(_ input: Input, _ place: Int) {
    switch input {
    case .kernel(_, .adopted(let app, let adoption)): adopted(app, adoption, place)
    case .app(_, .hello): tracks[place].hasGreeted = true
    case .app(_, .acknowledged(let sequence, let answer)):
      finished = tracks[place].wakes.removeValue(forKey: sequence)?.wake
      guard let inFlight = tracks[place].inFlight, inFlight.sequence == sequence, !tracks[place].isKilled else {
        return
      }
      tracks[place].spendOnErrand()
      tracks[place].land(inFlight.event)
      if let resigned = inFlight.event.resigns(tracks[place].app) { release([resigned], place) }
      landed(inFlight.event, tracks[place].app, answer)
    case .kernel(_, .freezeFailed): tracks[place].isFrozen = false
    case .kernel(_, .stoppedFromOutside): tracks[place].isStoppedFromOutside = true
    case .kernel(_, .continuedFromOutside):
      tracks[place].isStoppedFromOutside = false
      // A freeze that is under way is carried through.
      if states[tracks[place].app] == .suspended { tracks[place].isFrozen = false }
    case .app(_, .hungUp): tracks[place].inHangUp = 0
    case .app(_, .requested(let id, let request)): tracks[place].unanswered[id] = request
    case .due(.step(_, let step)):
      tracks[place].armed.remove(step)
      // SN2: a late picture is done without.
      if step == .snapshot, tracks[place].inFlight?.event.isSnapshot == true, isSpent(step, place) {
        tracks[place].spendOnErrand(atMost: policy.snapshot.wholeNanoseconds)
        tracks[place].inFlight = nil
      }
    default: break
    }
  }

  mutating func spawned(_ serial: ProcessSerial, _ app: AppID, _ launch: Launch, _ now: Instant) {
    settleDrops()
    require(places[serial] == nil, "a serial is never used twice")
    require(places.keys.allSatisfy { $0.number < serial.number }, "serials are counted up")
    places[serial] = tracks.count
    require(!tracks.contains { $0.app == app && !$0.isDead }, "LA10 \(app) is never launched twice at once")
    require(!isShuttingDown, "nothing is started during shutdown")
    bindWakes(of: app, to: tracks.count, launch)
    tracks.append(Track(app, knowing: facts, at: now))
  }

  mutating func send(_ serial: ProcessSerial, _ sequence: EventSequence, _ event: Event) {
    guard let place = place(of: serial) else { return }
    let track = tracks[place]
    let state = states[track.app] ?? .notRunning
    require(!track.isFrozen, "nothing is sent to a frozen app: \(event.letter) to \(track.app)")
    require(!track.isStoppedFromOutside, "what is stopped is continued before it is sent anything: \(event.letter)")
    require(!track.isKilled, "nothing is sent to a killed app: \(event.letter) to \(track.app)")
    require(track.permits(event), "callbacks come in order: \(event.letter) to \(track.app) after \(track.landed)")
    require(!track.isEnding || !event.comesForward, "what is to end does not come forward: \(event.letter)")
    require(event.shows(state), "ST6 \(event.letter) is sent to an app that is \(state)")
    guard event.isLifecycle else { return sendBetween(event, sequence, place) }
    require(track.inFlight == nil, "one life-cycle event is in flight: \(event.letter) to \(track.app)")
    if event.isOwnErrand, track.isBehind, !track.isHeldAwake, !track.isEnding {
      let hasTime = track.inErrands < policy.event.wholeNanoseconds
      require(hasTime, "BG10 an app that nothing keeps awake runs for its own errands as long as it may: \(track.app)")
    }
    if event.comesForward {
      let isFresh = track.known.agrees(with: facts, for: track.app)
      require(isFresh, "NQ3 what an app missed comes before \(event.letter): \(track.app)")
      if event.leavesBackground {
        tracks[place].inTasks = 0
        tracks[place].samples = []
        tracks[place].isToldToClose = false
        tracks[place].renewErrands()
      }
    } else if event.isStep {
      tracks[place].inComingForward = 0
    }
    if case .launch = event {} else { tracks[place].inStep = 0 }
    if let active = event.activates(track.app) { takeSlot(active, place) }
    if event == .willTerminate { tracks[place].isEnding = true }
    sendSceneEvent(event, place)
    tracks[place].inFlight = (sequence, event)
  }

  /// Checks an event that comes while a step is in flight.
  private mutating func sendBetween(_ event: Event, _ sequence: EventSequence, _ place: Int) {
    let track = tracks[place]
    switch event {
    case .input:
      let state = states[track.app] ?? .notRunning
      let isLeaving = track.inFlight?.event.resigns(track.app).map { track.slots == [$0] } ?? false
      require(
        state == .active && !isLeaving && !track.isEnding,
        "FG4 input reaches only an active app, and \(track.app) is \(state)")
      let isWanted = device.front.contains(track.app) && !device.isLocked && !device.isCovered
      require(isWanted, "FG4 IN7 an app that leaves the screen, or is covered, takes no input: \(track.app)")
    case .expireTasks:
      require(isSpent(.backgroundTasks, place), "BX1 the budget runs only in the background")
      require(track.openTasks > 0, "BX1 only open tasks expire")
      tracks[place].inExpiration = 0
    case .present:
      let state = states[track.app] ?? .notRunning
      require(state == .active || state == .inactive, "only an app in front is asked how to show something")
    case .wake(let wake): told(wake, sequence, place)
    case .expireWake(let sequence): expired(sequence, place)
    case .progress:
      require(states[track.app] != .suspended, "BX12 a suspended app hears no progress")
    case .launch, .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive,
      .willTerminate, .aside, .scene:
      break
    }
  }

  private func isSpent(_ step: Step, _ place: Int) -> Bool {
    tracks[place].used(step) >= policy.limit(for: step).wholeNanoseconds
  }

  private mutating func takeSlot(_ slot: Place, _ place: Int) {
    require(invited.contains(slot.app), "\(slot.app) comes to the front only when asked to")
    tracks[place].slots.insert(slot)
    let holders = tracks.reduce(0) { $0 + ($1.isDead ? 0 : $1.slots.count) }
    require(
      holders <= policy.foregroundSlots,
      "ST5 what leaves has handled R, or is gone, before the next gets A on its slot")
  }

  private mutating func release(_ slots: Set<Place>, _ place: Int) { tracks[place].slots.subtract(slots) }

  mutating func reply(_ serial: ProcessSerial, _ id: UInt64, _ answer: AppAnswer?) {
    guard let place = place(of: serial) else { return }
    let words = answer.map { "\($0)" } ?? "a key"
    require(!tracks[place].isFrozen, "nothing is said to a frozen app: \(words)")
    require(!tracks[place].isKilled, "nothing is said to a killed app: \(words)")
    guard let request = tracks[place].unanswered.removeValue(forKey: id) else {
      return self.break("an app is answered once: \(words)")
    }
    answered(request, answer, tracks[place].app)
    answeredActivity(request, answer, place)
    answeredSchedule(request, answer, tracks[place].app)
    answeredKey(answer)
    switch (request, answer) {
    case (_, .backgroundTask(let task)) where task != .invalid:
      require(tracks[place].landed != .terminated, "BX6 willTerminate grants no further time")
      require(tracks[place].inFlight?.event != .willTerminate, "BX6 willTerminate grants no further time")
      tracks[place].openTasks += 1
    case (.endBackgroundTask, .done): tracks[place].openTasks -= 1
    case (.requestPermission(let name), .permission(let status)):
      if let service = PrivacyService(rawValue: name) { tracks[place].known.permissions[service] = status }
    default: break
    }
  }

  mutating func freeze(_ serial: ProcessSerial) {
    guard let place = place(of: serial) else { return }
    require(tracks[place].isBehind, "BG1 only what has handled B is suspended")
    require(!tracks[place].owesNotifications, "LS3 a step that was promised comes, or the app is told that it does not")
    require(tracks[place].inFlight == nil, "nothing is frozen in the middle of a callback")
    require(tracks[place].openTasks == 0, "BX1 an open task keeps its app awake")
    require(tracks[place].activities.isEmpty, "BX3 an activity keeps its app awake")
    require(tracks[place].wakes.isEmpty, "BX3 a wake keeps its app awake until it is finished")
    require(owed[tracks[place].app, default: []].isEmpty, "BX5 what an app is woken for is told before it sleeps")
    tracks[place].noticed = []
    tracks[place].isFrozen = true
    tracks[place].isStoppedFromOutside = false
  }

  mutating func thaw(_ serial: ProcessSerial) {
    guard let place = place(of: serial) else { return }
    tracks[place].spendOnAnswers()
    tracks[place].isFrozen = false
    tracks[place].isStoppedFromOutside = false
  }

  mutating func kill(_ serial: ProcessSerial, because input: Input) {
    guard let place = place(of: serial) else { return }
    require(!tracks[place].isKilled, "one SIGKILL is enough")
    tracks[place].isKilled = true
    tracks[place].isEnding = true
    guard case .due(.step(serial, let step)) = input else { return }
    require(step != .snapshot, "SN2 a late picture kills nobody")
    let (app, used, limit) = (tracks[place].app, tracks[place].used(step), policy.limit(for: step).wholeNanoseconds)
    require(
      used >= limit,
      "deadlines count only while the app may run: \(step) killed \(app) after \(used) ns of \(limit)")
  }

  mutating func armed(_ serial: ProcessSerial, _ step: Step, _ due: Instant?) {
    guard let place = place(of: serial) else { return }
    if due == nil { tracks[place].armed.remove(step) } else { tracks[place].armed.insert(step) }
  }

  /// Checks the rules for a process when all effects of an input are carried out.
  mutating func checkRest(_ serial: ProcessSerial) {
    guard let place = place(of: serial) else { return }
    let track = tracks[place]
    require(
      track.unanswered.values.allSatisfy(\.waitsForUser) || track.isFrozen || track.isKilled || track.isDead,
      "an app that runs is answered at once: \(track.app)")
    checkTime(serial)
    guard !track.armed.isEmpty else { return }
    require(!track.isDead, "no timer outlives its process: \(track.app)")
    let steps = track.armed.map(\.rawValue).sorted().joined(separator: ", ")
    require(track.misplaced.isEmpty, "no deadline counts while an app is stopped: \(steps) of \(track.app)")
    require(!track.isKilled, "no deadline counts once an app was killed: \(steps) of \(track.app)")
    let comes = track.inFlight?.event.comesForward == true
    require(!track.armed.contains(.comeForward) || comes, "waiting for a slot is not the app's time: \(track.app)")
    require(
      !track.armed.contains(.backgroundTasks) || track.isBehind && track.openTasks > 0,
      "BX1 the budget runs only in the background, and only while a task is open: \(track.app)")
    require(
      !track.armed.contains(.wake) && !track.armed.contains(.wakeExpiration) || track.isBehind && !track.wakes.isEmpty,
      "BX3 a wake has to hurry only behind the screen, and while it is not finished: \(track.app)")
    require(!track.armed.contains(.cpuWindow) || track.isBehind, "BG8 only what is behind is measured: \(track.app)")
  }

  /// Checks the time of the things that keep an app awake behind the screen.
  mutating func checkTime(_ serial: ProcessSerial) {
    guard let place = place(of: serial), !tracks[place].wakes.isEmpty || tracks[place].openTasks > 0 else { return }
    guard tracks[place].isWaitingBehind else { return }
    let track = tracks[place]
    let wakeTimers = track.armed.intersection([.wake, .wakeExpiration])
    let taskTimers = track.armed.intersection([.backgroundTasks, .expiration])
    require(track.wakes.isEmpty || !wakeTimers.isEmpty, "BX3 a wake has its time, and no more: \(track.app)")
    require(track.openTasks == 0 || !taskTimers.isEmpty, "BX1 the budget is no more than it is: \(track.app)")
  }

  mutating func ended(_ record: ExitRecord, because input: Input, _ effects: [Effect], _ lifecycle: Lifecycle) {
    guard let place = place(of: record.process) else { return }
    let app = record.app
    require(input.isEnd && input.process == record.process, "TE3 a record is of the process that ended")
    require(!tracks[place].isDead, "TE3 every process leaves exactly one record")
    require(tracks[place].app == app, "TE3 a record names its app")
    tracks[place].isDead = true
    tracks[place].slots = []
    tracks[place].isFrozen = false
    tracks[place].wakes = [:]
    owed[app]?.removeAll { $0.place == place }
    // PR2: allowed once, it was for this process.
    let isAsked = policy.privacy != .grant || device.facts.permissions[app]?[.location] == .ask
    if tracks[place].isAllowedOnce, isAsked { owed[app]?.removeAll { $0.wake.takes(.location) } }
    endedOpenings(app)
    relaunched(app, effects, lifecycle)
  }
}

extension Event {
  /// Whether an app that is told this is in the state that ST6 says.
  func shows(_ state: AppState) -> Bool {
    switch self {
    case .launch(_, _, let told): told == state && (state == .inactive || state == .background)
    case .willResignActive, .didBecomeActive: state == .active
    case .didEnterBackground, .willEnterForeground: state == .background
    case .scene(_, _, let told, _): told == state
    case .willTerminate, .aside: state != .suspended && state != .notRunning
    case .input, .present, .wake, .expireWake, .progress, .expireTasks: true
    }
  }

  /// Whether the budget of tasks begins anew with it (BX2).
  var leavesBackground: Bool {
    switch self {
    case .willEnterForeground, .scene(_, .connect, _, _), .scene(_, .willEnterForeground, _, _): true
    case .launch, .willResignActive, .didEnterBackground, .didBecomeActive, .willTerminate, .aside, .scene, .input,
      .present, .wake, .expireWake, .progress, .expireTasks:
      false
    }
  }

  /// Whether it ends the way forward (FG2); an event between an app's steps does not.
  var isStep: Bool {
    switch self {
    case .aside, .scene(_, .open, _, _), .scene(_, .snapshot, _, _), .scene(_, .disconnect, _, _): false
    case .launch, .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive, .willTerminate,
      .scene, .input, .present, .wake, .expireWake, .progress, .expireTasks:
      true
    }
  }
}
