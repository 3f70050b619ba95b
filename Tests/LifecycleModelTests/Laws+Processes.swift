// The laws of one process: order of callbacks, silence toward the frozen and the dead, deadlines, one record.

import LifecycleModel

extension Laws {
  /// What the kernel or the app said.
  mutating func hear(_ input: Input, _ place: Int) {
    switch input {
    case .hello: tracks[place].hasGreeted = true
    case .acknowledged(_, let sequence):
      guard let inFlight = tracks[place].inFlight, inFlight.sequence == sequence else { return }
      tracks[place].land(inFlight.event)
      if inFlight.event == .willResignActive { releaseSlot(place) }
    case .freezeFailed: tracks[place].isFrozen = false
    case .stoppedFromOutside: tracks[place].isStoppedFromOutside = true
    case .continuedFromOutside:
      tracks[place].isStoppedFromOutside = false
      tracks[place].isFrozen = false
    case .hungUp: tracks[place].inHangUp = 0
    case .requested: tracks[place].unanswered += 1
    case .due(_, let step): tracks[place].armed.remove(step)
    default: break
    }
  }

  mutating func spawned(_ serial: ProcessSerial, _ app: AppID, _ now: Instant) {
    require(Int(serial.number) == tracks.count + 1, "a serial is never used twice")
    require(!tracks.contains { $0.app == app && !$0.isDead }, "LA10 \(app) is never launched twice at once")
    require(!isShuttingDown, "nothing is started during shutdown")
    tracks.append(Track(app, at: now))
  }

  mutating func send(_ serial: ProcessSerial, _ sequence: EventSequence, _ event: Event) {
    guard let place = place(of: serial) else { return }
    let track = tracks[place]
    let state = states[track.app] ?? .notRunning
    require(!track.isFrozen, "nothing is sent to a frozen app: \(event.letter) to \(track.app)")
    require(!track.isStoppedFromOutside, "what is stopped is continued before it is sent anything: \(event.letter)")
    require(!track.isKilled, "nothing is sent to a killed app: \(event.letter) to \(track.app)")
    require(track.permits(event), "callbacks come in order: \(event.letter) to \(track.app) after \(track.landed)")
    switch event {
    case .input:
      let isActive = state == .active && track.inFlight.map { $0.event == .didBecomeActive } ?? true
      require(isActive, "FG4 input reaches only an active app, and \(track.app) is \(state)")
    case .expireTasks:
      require(
        track.inTasks >= policy.backgroundTasks.wholeNanoseconds, "BX1 the budget runs only in the background")
      require(track.openTasks > 0, "BX1 only open tasks expire")
      tracks[place].inExpiration = 0
    case .launch, .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive, .willTerminate:
      require(track.inFlight == nil, "one life-cycle event is in flight: \(event.letter) to \(track.app)")
      require(event.shows(state), "ST6 \(event.letter) is sent to an app that is \(state)")
      if case .launch = event {} else { tracks[place].inStep = 0 }
      if event == .willEnterForeground { tracks[place].inTasks = 0 }
      if event != .willEnterForeground, event != .didBecomeActive { tracks[place].inComingForward = 0 }
      if event == .didBecomeActive { takeSlot(place) }
      if event == .willTerminate { tracks[place].isEnding = true }
      tracks[place].inFlight = (sequence, event)
    }
  }

  private mutating func takeSlot(_ place: Int) {
    let app = tracks[place].app
    require(invited.contains(app), "\(app) comes to the front only when asked to")
    guard !tracks[place].holdsSlot else { return }
    tracks[place].holdsSlot = true
    holders += 1
    require(
      holders <= policy.foregroundSlots, "ST5 one app has handled R, or is gone, before the next gets A on its slot")
  }

  private mutating func releaseSlot(_ place: Int) {
    if tracks[place].holdsSlot { holders -= 1 }
    tracks[place].holdsSlot = false
  }

  mutating func reply(_ serial: ProcessSerial, _ answer: AppAnswer) {
    guard let place = place(of: serial) else { return }
    require(!tracks[place].isFrozen, "nothing is said to a frozen app: \(answer)")
    require(!tracks[place].isKilled, "nothing is said to a killed app: \(answer)")
    require(tracks[place].unanswered > 0, "an app is answered once: \(answer)")
    tracks[place].unanswered -= 1
    switch answer {
    case .backgroundTask(let task) where task != .invalid:
      require(tracks[place].landed != .terminated, "BX6 willTerminate grants no further time")
      require(tracks[place].inFlight?.event != .willTerminate, "BX6 willTerminate grants no further time")
      tracks[place].openTasks += 1
    case .done: tracks[place].openTasks -= 1
    case .backgroundTask, .timeRemaining, .unknownTask, .unknownMethod: break
    }
  }

  mutating func freeze(_ serial: ProcessSerial) {
    guard let place = place(of: serial) else { return }
    require(tracks[place].landed == .inBackground, "BG1 only what has handled B is suspended")
    require(tracks[place].inFlight == nil, "nothing is frozen in the middle of a callback")
    require(tracks[place].openTasks == 0, "BX1 an open task keeps its app awake")
    tracks[place].isFrozen = true
    tracks[place].isStoppedFromOutside = false
  }

  mutating func thaw(_ serial: ProcessSerial) {
    guard let place = place(of: serial) else { return }
    tracks[place].isFrozen = false
    tracks[place].isStoppedFromOutside = false
  }

  mutating func kill(_ serial: ProcessSerial, because input: Input) {
    guard let place = place(of: serial) else { return }
    require(!tracks[place].isKilled, "one SIGKILL is enough")
    tracks[place].isKilled = true
    tracks[place].isEnding = true
    guard case .due(serial, let step) = input else { return }
    let (app, used, limit) = (tracks[place].app, tracks[place].used(step), policy.limit(for: step).wholeNanoseconds)
    require(
      used >= limit,
      "deadlines count only while the app may run: \(step) killed \(app) after \(used) ns of \(limit)")
  }

  mutating func arm(_ serial: ProcessSerial, _ step: Step) {
    if let place = place(of: serial) { tracks[place].armed.insert(step) }
  }

  mutating func disarm(_ serial: ProcessSerial, _ step: Step) {
    if let place = place(of: serial) { tracks[place].armed.remove(step) }
  }

  /// What must hold of a process when all effects of an input are carried out.
  mutating func checkRest(_ serial: ProcessSerial) {
    guard let place = place(of: serial) else { return }
    let track = tracks[place]
    require(
      track.unanswered == 0 || track.isFrozen || track.isKilled || track.isDead,
      "an app that runs is answered at once: \(track.app)")
    guard !track.armed.isEmpty else { return }
    require(!track.isDead, "no timer outlives its process: \(track.app)")
    let steps = track.armed.map(\.rawValue).sorted().joined(separator: ", ")
    require(track.mayRun, "no deadline counts while an app is stopped: \(steps) of \(track.app)")
    require(!track.isKilled, "no deadline counts once an app was killed: \(steps) of \(track.app)")
    let comes = track.inFlight?.event == .willEnterForeground || track.inFlight?.event == .didBecomeActive
    require(!track.armed.contains(.comeForward) || comes, "waiting for a slot is not the app's time: \(track.app)")
    require(
      !track.armed.contains(.backgroundTasks) || track.landed == .inBackground && track.openTasks > 0,
      "BX1 the budget runs only in the background, and only while a task is open: \(track.app)")
  }

  mutating func ended(_ record: ExitRecord, because input: Input, _ effects: [Effect], _ lifecycle: Lifecycle) {
    guard let place = place(of: record.process) else { return }
    let app = record.app
    require(input.isEnd && input.process == record.process, "TE3 a record is of the process that ended")
    require(!tracks[place].isDead, "TE3 every process leaves exactly one record")
    require(tracks[place].app == app, "TE3 a record names its app")
    tracks[place].isDead = true
    releaseSlot(place)
    tracks[place].isFrozen = false
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
    case .willTerminate: state != .suspended && state != .notRunning
    case .input, .expireTasks: true
    }
  }
}
