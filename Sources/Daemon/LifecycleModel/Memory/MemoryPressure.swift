// The pressure from every source, and the state of a look at memory.

/// ME1: the pressure on memory, where it comes from and what has to come back.
public struct MemoryPressure: Hashable, Codable, Sendable {
  /// The highest of what the sources say.
  public internal(set) var level = MemoryLevel.normal
  /// Bytes that all apps together may hold; nil: as much as there is.
  public internal(set) var budget: UInt64?
  /// The last look at the whole; nil before the first.
  public internal(set) var measurement: MemoryMeasurement?
  var books = MemoryBooks()
  var simulated: Simulated?
  var stall: Stall?

  /// The step that is under way.
  var look = Look.none
  /// Something has happened since the last look that makes another one necessary.
  var wantsLook = false
  /// The one that was killed, or told to end, for the sake of the others; nil once it is gone.
  var victim: ProcessSerial?
  /// Since when pages are being pushed out (ME6).
  var pushingOutSince: Instant?
  /// The time since which the model waits for memory that no app's exit will tell of.
  var waitingSince: Instant?
  /// That nobody is left to kill has been said.
  var isExhausted = false
  /// When to look at what runs although nothing has happened.
  var nextLook: Instant?
  /// When to look because nobody tells that memory has come back.
  var waitUntil: Instant?
  /// The time that the timer was last armed for.
  var armed: Instant?

  enum Look: Hashable, Codable, Sendable {
    case none, measuring
    case pushingOut(ProcessSerial)
  }

  struct Simulated: Hashable, Codable, Sendable {
    let level: MemoryLevel
    /// Nil when nothing has to come back any more; the level stays until it is taken back.
    var goal: Goal?
  }

  struct Goal: Hashable, Codable, Sendable {
    /// Nil: the default, a share of what there is.
    let free: UInt64?
    /// The request that waits for it.
    let request: RequestID?
    /// The size of the pool when the command came; nil until it is measured.
    var base: UInt64?
  }

  struct Stall: Hashable, Codable, Sendable {
    let level: MemoryLevel
    let until: Instant
    /// Whether this stall has yet to cost somebody.
    var isOwed: Bool
  }

  /// All running and suspended apps, in no order.
  public var entries: [JetsamEntry] { books.entries }
}

/// The memory that has to come back, and the apps that may pay for it.
struct MemoryDemand: Hashable {
  let level: MemoryLevel
  let missing: UInt64
  /// Nobody is to be asked first.
  let isAtOnce: Bool
}

extension MemoryPressure {
  /// The level of all sources together, as of the last look.
  func level(_ policy: MemoryPolicy) -> MemoryLevel {
    max(simulated?.level ?? .normal, stall?.level ?? .normal, budgetLevel(policy))
  }

  private func budgetLevel(_ policy: MemoryPolicy) -> MemoryLevel {
    guard let budget, let pool = measurement?.pool else { return .normal }
    return policy.level(pool: pool, budget: budget)
  }

  /// ME4: what is still missing; nil when every target is met. Only sources whose target is not met say who may pay.
  func demand(_ policy: MemoryPolicy) -> MemoryDemand? {
    let demands = [simulatedDemand(policy), stallDemand, budgetDemand(policy)].compactMap(\.self)
    guard let level = demands.map(\.level).max(), let missing = demands.map(\.missing).max() else { return nil }
    return MemoryDemand(level: level, missing: missing, isAtOnce: demands.contains(where: \.isAtOnce))
  }

  /// A person plays pressure: nothing burns, and everybody has their time.
  private func simulatedDemand(_ policy: MemoryPolicy) -> MemoryDemand? {
    guard let simulated, let missing = missingOfGoal(policy), missing > 0 else { return nil }
    return MemoryDemand(level: simulated.level, missing: missing, isAtOnce: false)
  }

  /// Bytes that the simulated pressure still waits for; nil when it waits for none.
  func missingOfGoal(_ policy: MemoryPolicy) -> UInt64? {
    guard let goal = simulated?.goal, let measurement else { return nil }
    let wanted = goal.free ?? MemoryPolicy.share(policy.urgentRoom, of: budget ?? measurement.total)
    let base = goal.base ?? measurement.pool
    let freed = base > measurement.pool ? base - measurement.pool : 0
    return wanted > freed ? wanted - freed : 0
  }

  /// The kernel itself looks again, and says so when one was not enough. An app that would run willTerminate stalls
  /// with everybody else.
  private var stallDemand: MemoryDemand? {
    guard let stall, stall.isOwed, stall.level >= .urgent else { return nil }
    return MemoryDemand(level: stall.level, missing: 1, isAtOnce: stall.level == .critical)
  }

  /// Those behind the screen have their time as long as nobody fills what is not there.
  private func budgetDemand(_ policy: MemoryPolicy) -> MemoryDemand? {
    guard let budget, let pool = measurement?.pool else { return nil }
    let level = policy.level(pool: pool, budget: budget)
    guard level >= .urgent else { return nil }
    let target = budget - MemoryPolicy.share(policy.urgentRoom, of: budget)
    let isAtOnce = pool > budget && pool - budget > MemoryPolicy.share(policy.graceRoom, of: budget)
    return MemoryDemand(level: level, missing: pool - target, isAtOnce: isAtOnce)
  }
}
