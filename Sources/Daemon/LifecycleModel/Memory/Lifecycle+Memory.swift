// Pressure on memory as it comes and goes, whom it warns, and when memory is looked at (ME1, ME2).

extension Lifecycle {
  mutating func take(_ input: MemoryInput, _ turn: inout Turn) {
    switch input {
    case .stalled(let level): stalled(level, &turn)
    case .measured(let measurement): measured(measurement, &turn)
    case .pushedOut(let serial, let freed): pushedOut(serial, freed: freed, &turn)
    }
  }

  mutating func take(_ wish: MemoryWish, _ request: Request, _ turn: inout Turn) {
    switch wish {
    case .pressure(let level, let free): simulate(level, free: free, request, &turn)
    case .warn(let app): warn(app, request, &turn)
    case .budget(let bytes): setBudget(bytes, request, &turn)
    }
  }

  // MARK: Sources

  /// A new command takes the place of the one before it; `normal` ends it.
  private mutating func simulate(_ level: MemoryLevel, free: UInt64?, _ request: Request, _ turn: inout Turn) {
    guard !isShuttingDown else { return refuse(request, .shuttingDown, &turn) }
    giveUpGoal(&turn)
    switch level {
    case .normal:
      memory.simulated = nil
      noteLevel(&turn)
      turn.emit(.answer(request.id, .done))
    case .warning:
      memory.simulated = MemoryPressure.Simulated(level: level)
      noteLevel(answering: request, &turn)
    case .urgent, .critical:
      let waits = request.answer == .whenDone
      if !waits { turn.emit(.answer(request.id, .done)) }
      let goal = MemoryPressure.Goal(free: free, request: waits ? request.id : nil)
      memory.simulated = MemoryPressure.Simulated(level: level, goal: goal)
      memory.wantsLook = true
      noteLevel(&turn)
    }
  }

  /// Somebody who waited for memory to come back waits no more.
  mutating func giveUpGoal(_ turn: inout Turn) {
    guard let simulated = memory.simulated, let goal = simulated.goal else { return }
    let missing = memory.missingOfGoal(policy.memory) ?? goal.free ?? 0
    memory.simulated?.goal = nil
    guard let request = goal.request else { return }
    turn.emit(.answer(request, .refused(.notFreed(missing: missing, simulated.level))))
  }

  private mutating func setBudget(_ bytes: UInt64?, _ request: Request, _ turn: inout Turn) {
    guard bytes != 0 else { return refuse(request, .emptyBudget, &turn) }
    memory.budget = bytes
    memory.wantsLook = true
    noteLevel(&turn)
    turn.emit(.answer(request.id, .done))
  }

  private mutating func stalled(_ level: MemoryLevel, _ turn: inout Turn) {
    // The trigger of a lesser level fires as well.
    if let stall = memory.stall, stall.level > level { return }
    memory.stall = MemoryPressure.Stall(level: level, until: turn.now + policy.memory.stall, isOwed: level >= .urgent)
    if level >= .urgent { memory.wantsLook = true }
    noteLevel(&turn)
  }

  // MARK: Levels and warnings

  /// Takes in what the sources report now. ME2: apps are warned once every time the level rises.
  mutating func noteLevel(answering request: Request? = nil, _ turn: inout Turn) {
    let (before, after) = (memory.level, memory.level(policy.memory))
    memory.level = after
    if after != before { turn.report(.memory(.level(from: before, to: after))) }
    warn(after > before ? memory.books.awake.compactMap { owners[$0] }.sorted() : [], answering: request, &turn)
  }

  private mutating func warn(_ app: AppID?, _ request: Request, _ turn: inout Turn) {
    guard let app else {
      return warn(memory.books.awake.compactMap { owners[$0] }.sorted(), answering: request, &turn)
    }
    guard let entry = apps[app] else { return refuse(request, .unknownApp(app), &turn) }
    guard let process = entry.process, !process.isEnding else { return refuse(request, .notRunning(app), &turn) }
    guard process.hearsMemoryWarnings else { return refuse(request, .asleep(app), &turn) }
    warn([app], answering: request, &turn)
  }

  private mutating func warn(_ apps: [AppID], answering request: Request?, _ turn: inout Turn) {
    let hearing = apps.filter { self.apps[$0]?.process?.hearsMemoryWarnings ?? false }
    if let request { accept(request, waitFor: hearing, until: .settledOrEnded, &turn) }
    for app in hearing { self.apps[app]?.process?.told.oweMemoryWarning() }
    advance(hearing, &turn)
  }

  // MARK: Footprints

  /// Books the memory that apps hold now, all of it before any app has to answer for it.
  mutating func learn(_ footprints: [ProcessSerial: UInt64], _ turn: inout Turn) {
    let serials = footprints.keys.sorted { $0.number < $1.number }
    var overSoftLimit: [ProcessSerial] = []
    for serial in serials {
      guard let footprint = footprints[serial], let limit = limits(of: serial) else { continue }
      let isOver = limit.softLimit.map { footprint > $0 } ?? false
      if isOver, memory.books[serial]?.isOverSoftLimit == false { overSoftLimit.append(serial) }
      memory.books.change(serial) {
        $0.footprint = footprint
        $0.isOverSoftLimit = isOver
        $0.isMeasured = $0.isAsleep
      }
    }
    for serial in serials {
      guard let footprint = footprints[serial], let limit = limits(of: serial)?.hardLimit else { continue }
      if footprint > limit { killOverLimit(serial, &turn) }
    }
    // ME5: once, until it has been under it again.
    warn(overSoftLimit.compactMap { owners[$0] }, answering: nil, &turn)
  }

  private func limits(of serial: ProcessSerial) -> MemoryTraits? {
    owners[serial].flatMap { apps[$0]?.description.memory }
  }

  /// Books one app's state, and what may come of it. It costs the same however many apps there are.
  mutating func keepMemoryBooks(of app: AppID, _ turn: inout Turn) {
    guard let process = apps[app]?.process else { return }
    let serial = process.serial
    if memory.books[serial] == nil {
      memory.books.add(
        JetsamEntry(app: app, process: serial, state: process.state, band: .background, lastUsed: turn.now))
    }
    let before = memory.books[serial]
    let isInFront = process.state == .active || process.state == .inactive || device.goal(of: app) != .background
    let isSystem = apps[app]?.description.memory.isSystem ?? false
    memory.books.change(serial) { $0.book(process, isInFront: isInFront, isSystem: isSystem, at: turn.now) }
    guard let before, let after = memory.books[serial], before.band != after.band else { return }
    if !after.isAsleep {
      lookSooner(for: after, at: turn.now)
    } else if memory.books.awake.isEmpty {
      // Nothing grows any more.
      memory.nextLook = nil
    }
    // There may be somebody to take now.
    if after.band < before.band, memory.demand(policy.memory) != nil { memory.wantsLook = true }
  }

  // MARK: When to look

  /// The model looks at a running app again before it can have grown much.
  mutating func planLook(at now: Instant) {
    memory.nextLook = nil
    for serial in memory.books.awake { if let entry = memory.books[serial] { lookSooner(for: entry, at: now) } }
  }

  private mutating func lookSooner(for entry: JetsamEntry, at now: Instant) {
    let pool = memory.measurement?.pool ?? 0
    let ofBudget = memory.budget.flatMap { policy.memory.headroom(pool: pool, budget: $0) }
    let ofLimits = apps[entry.app]?.description.memory.headroom(footprint: entry.footprint)
    guard let headroom = [ofBudget, ofLimits].compactMap(\.self).min() else { return }
    let next = now + policy.memory.interval(headroom: headroom)
    memory.nextLook = min(memory.nextLook ?? next, next)
  }

  mutating func memoryIsDue(_ turn: inout Turn) {
    memory.armed = nil
    if let next = memory.nextLook, next <= turn.now {
      memory.nextLook = nil
      memory.wantsLook = true
    }
    if let until = memory.waitUntil, until <= turn.now {
      memory.waitUntil = nil
      memory.wantsLook = true
    }
    if let stall = memory.stall, stall.until <= turn.now {
      memory.stall = nil
      noteLevel(&turn)
    }
  }

  /// The end of every input: looks at memory if something made it necessary, and arms the clock for the next look.
  mutating func settleMemory(_ turn: inout Turn) {
    if isShuttingDown {
      giveUpGoal(&turn)
      memory.wantsLook = false
    }
    if memory.wantsLook, memory.look == .none {
      memory.wantsLook = false
      memory.look = .measuring
      turn.emit(.memory(.measure(memory.books.changing)))
    }
    let due = isShuttingDown ? nil : [memory.nextLook, memory.waitUntil, memory.stall?.until].compactMap(\.self).min()
    if due != memory.armed {
      memory.armed = due
      turn.emit(.arm(.memory, at: due))
    }
  }
}

extension AppProcess {
  /// ME2: whether a warning would reach it; nothing is written to what sleeps or is about to.
  var hearsMemoryWarnings: Bool {
    guard !isEnding else { return false }
    switch phase {
    case .freezing, .resting(.suspended), .leaving, .killed: return false
    case .calling(.terminate, _, _): return false
    case .greeting, .launching, .resting, .calling: return true
    }
  }
}

extension JetsamEntry {
  init(app: AppID, process: ProcessSerial, state: AppState, band: MemoryBand, lastUsed: Instant) {
    self.app = app
    self.process = process
    self.state = state
    self.band = band
    self.lastUsed = lastUsed
  }

  /// ME3: what the process is now.
  mutating func book(_ process: AppProcess, isInFront: Bool, isSystem: Bool, at now: Instant) {
    if isInFront { wasInFront = true }
    if band == .foreground || isInFront { lastUsed = now }
    pid = process.pid
    state = process.state
    band = MemoryBand(process, isInFront: isInFront, wasInFront: wasInFront, isSystem: isSystem)
    if !isAsleep {
      isMeasured = false
      isPushedOut = false
    }
    switch (process.phase, ending) {
    case (.killed, .killed): break
    case (.killed, _): ending = .killed(at: now)
    case (.greeting, _), (.launching, _), (.resting, _), (.calling, _), (.freezing, _), (.leaving, _):
      ending = process.isEnding ? .ordered : .no
    }
  }
}

extension MemoryBand {
  init(_ process: AppProcess, isInFront: Bool, wasInFront: Bool, isSystem: Bool) {
    if isSystem {
      self = .system
    } else if process.state == .suspended {
      self = wasInFront ? .suspended : .idle
    } else if isInFront {
      self = .foreground
    } else {
      self = process.wakefulness.isHeld ? .assertions : .background
    }
  }
}
