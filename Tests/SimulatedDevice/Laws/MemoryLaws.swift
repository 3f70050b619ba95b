// The laws of memory, which hold in every case. Checked against inputs and effects, with books of their own.

import LifecycleModel

struct MemoryLaws {
  private(set) var broken: String?
  let policy: Policy
  /// The requests to the kernel that it has not answered, the oldest first.
  private(set) var pending: [MemoryEffect] = []
  var timer: Instant?
  /// Every look that was asked for.
  private(set) var looks: [[ProcessSerial]] = []
  private(set) var snapshots: [JetsamSnapshot] = []
  private var apps: [AppID: AppDescription] = [:]
  /// All that live.
  private var alive: [ProcessSerial: AppID] = [:]
  /// The footprints that the model was told.
  private var known: [ProcessSerial: UInt64] = [:]
  /// Those whose footprint is known since they went to sleep.
  private var asleep: Set<ProcessSerial> = []
  private var killed: [ProcessSerial: Instant] = [:]
  /// The process that was taken for the sake of others, and lives.
  private var victim: ProcessSerial?
  private var owedWarnings: Set<AppID> = []
  private(set) var measured: MemoryMeasurement?
  private(set) var budget: UInt64?
  private(set) var goal: Goal?
  private var stall: MemoryLevel?

  /// The goal that a simulated pressure waits for.
  struct Goal {
    let level: MemoryLevel
    let free: UInt64?
    let request: RequestID
    var base: UInt64?
  }

  init(policy: Policy) { self.policy = policy }

  mutating func `break`(_ law: String) {
    if broken == nil { broken = law }
  }

  private mutating func require(_ holds: Bool, _ law: @autoclosure () -> String) {
    if !holds, broken == nil { broken = law() }
  }

  mutating func takePending() -> MemoryEffect? { pending.isEmpty ? nil : pending.removeFirst() }

  mutating func observe(_ input: Input, _ effects: [Effect], at now: Instant, _ laws: Laws) {
    hear(input)
    var decision: MemoryDecision?
    for effect in effects {
      switch effect {
      case .spawn(let serial, let app, _): alive[serial] = app
      case .kill(let serial): killed[serial] = now
      case .answer(goal?.request, _): goal = nil
      case .report(.memory(.level(let from, let to))):
        if to > from { owedWarnings.formUnion(alive.values) }
      case .report(.memory(.decision(let made))): decision = made
      case .report(.state(let app, _, .suspended)): owedWarnings.remove(app)
      case .report(.state(let app, .suspended, _)): asleep = asleep.filter { alive[$0] != app }
      case .send(let serial, _, .aside(.memoryWarning)):
        let app = alive[serial] ?? AppID("nobody")
        let isOver = apps[app]?.memory.softLimit.map { known[serial, default: 0] > $0 } ?? false
        require(owedWarnings.remove(app) != nil || isOver, "ME2 \(app) is warned once a rise")
      case .arm(.memory, let at): timer = at
      case .memory(let effect): take(effect, decision, at: now, laws)
      case .store(.record(let record)): ended(record, laws)
      default: break
      }
    }
  }

  private mutating func hear(_ input: Input) {
    switch input {
    case .installed(let app): apps[app.id] = app
    case .kernel(let serial, .froze(let holdings)):
      guard let bytes = holdings.footprint else { break }
      known[serial] = bytes
      asleep.insert(serial)
    case .kernel(let serial, .inspected(let holdings)):
      if alive[serial] != nil, let bytes = holdings.footprint { known[serial] = bytes }
    case .wish(.memory(.pressure(let level, let free)), let request):
      goal = level >= .urgent ? Goal(level: level, free: free, request: request.id) : nil
    case .wish(.memory(.budget(let bytes)), _): if bytes != 0 { budget = bytes }
    case .memory(.stalled(let level)): if level >= .urgent { stall = max(stall ?? level, level) }
    case .wish(.memory(.warn(let app)), _): owedWarnings.formUnion(app.map { [$0] } ?? Array(alive.values))
    case .memory(.measured(let measurement)):
      measured = measurement
      known.merge(measurement.footprints) { $1 }
      if goal?.base == nil { goal?.base = measurement.pool }
    default: break
    }
  }

  private mutating func take(_ effect: MemoryEffect, _ decision: MemoryDecision?, at now: Instant, _ laws: Laws) {
    switch effect {
    case .measure(let serials):
      require(pending.isEmpty, "one look at a time")
      require(asleep.isDisjoint(with: serials), "a suspended app cannot grow, and is not looked at again")
      looks.append(serials)
      pending.append(effect)
    case .pushOut(let serial):
      require(pending.isEmpty, "one look at a time")
      require(alive[serial].map { laws.states[$0] == .suspended } ?? false, "ME6 only what sleeps is pushed out")
      require(!snapshots.contains { $0.victim == serial }, "ME6 who is killed is not pushed out")
      require(measured.map { $0.swapFree > 0 } ?? false, "ME6 nothing is pushed out where no swap is")
      require(victim == nil || killed[victim!].map { $0 + policy.memory.exit <= now } ?? false, "ME4 one at a time")
      pending.append(effect)
    case .jetsam(let snapshot):
      let isSecond = snapshots.contains { $0.victim == snapshot.victim && $0.cause == snapshot.cause }
      require(!isSecond, "ME7 one event a kill")
      check(snapshot)
      if snapshot.cause == .perProcessLimit {
        let limit = alive[snapshot.victim].flatMap { apps[$0]?.memory.hardLimit } ?? .max
        require(known[snapshot.victim, default: 0] > limit, "ME5 only who is over the hard limit is killed for it")
        require(killed[snapshot.victim] == now, "ME5 at once")
      } else {
        check(snapshot, decision, at: now, laws)
        victim = snapshot.victim
        stall = nil
      }
      snapshots.append(snapshot)
    }
  }

  /// ME7: it has all apps, and of each what was measured.
  private mutating func check(_ snapshot: JetsamSnapshot) {
    require(Set(snapshot.entries.map(\.process)) == Set(alive.keys), "ME7 an event has all apps")
    for entry in snapshot.entries {
      require(entry.footprint == known[entry.process, default: 0], "ME7 footprints are what was measured: \(entry.app)")
    }
    let sizes = snapshot.entries.map(\.footprint)
    require(snapshot.largest?.footprint == sizes.max(), "ME7 the largest is the largest")
  }

  private mutating func check(
    _ snapshot: JetsamSnapshot, _ decision: MemoryDecision?, at now: Instant, _ laws: Laws
  ) {
    guard let decision, let taken = decision.candidates.first, let demand = demand else {
      return self.break("ME4 nobody is killed whose memory nobody needs: \(snapshot.victim)")
    }
    require(taken.process == snapshot.victim, "ME3 the victim is the first of those in line")
    let stuck = victim.flatMap { killed[$0] }.map { $0 + policy.memory.exit <= now } ?? false
    require(victim == nil || stuck, "ME4 one victim at a time")
    require(decision.level >= .urgent && decision.level <= demand.level, "ME1 at \(decision.level) nobody is killed")
    for (first, second) in zip(decision.candidates, decision.candidates.dropFirst()) {
      require(goesBefore(first, second), "ME3 in order: \(first.app) before \(second.app)")
    }
    let others = snapshot.entries.filter { entry in
      entry.process != taken.process && killed[entry.process] == nil && !laws.isEnding(entry.process)
        && goesBefore(entry, taken)
    }
    require(others.isEmpty, "ME3 nobody goes before the first in order: \(others.map(\.app))")
    require(taken.band != .system, "ME3 agents of the system are not killed for others")
    let isAtOnce = demand.isAtOnce
    switch (taken.band, decision.step) {
    case (_, .pushOut): self.break("ME6 pushing out kills nobody")
    case (.background, .kill), (.assertions, .kill): require(isAtOnce, "ME3 who runs behind the screen is told first")
    case (.background, .terminate), (.assertions, .terminate): break
    case (_, .terminate): self.break("ME3 only who runs behind the screen is told first")
    case (_, .kill): require(killed[taken.process] == now, "ME3 killed at once")
    }
    guard taken.band > .suspended else { return }
    require(decision.level == .critical, "ME3 at \(decision.level) only who sleeps is killed")
    guard taken.band == .foreground else { return }
    let left = snapshot.entries.filter { entry in
      let isGone = killed[entry.process].map { $0 + policy.memory.exit <= now } ?? false
      return entry.process != taken.process && entry.band < .foreground && !isGone
    }
    require(left.isEmpty, "ME3 the app in front goes when nothing else is left: \(left.map(\.app))")
  }

  private func goesBefore(_ first: JetsamEntry, _ second: JetsamEntry) -> Bool {
    if first.band != second.band { return first.band.rawValue < second.band.rawValue }
    let bySize = first.footprint == second.footprint ? nil : first.footprint > second.footprint
    let byUse = first.lastUsed == second.lastUsed ? nil : first.lastUsed < second.lastUsed
    let keys =
      switch policy.memory.order {
      case .largestFirst: [bySize, byUse]
      case .leastRecentlyUsedFirst: [byUse, bySize]
      }
    return keys.compactMap(\.self).first ?? (first.process.number < second.process.number)
  }

  private mutating func ended(_ record: ExitRecord, _ laws: Laws) {
    let serial = record.process
    let causes = snapshots.filter { $0.victim == serial }.map(\.cause)
    if case .jetsam(let cause) = record.reason {
      require(causes.contains(cause), "ME7 every kill for memory leaves an event, and the record its reason")
    } else if let last = snapshots.last(where: { $0.victim == serial }), killed[serial] == last.time {
      self.break("TE3 who was killed for memory has it in the record: \(record.app), \(record.reason)")
    }
    if killed[serial] != nil || laws.isEnding(serial) { stall = nil }
    alive[serial] = nil
    known[serial] = nil
    killed[serial] = nil
    asleep.remove(serial)
    owedWarnings.remove(record.app)
    if victim == serial { victim = nil }
  }
}

extension MemoryLaws {
  /// The demand by the last measurement; nil when every target is met.
  var demand: (level: MemoryLevel, isAtOnce: Bool)? {
    guard let measured else { return nil }
    var demands: [(level: MemoryLevel, isAtOnce: Bool)] = []
    if let goal {
      let wanted = goal.free ?? twentieth(of: budget ?? measured.total)
      let base = goal.base ?? measured.pool
      let freed = base - min(base, measured.pool)
      if freed < wanted { demands.append((goal.level, false)) }
    }
    if let stall { demands.append((stall, stall == .critical)) }
    if let budget, measured.pool > budget - twentieth(of: budget) {
      let isFarOver = measured.pool > budget && measured.pool - budget > twentieth(of: budget)
      demands.append((measured.pool > budget ? .critical : .urgent, isFarOver))
    }
    guard let level = demands.map(\.level).max() else { return nil }
    return (level, demands.contains { $0.isAtOnce })
  }

  /// Rounded up: the room that the urgent level wants to be left, and how far over the budget nobody has time.
  private func twentieth(of bytes: UInt64) -> UInt64 { bytes / 20 + (bytes % 20 == 0 ? 0 : 1) }

  /// Checks the rules that hold when everybody has behaved and nothing is pending any more.
  mutating func checkQuiet(_ lifecycle: Lifecycle) {
    if !pending.isEmpty { self.break("nothing is left unanswered") }
    let entries = lifecycle.memory.entries
    if lifecycle.isAsleep, timer != nil { self.break("nobody is looked at while everybody sleeps") }
    let living = Set(lifecycle.apps.values.compactMap { $0.process?.serial })
    if Set(entries.map(\.process)) != living { self.break("the books have all that live, and nobody else") }
    guard let budget, let pool = measured?.pool, pool > budget - twentieth(of: budget) else { return }
    let reach: MemoryBand = pool > budget ? .foreground : .suspended
    let left = entries.filter { $0.band <= reach }
    let names = left.map(\.app)
    if !left.isEmpty { self.break("ME4 killing goes on until the target is met: \(names) at \(pool) of \(budget)") }
  }
}

extension Laws {
  /// Whether it was told to end, by whomever.
  fileprivate func isEnding(_ serial: ProcessSerial) -> Bool { place(of: serial).map { tracks[$0].isEnding } ?? false }
}

extension Lifecycle {
  /// Whether no app runs.
  var isAsleep: Bool { apps.values.allSatisfy { $0.state == .suspended || $0.state == .notRunning } }
}
