// A random life of a device, as a value: made from a seed, played, shrunk and printed.

import LifecycleModel

/// SplitMix64: the same seed gives the same schedule on every machine.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

struct Schedule {
  let seed: UInt64
  var policy: Policy
  var apps: [AppDescription]
  var moves: [Move]

  static let names: [AppID] = [AppID("notes"), AppID("clock"), AppID("mail"), AppID("game")]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    self.seed = seed
    var limit: Duration { .seconds(1 + random.below(8)) }
    policy = Policy(
      launch: limit, comeForward: limit, leave: limit, terminate: limit, backgroundTasks: limit, expiration: limit,
      snapshot: .milliseconds(500 * (1 + random.below(4))), foregroundSlots: 1 + random.below(3),
      multitasking: random.below(5) > 0)
    policy.wake = limit
    policy.keyDiscard = limit
    policy.cpuWindow = limit
    policy.tasks.refresh = .seconds(2 + Int(seed % 20))
    policy.tasks.processing = .seconds(4 + Int(seed % 40))
    policy.privacy = PrivacyDefault.allCases[[0, 1, 1, 1, 2][Int(seed % 5)]]
    policy.hasPasscode = random.below(2) == 0
    policy.event = limit
    policy.hangUp = limit
    policy.freezeRetry = limit
    policy.taskLeak = 4
    policy.unhandledInput = 2
    let count = 1 + random.below(4)
    apps = Self.names.prefix(count).map { Self.app($0, &random) }
    moves = []
    let length = 15 + random.below(45)
    moves.reserveCapacity(length)
    if random.below(4) > 0 { moves += [.wish(.launch, app: 0, wait: true), .play(app: 0)] }
    for _ in 0..<length { moves.append(Self.move(&random, apps: count)) }
    if seed % 4 == 0 { for _ in 0...random.below(2) { moves.insert(.upgrade, at: random.below(moves.count)) } }
    if seed % 64 == 0 { moves.insert(.takeTwin, at: random.below(length)) }
  }

  private static let wishes: [Want] =
    Want.allCases.filter { $0 != .shutdown && $0 != .remove }
    + [.launch, .launch, .launch, .launch, .launch, .launch, .activate, .home, .home, .home, .home]
    + [.input, .input, .input, .quit]
  private static let faults: [Deed] = [
    .failToStart, .stop, .stop, .stop, .stop, .resume, .resume, .resume, .exit, .greetAgain, .greetWrongly,
    .acknowledgeNonsense, .askNonsense, .endUnknownTask, .garbage, .crash, .hangUp, .fallSilent, .trace, .askTime,
  ]
  private static let deeds: [Deed] = [
    .fork, .greet, .acknowledge, .freeze, .failToFreeze, .failToFreeze, .beginTask, .beginTask, .beginTask, .endTask,
    .endTask, .beginTask, .endTask, .acknowledgeStep, .acknowledgeStep, .acknowledgeStep, .look, .endActivity,
    .endActivity, .dawdle,
  ]

  /// Every app declares the scheme that is its name.
  private static func app(_ id: AppID, _ random: inout SeededGenerator) -> AppDescription {
    let style: LifecycleStyle = random.below(5) < 2 ? .app : .scene
    let isFree = random.below(2) == 0
    let modes = Set(BackgroundMode.allCases.filter { _ in isFree || random.below(2) == 0 })
    return AppDescription(
      id: id, style: style, exitsOnSuspend: random.below(5) == 0, supportsMultipleScenes: random.below(4) > 0,
      schemes: [id.string], backgroundModes: modes, taskIdentifiers: ["0", "1", "2"],
      // One in sixteen dies of asking for the camera (PR5).
      purposes: random.below(16) == 0 ? [] : Set(PrivacyService.allCases))
  }

  private static let facts: [FactChange] = [
    .orientation(.portrait), .orientation(.landscapeLeft), .battery(level: 0.5, state: nil),
    .battery(level: nil, state: .charging), .proximity(isNear: true), .proximity(isNear: false),
    .accessory(name: "pen", isConnected: true), .accessory(name: "pen", isConnected: false),
    .time(.zone("Asia/Seoul")), .display(name: "TV", isConnected: true), .display(name: "TV", isConnected: false),
    .displayMode(name: "TV", mode: "1080p"), .setting(app: names[0], key: "size", value: "1"), .locale("ko_KR"),
    .account("me"), .account(nil), .protectedFiles(areAvailable: false), .network(.offline), .network(.cellular),
    .network(.wifi), .battery(level: nil, state: .unplugged), .protectedFiles(areAvailable: true),
    .setting(app: names[0], key: "size", value: "2"), .locale("de_DE"),
    .volume(0.25), .volume(1),
  ]
  private static let answers: [Acknowledgement] = [
    .unsupported, .answered(handled: false), .connected(configuration: "Default"), .restorable(activity: "{}"),
    .restorable(activity: nil), .pictured(file: "picture.svg"), .pictured(file: nil),
  ]

  private static func move(_ random: inout SeededGenerator, apps: Int) -> Move {
    let app = random.below(apps)
    let (which, wait) = (random.below(3), random.below(4) > 0)
    switch random.below(164) {
    case 132..<164: return .behind(.random(&random), app: app, wait: wait)
    case 100..<112: return .scene(SceneWish.allCases[random.below(4)], app: app, which: which, wait: wait)
    case 112..<118: return .open(OpeningWish.allCases[random.below(5)], app: app, wait: wait)
    case 118..<121: return .fact(facts[random.below(facts.count)], wait: wait)
    case 121:
      let permission = [Permission.granted, .denied, .ask, nil][random.below(4)]
      return .setPermission(permission, [.camera, .location][random.below(2)], app: app, wait: wait)
    case 122..<126: return .ask(Asking.allCases[random.below(Asking.allCases.count)], app: app, which: which)
    case 126..<132: return .deed(.answer(answers[random.below(answers.count)]), app: app)
    case 0..<26: return .deed(.behave, app: app)
    case 26..<40: return .play(app: app)
    case 40..<56: return .deed(deeds[random.below(deeds.count)], app: app)
    case 56..<62: return .deed(faults[random.below(faults.count)], app: app)
    case 62..<90: return .wish(wishes[random.below(wishes.count)], app: app, wait: random.below(4) > 0)
    case 90..<98: return .pass(halfSeconds: 1 + random.below(16), late: random.below(4) == 0)
    case 98: return .haunt(Haunting.allCases[random.below(Haunting.allCases.count)], app: app)
    default:
      let rare: Want = random.below(4) == 0 ? .shutdown : .remove
      return .wish(rare, app: app, wait: true)
    }
  }

  // MARK: Playing

  /// The law that the schedule breaks, if it does.
  func play() -> String? { run(journal: false).laws.broken }

  func run(journal: Bool) -> World {
    var world = World(policy: policy)
    if journal { world.journal = [] }
    for app in apps { world.feed(.installed(app)) }
    for move in moves {
      world.make(move, apps: apps)
      if world.laws.broken != nil { return world }
    }
    world.settle()
    world.checkQuiet()
    return world
  }
}
