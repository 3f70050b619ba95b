// The invariants: what must hold whatever happens. They are checked against inputs and effects alone, with books of
// their own, so that a mistake in the model's books cannot hide itself.

import LifecycleModel

struct Laws {
  /// The first law that was broken.
  private(set) var broken: String?
  let policy: Policy
  var tracks: [Track] = []
  var places: [ProcessSerial: Int] = [:]
  /// The state that every app was last reported to be in; none is not running.
  var states: [AppID: AppState] = [:]
  /// By request number, counted from one.
  var asked: [Asked] = []
  /// Apps that were asked to the front and not sent away since.
  var invited: Set<AppID> = []
  /// Apps that were launched while they were being torn down, and where to.
  var relaunches: [AppID: Placement] = [:]
  var removed: Set<AppID> = []
  var isShuttingDown = false
  var isLocked = false
  /// The facts of the device (NQ).
  var facts = KnownFacts()
  /// The things that were to be opened, by the number in them.
  var openings: [Int: OpeningTrack] = [:]
  /// The state that each scene was told to be restored from.
  var memories: [Place: SessionMemory] = [:]
  /// Sessions that are gone and that their app has not been told of (SC3).
  var discarded: [AppID: Set<SessionID>] = [:]
  /// Scenes that the user does not want any more, and those that their app does not (SC4).
  var doomed: Set<Place> = []
  var givenUp: Set<Place> = []

  var descriptions: [AppID: AppDescription] = [:]
  /// BX5: swiped away, and not opened since.
  var forceQuit: Set<AppID> = []
  var owed: [AppID: [OwedWake]] = [:]
  /// The user returned, or processing was told after that: now it must have been stopped (BX4).
  var mayBeLate = false
  /// The wake that the app has just finished.
  var finished: Wake?
  /// By identifier, by app (BX4).
  var scheduled: [AppID: [String: TaskRequest]] = [:]
  var dropped: [(app: AppID, task: TaskRequest)] = []
  /// The planned work that has begun by itself (BX7), and what a developer has just begun (BX8).
  var begun: [AppID: [TaskStart]] = [:]
  var forced: ForcedTask?
  var hasPasscode: Bool
  var keys = KeyBook.open
  var now = Instant(nanoseconds: 0)
  /// A process is taken up, in whatever state it is.
  var isAdopting = false
  var device: Device
  /// As it was when the input was heard.
  var deviceBefore: Device

  struct Asked {
    let input: Input
    let wait: Bool
    var answers = 0
  }

  init(policy: Policy) {
    self.policy = policy
    hasPasscode = policy.hasPasscode
    device = Lifecycle(policy: policy).device
    deviceBefore = device
  }

  mutating func `break`(_ law: String) {
    if broken == nil { broken = law }
  }

  mutating func require(_ holds: Bool, _ law: @autoclosure () -> String) {
    if !holds, broken == nil { broken = law() }
  }

  mutating func observe(_ input: Input, _ effects: [Effect], at now: Instant, _ lifecycle: Lifecycle) {
    let subject = input.process
    // The device as it was when the input was heard.
    let (offence, before) = (offence(input, device), keys)
    (self.now, deviceBefore, device, finished) = (now, device, lifecycle.device, nil)
    let wasEnding = subject.flatMap(place(of:)).map { tracks[$0].isEnding } ?? false
    isAdopting = beginsAdoption(input)
    if let subject {
      guard let place = place(of: subject) else { return }
      if tracks[place].isDead {
        require(effects.isEmpty, "what is heard of a dead process changes nothing")
        return
      }
      tracks[place].pass(to: now)
      hear(input, place)
    }
    if let request = input.request { asked.append(Asked(input: input, wait: request.answer == .whenDone)) }
    wish(input, effects, lifecycle)
    hearOfKeys(input)
    if input.changesFacts { for place in tracks.indices { tracks[place].noticed = [] } }

    var recorded: ExitRecord?
    for effect in effects {
      if let serial = effect.process, let place = place(of: serial) {
        tracks[place].pass(to: now)
        require(!tracks[place].isDead || effect.isDisarm, "nothing is done to a dead process: \(effect)")
      }
      switch effect {
      case .spawn(let serial, let app, let launch): spawned(serial, app, launch, now)
      case .send(let serial, let sequence, let event): send(serial, sequence, event)
      case .reply(let serial, let id, let answer), .replyWhenStored(let serial, let id, let answer):
        reply(serial, id, answer)
      case .keys(.give(let serial, let id, _, let kind)):
        gaveKey(kind)
        reply(serial, id, nil)
      case .keys(.givePublic(let serial, let id, _)): reply(serial, id, nil)
      case .store(.keepSession(let app, let session)): kept(app, session)
      case .store(.discardSession(let app, let session)): self.discarded(app, session)
      case .store(.discardsReported(let app)):
        require(self.discarded[app, default: []].isEmpty, "SC3 all of \(app)'s are told")
      case .freeze(let serial): freeze(serial)
      case .thaw(let serial): thaw(serial)
      case .kill(let serial): kill(serial, because: input)
      case .arm(.step(let serial, let step), let due): armed(serial, step, due)
      case .answer(let request, let outcome): answered(request, outcome, recorded)
      case .store(.record(let record)):
        require(recorded == nil, "one exit leaves one record")
        recorded = record
        ended(record, because: input, effects, lifecycle)
      case .memory(.jetsam(let snapshot)): if let place = place(of: snapshot.victim) { tracks[place].isEnding = true }
      case .report(.state(let app, let from, let to)): changed(app, from, to)
      case .store(.keepTask(let app, let task)): keptTask(app, task)
      case .store(.dropTask(let app, let identifier)): droppedTask(app, identifier)
      case .arm(.tasks, let due): armedTasks(due)
      case .arm(.keys, let due): armedKeys(due)
      case .keys(.discard): discardedKeys(because: input)
      case .unseal, .inspect, .sampleCPU, .keepPicture, .forgetPicture, .eraseData, .keys(.open), .store(.keepFact),
        .store(.keepNotifications), .arm(.notifications, _), .arm(.memory, _), .arm(.transfers, _),
        .store(.keepTransfer), .store(.dropTransfer), .transfers, .memory, .report, .shutdownComplete:
        break
      }
    }
    settleDrops()
    checkWakes()
    checkKeys(input, effects, before: before)
    if let place = subject.flatMap(place(of:)) { checkLimits(input, place, offence: offence, wasEnding: wasEnding) }
    for effect in effects { if let serial = effect.process { checkRest(serial) } }
    if let subject { checkRest(subject) }
    if input.isEnd { require(recorded != nil, "every end of every process leaves a record") }
    checkState(of: subject, effects, lifecycle)
    checkPrompts(lifecycle)
    checkFront()
  }

  func place(of serial: ProcessSerial) -> Int? { places[serial] }

  // MARK: States

  private mutating func changed(_ app: AppID, _ from: AppState, _ to: AppState) {
    let before = states[app] ?? .notRunning
    require(from == before, "state reports chain: \(app) was \(before) and is reported to leave \(from)")
    states[app] = to
    if to == .active, let place = living(app), !tracks[place].isEnding { forceQuit.remove(app) }
    if isAdopting { return }
    switch (from, to) {
    case (.notRunning, .inactive), (.notRunning, .background), (.inactive, .active), (.inactive, .background),
      (.active, .inactive), (.background, .inactive), (.background, .suspended), (.suspended, .background),
      (.inactive, .notRunning), (.active, .notRunning), (.background, .notRunning), (.suspended, .notRunning):
      break
    case (.notRunning, _), (.inactive, _), (.active, _), (.background, _), (.suspended, _):
      self.break("ST4 between active and background lies inactive: \(app) went from \(from) to \(to)")
    }
    if to == .active {
      let active = states.values.count { $0 == .active }
      let slots = policy.foregroundSlots
      require(active <= slots, "ST5 \(active) apps are active on \(slots) slots")
    }
  }

  private mutating func checkState(of subject: ProcessSerial?, _ effects: [Effect], _ lifecycle: Lifecycle) {
    for effect in effects {
      if case .report(.state(let app, _, _)) = effect { checkState(of: app, lifecycle) }
    }
    if let subject, let place = place(of: subject) { checkState(of: tracks[place].app, lifecycle) }
  }

  mutating func checkState(of app: AppID, _ lifecycle: Lifecycle) {
    let (said, held) = (states[app] ?? .notRunning, lifecycle.apps[app]?.state ?? .notRunning)
    require(said == held, "what was reported is what is: \(app) was reported \(said) and is \(held)")
    if let sessions = lifecycle.apps[app]?.estate.sessions { check(sessions, of: app) }
  }
}
