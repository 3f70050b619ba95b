// A random life of a device whose memory is short, as a value: made from a seed, played, shrunk and printed.

import LifecycleModel

enum MemoryMove {
  /// A move that can happen to any device.
  case device(Move)
  case pressure(MemoryLevel, free: UInt64?)
  case warn(app: Int?)
  case budget(UInt64?)
  case stall(MemoryLevel)
  /// The app holds so much from now on.
  case grow(app: Int, to: UInt64)
  /// The app has a child, which outlives it.
  case fork(app: Int, holding: UInt64)
  case endOrphans
  /// The kernel answers one look.
  case answer
  case pass(milliseconds: Int)
  /// An input that nobody asked for, or for a process that is gone.
  case haunt
}

struct MemorySchedule {
  let seed: UInt64
  var policy: Policy
  var apps: [AppDescription]
  var swap: UInt64
  var moves: [MemoryMove]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    self.seed = seed
    var limit: Duration { .milliseconds(500 * (1 + random.below(4))) }
    policy = Policy(
      launch: limit, comeForward: limit, leave: limit, terminate: limit, backgroundTasks: limit, expiration: limit,
      foregroundSlots: 1 + random.below(2))
    policy.freezeRetry = limit
    policy.memory.order = random.below(3) == 0 ? .leastRecentlyUsedFirst : .largestFirst
    policy.memory.shortestInterval = .milliseconds(200)
    swap = random.below(3) == 0 ? UInt64(random.below(200)) * MiB : 0
    let count = 2 + random.below(5)
    apps = (0..<count).map { number in
      let soft = random.below(4) == 0 ? UInt64(30 + random.below(60)) * MiB : nil
      let hard = random.below(4) == 0 ? UInt64(60 + random.below(60)) * MiB : nil
      return AppDescription(
        id: AppID("app\(number)"), style: random.below(3) == 0 ? .scene : .app, exitsOnSuspend: random.below(8) == 0,
        schemes: ["app\(number)"],
        memory: MemoryTraits(softLimit: soft, hardLimit: hard, isSystem: random.below(8) == 0))
    }
    moves = []
    for app in 0..<count where random.below(4) > 0 {
      moves += [.device(.wish(.launch, app: app, wait: true)), .device(.play(app: app))]
      moves.append(.grow(app: app, to: UInt64(10 + random.below(90)) * MiB))
      if random.below(3) == 0 { moves.append(.device(.deed(.beginTask, app: app))) }
    }
    for _ in 0..<(10 + random.below(50)) { moves.append(Self.move(&random, apps: count)) }
    if seed % 32 == 0 { moves.insert(.device(.takeTwin), at: random.below(moves.count)) }
  }

  private static func move(_ random: inout SeededGenerator, apps: Int) -> MemoryMove {
    let app = random.below(apps)
    func bytes(_ random: inout SeededGenerator) -> UInt64 { UInt64(5 + random.below(150)) * MiB }
    switch random.below(100) {
    case 0..<10: return .device(.wish(.launch, app: app, wait: true))
    case 10..<14: return .device(.wish(.launchInBackground, app: app, wait: true))
    case 14..<20: return .device(.wish(.home, app: app, wait: true))
    case 20..<22: return .device(.wish(random.below(2) == 0 ? .lock : .unlock, app: app, wait: true))
    case 22..<25: return .device(.wish(random.below(2) == 0 ? .quit : .terminate, app: app, wait: true))
    case 25..<26: return .device(.wish(.shutdown, app: app, wait: true))
    case 26..<45: return .device(.play(app: app))
    case 45..<48: return .device(.deed(random.below(2) == 0 ? .beginTask : .endTask, app: app))
    case 48..<51: return .device(.deed(.exit, app: app))
    case 51..<53: return .device(.deed(.fallSilent, app: app))
    case 53..<55: return .device(.deed(random.below(2) == 0 ? .failToFreeze : .resume, app: app))
    case 55..<60: return .grow(app: app, to: bytes(&random))
    case 60..<63: return .fork(app: app, holding: bytes(&random) / 4)
    case 63..<66: return .endOrphans
    case 66..<80: return .answer
    case 80..<84: return .pressure(level(&random), free: random.below(4) == 0 ? nil : bytes(&random))
    case 84..<88: return .budget(random.below(6) == 0 ? nil : bytes(&random) * 2)
    case 88..<91: return .stall(level(&random))
    case 91..<92: return .warn(app: random.below(2) == 0 ? nil : app)
    case 92..<99: return .pass(milliseconds: [1, 10, 100, 1_000, 6_000][random.below(5)])
    default: return .haunt
    }
  }

  private static func level(_ random: inout SeededGenerator) -> MemoryLevel {
    MemoryLevel.allCases[random.below(MemoryLevel.allCases.count)]
  }

  // MARK: Playing

  func play() -> String? { run().broken }

  func run(journal: Bool = false) -> MemoryWorld {
    var world = MemoryWorld(apps, policy: policy)
    world.swapFree = swap
    world.answersAtOnce = false
    if journal { world.world.journal = [] }
    for move in moves {
      world.make(move, apps)
      if world.broken != nil { return world }
    }
    world.settle()
    world.feed(.wish(.memory(.pressure(.normal, free: nil)), world.world.request()))
    world.play()
    world.world.memory?.checkQuiet(world.world.lifecycle)
    world.world.checkQuiet()
    return world
  }
}

extension MemoryWorld {
  mutating func make(_ move: MemoryMove, _ apps: [AppDescription]) {
    switch move {
    case .device(let move): with { $0.make(move, apps: apps) }
    case .pressure(let level, let free): ask(.memory(.pressure(level, free: free)))
    case .warn(let app): ask(.memory(.warn(app.map { apps[$0].id })))
    case .budget(let bytes): ask(.memory(.budget(bytes)))
    case .stall(let level): feed(.memory(.stalled(level)))
    case .grow(let app, let bytes): grow(apps[app].id, to: bytes)
    case .fork(let app, let bytes): fork(apps[app].id, holding: bytes)
    case .endOrphans: endOrphans()
    case .answer: answer()
    case .pass(let milliseconds): pass(.milliseconds(milliseconds))
    case .haunt:
      feed(.memory(.pushedOut(ProcessSerial(number: 99_999), freed: .max)))
      feed(.due(.memory))
    }
  }
}

extension MemorySchedule {
  /// Delta debugging: drops ever smaller chunks of moves for as long as a law is still broken.
  func shrunk() -> MemorySchedule {
    var best = self
    var size = max(1, moves.count / 2)
    while size >= 1 {
      var start = 0
      while start < best.moves.count {
        var shorter = best
        shorter.moves.removeSubrange(start..<min(start + size, best.moves.count))
        if shorter.play() != nil { best = shorter } else { start += size }
      }
      size /= 2
    }
    return best
  }

  /// The story that a person reads when a law was broken.
  var story: String {
    let end = run(journal: true)
    var lines = ["\(end.broken ?? "no law is broken")"]
    lines.append("seed \(seed), \(moves.count) moves; again: ROOST_SEED=\(seed) swift test --filter MemoryLawsTests")
    lines += apps.map { "\($0.id): \($0.style) \($0.exitsOnSuspend ? "exits on suspend" : "") \($0.memory)" }
    lines.append("swap \(swap), \(policy.memory.order), \(policy.foregroundSlots) slots")
    lines += moves.enumerated().map { "\($0 + 1). \($1)" }
    lines.append("what the model heard and did:")
    lines += (end.world.journal ?? []).map { "  \($0.prefix(400))" }
    return lines.joined(separator: "\n")
  }
}
