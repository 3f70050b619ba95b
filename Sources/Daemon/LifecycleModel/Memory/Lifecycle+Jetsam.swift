// Chooses the victims: one a look, and no further than the target (ME3, ME4, ME5, ME6, ME7).

extension Lifecycle {
  /// A look is done: the memory that has come back counts, whatever was expected.
  mutating func measured(_ measurement: MemoryMeasurement, _ turn: inout Turn) {
    guard memory.look == .measuring else { return }
    memory.look = .none
    memory.measurement = measurement
    if memory.simulated?.goal?.base == nil { memory.simulated?.goal?.base = measurement.pool }
    learn(measurement.footprints, &turn)
    noteLevel(&turn)
    decide(measurement, &turn)
    planLook(at: turn.now)
  }

  /// ME4: takes the next step toward the target, if there is one to take.
  private mutating func decide(_ measurement: MemoryMeasurement, _ turn: inout Turn) {
    memory.waitUntil = nil
    if memory.missingOfGoal(policy.memory) == 0 { goalIsMet(&turn) }
    guard let demand = memory.demand(policy.memory), !isShuttingDown else {
      memory.isExhausted = false
      memory.pushingOutSince = nil
      memory.waitingSince = nil
      return
    }
    if victimIsInFlight(demand, &turn) { return }
    let untold = untoldFreeing(measurement, at: turn.now)
    let freeing = memory.books.freeing(at: turn.now, within: policy.memory.exit, atOnce: demand.isAtOnce)
    if freeing >= demand.missing || untold >= demand.missing - freeing { return waitForFreeing(untold, at: turn.now) }
    if pushOut(demand, measurement, &turn) { return }
    let reach = demand.level.reach ?? .idle
    let candidates = memory.books.ranking(policy.memory.order, reach: reach, atMost: MemoryDecision.shown)
    let isLastResort = candidates.first.map { $0.band >= .foreground } ?? true
    if isLastResort, untold > 0 || memory.books.someoneIsFreeing(at: turn.now, within: policy.memory.exit) {
      // The one in front goes when nothing else is left, and an app that is on its way out counts as something.
      return waitForFreeing(untold, at: turn.now)
    }
    guard let victim = candidates.first else { return exhaust(demand, &turn) }
    if !demand.isAtOnce, disconnectScenes(of: victim, &turn) { return }
    take(victim, of: candidates, demand, &turn)
  }

  private mutating func goalIsMet(_ turn: inout Turn) {
    if let request = memory.simulated?.goal?.request { turn.emit(.answer(request, .done)) }
    memory.simulated?.goal = nil
  }

  /// Whether somebody has been taken and is not gone. One whom the kernel cannot end in its time is waited for no more.
  private mutating func victimIsInFlight(_ demand: MemoryDemand, _ turn: inout Turn) -> Bool {
    guard let victim = memory.victim, let entry = memory.books[victim] else { return false }
    switch entry.ending {
    case .ordered where demand.isAtOnce:
      update(victim, &turn) { $0.kill($0.order?.silently ?? entry.pressureReason, &$1) }
    case .killed(let at) where at + policy.memory.exit <= turn.now:
      memory.victim = nil
      return false
    case .ordered, .killed, .no:
      break
    }
    memory.waitUntil = memory.books.nextStuck(after: turn.now, within: policy.memory.exit)
    return true
  }

  /// The memory that comes back without an app's exit, as long as that can be believed.
  private mutating func untoldFreeing(_ measurement: MemoryMeasurement, at now: Instant) -> UInt64 {
    guard measurement.freeing > 0 else {
      memory.waitingSince = nil
      return 0
    }
    let since = memory.waitingSince ?? now
    memory.waitingSince = since
    return now < since + policy.memory.exit ? measurement.freeing : 0
  }

  /// The exits of apps tell of themselves; memory that nobody tells of is looked for again.
  private mutating func waitForFreeing(_ untold: UInt64, at now: Instant) {
    let next = untold > 0 ? now + policy.memory.shortestInterval : nil
    let stuck = memory.books.nextStuck(after: now, within: policy.memory.exit)
    memory.waitUntil = [next, stuck].compactMap(\.self).min()
  }

  private mutating func exhaust(_ demand: MemoryDemand, _ turn: inout Turn) {
    giveUpGoal(&turn)
    memory.stall?.isOwed = false
    guard !memory.isExhausted else { return }
    memory.isExhausted = true
    turn.report(.memory(.exhausted(demand.level, missing: demand.missing)))
  }

  // MARK: Pushing out

  /// ME6: the memory of sleeping apps can lie in swap as well, and nobody loses anything; whether there was something
  /// to push out.
  private mutating func pushOut(
    _ demand: MemoryDemand, _ measurement: MemoryMeasurement, _ turn: inout Turn
  ) -> Bool {
    guard measurement.swapFree > 0, !demand.isAtOnce else { return false }
    let since = memory.pushingOutSince ?? turn.now
    guard turn.now.since(since) < policy.memory.pushOut else { return false }
    let candidates = memory.books.pushOutCandidates(policy.memory.order, atMost: MemoryDecision.shown)
    guard let first = candidates.first else { return false }
    memory.pushingOutSince = since
    memory.look = .pushingOut(first.process)
    turn.emit(.memory(.pushOut(first.process)))
    report(.pushOut, candidates, demand, &turn)
    return true
  }

  mutating func pushedOut(_ serial: ProcessSerial, freed: UInt64, _ turn: inout Turn) {
    guard memory.look == .pushingOut(serial) else { return }
    memory.look = .none
    memory.wantsLook = true
    if let app = owners[serial] { turn.report(.memory(.pushedOut(app, freed: freed))) }
    memory.books.change(serial) { $0.isPushedOut = $0.state == .suspended }
  }

  // MARK: Scenes

  /// ME8: an app that runs behind the screen gives up its scenes before it gives up its life; whether there were any to
  /// disconnect. Memory is looked at again when it has had its time for that, whether it is done or not.
  private mutating func disconnectScenes(of victim: JetsamEntry, _ turn: inout Turn) -> Bool {
    switch victim.band {
    case .background, .assertions: break
    case .idle, .suspended, .foreground, .system: return false
    }
    guard let entry = apps[victim.app], let process = entry.process, process.hearsMemoryWarnings else { return false }
    let behind = process.scenes.map(\.session).filter { session in
      entry.closing[session] == nil && device.goal(of: Place(app: victim.app, session: session)) == .background
    }
    guard !behind.isEmpty else { return false }
    for session in behind { apps[victim.app]?.closing[session] = .disconnect }
    turn.report(.notice(victim.app, "memory is short: roostd disconnects the background scenes of \(victim.app)"))
    memory.waitUntil = turn.now + policy.memory.exit
    advance(victim.app, &turn)
    return true
  }

  // MARK: Killing

  /// A sleeping app is killed with no call at all (TE1), one that runs in the background is told first, given time.
  private mutating func take(
    _ victim: JetsamEntry, of candidates: [JetsamEntry], _ demand: MemoryDemand, _ turn: inout Turn
  ) {
    let snapshot = JetsamSnapshot(
      time: turn.now, level: memory.level, victim: victim.process, cause: victim.pressureCause,
      entries: memory.books.entries)
    memory.victim = victim.process
    memory.stall?.isOwed = false
    memory.isExhausted = false
    switch victim.band {
    case .background where !demand.isAtOnce, .assertions where !demand.isAtOnce:
      give(.memory(victim.pressureCause), to: victim.app, &turn)
      report(.terminate(victim.pressureCause), candidates, demand, &turn)
    case .idle, .suspended, .background, .assertions, .foreground, .system:
      update(victim.process, &turn) { $0.kill(victim.pressureReason, &$1) }
      report(.kill(victim.pressureCause), candidates, demand, &turn)
    }
    turn.emit(.memory(.jetsam(snapshot)))
    memory.waitUntil = memory.books.nextStuck(after: turn.now, within: policy.memory.exit)
  }

  /// ME5: nobody else has to be short of memory for it, and nobody waits.
  mutating func killOverLimit(_ serial: ProcessSerial, _ turn: inout Turn) {
    guard let entry = memory.books[serial] else { return }
    if case .killed = entry.ending { return }
    let snapshot = JetsamSnapshot(
      time: turn.now, level: memory.level, victim: serial, cause: .perProcessLimit, entries: memory.books.entries)
    update(serial, &turn) { $0.kill(.jetsam(.perProcessLimit), &$1) }
    turn.emit(.memory(.jetsam(snapshot)))
  }

  /// A process has ended, whyever.
  mutating func memoryIsFree(of serial: ProcessSerial) {
    guard let entry = memory.books[serial] else { return }
    memory.books.remove(serial)
    if memory.books.awake.isEmpty { memory.nextLook = nil }
    // The memory that it held has just come back; the kernel says again if that was not enough.
    if entry.ending != .no { memory.stall?.isOwed = false }
    if memory.victim == serial {
      memory.victim = nil
      memory.wantsLook = true
    }
    if memory.demand(policy.memory) != nil { memory.wantsLook = true }
  }

  private func report(
    _ step: MemoryDecision.Step, _ candidates: [JetsamEntry], _ demand: MemoryDemand, _ turn: inout Turn
  ) {
    let decision = MemoryDecision(level: demand.level, missing: demand.missing, candidates: candidates, step: step)
    turn.report(.memory(.decision(decision)))
  }
}

extension JetsamEntry {
  /// The reason why it goes when there is pressure.
  var pressureCause: JetsamCause {
    if isOverSoftLimit { return .highwater }
    return band == .idle ? .idleExit : .vmPageShortage
  }

  var pressureReason: ExitReason { .jetsam(pressureCause) }
}
