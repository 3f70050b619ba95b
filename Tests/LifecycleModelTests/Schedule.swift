// A random life of a device, as a value: made from a seed, played, shrunk and printed.

import LifecycleModel

/// SplitMix64: the same seed gives the same schedule on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

/// What a person, or the machine's owner, can want.
enum Wish: CaseIterable {
  case launch, launchInBackground, activate, home, lock, unlock, ring, accept, decline, endCall, showAlert, dismissAlert
  case openPanel, closePanel, banner, quit, terminate, input, remove, install, shutdown
}

enum Move {
  case wish(Wish, app: Int, wait: Bool)
  case deed(Deed, app: Int)
  /// The app does all that it would do by itself now.
  case play(app: Int)
  case haunt(Haunting, app: Int)
  case pass(halfSeconds: Int, late: Bool)
  case takeTwin
}

struct Schedule {
  let seed: UInt64
  var policy: Policy
  /// Whether each app exits on suspend; as many as there are apps.
  var apps: [Bool]
  var moves: [Move]

  static let names: [AppID] = [AppID("notes"), AppID("clock"), AppID("mail"), AppID("game")]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    self.seed = seed
    var limit: Duration { .seconds(1 + random.below(8)) }
    policy = Policy(
      launch: limit, comeForward: limit, leave: limit, terminate: limit, backgroundTasks: limit, expiration: limit,
      foregroundSlots: 1 + random.below(3), multitasking: random.below(5) > 0)
    policy.hangUp = limit
    policy.freezeRetry = limit
    policy.taskLeak = 4
    policy.unhandledInput = 2
    let count = 1 + random.below(4)
    apps = (0..<count).map { _ in random.below(4) == 0 }
    moves = []
    let length = 15 + random.below(45)
    moves.reserveCapacity(length)
    if random.below(4) > 0 { moves += [.wish(.launch, app: 0, wait: true), .play(app: 0)] }
    for _ in 0..<length { moves.append(Self.move(&random, apps: count)) }
    if seed % 64 == 0 { moves.insert(.takeTwin, at: random.below(length)) }
  }

  private static let wishes: [Wish] =
    Wish.allCases.filter { $0 != .shutdown && $0 != .remove }
    + [.launch, .launch, .launch, .launch, .launch, .launch, .activate, .home, .home, .home, .home]
    + [.input, .input, .input, .quit]
  private static let faults: [Deed] = [
    .failToStart, .stop, .stop, .stop, .stop, .resume, .resume, .resume, .exit, .greetAgain, .greetWrongly,
    .acknowledgeNonsense, .askNonsense, .endUnknownTask, .garbage, .crash, .hangUp, .fallSilent, .trace, .askTime,
  ]
  private static let deeds: [Deed] = [
    .fork, .greet, .acknowledge, .freeze, .failToFreeze, .failToFreeze, .beginTask, .beginTask, .beginTask, .endTask,
    .endTask, .beginTask, .endTask,
  ]

  private static func move(_ random: inout SeededGenerator, apps: Int) -> Move {
    let app = random.below(apps)
    switch random.below(100) {
    case 0..<26: return .deed(.behave, app: app)
    case 26..<40: return .play(app: app)
    case 40..<56: return .deed(deeds[random.below(deeds.count)], app: app)
    case 56..<62: return .deed(faults[random.below(faults.count)], app: app)
    case 62..<90: return .wish(wishes[random.below(wishes.count)], app: app, wait: random.below(4) > 0)
    case 90..<98: return .pass(halfSeconds: 1 + random.below(16), late: random.below(4) == 0)
    case 98: return .haunt(Haunting.allCases[random.below(Haunting.allCases.count)], app: app)
    default:
      let rare: Wish = random.below(4) == 0 ? .shutdown : .remove
      return .wish(rare, app: app, wait: true)
    }
  }

  // MARK: Playing

  /// The law that the schedule breaks, if it does.
  func play() -> String? { run(journal: false).laws.broken }

  func run(journal: Bool) -> World {
    var world = World(policy: policy)
    if journal { world.journal = [] }
    for (name, exits) in zip(Self.names, apps) {
      world.feed(.installed(AppDescription(id: name, style: .app, exitsOnSuspend: exits)))
    }
    for move in moves {
      world.make(move, apps: apps)
      if world.laws.broken != nil { return world }
    }
    world.settle()
    world.checkQuiet()
    return world
  }
}

extension World {
  mutating func make(_ move: Move, apps: [Bool]) {
    switch move {
    case .deed(let deed, let app): act(Schedule.names[app], deed)
    case .play(let app): play(Schedule.names[app])
    case .haunt(let haunting, let app): haunt(Schedule.names[app], haunting)
    case .pass(let halfSeconds, let late): pass(.milliseconds(500 * halfSeconds), late: late)
    case .takeTwin: takeTwin()
    case .wish(let wish, let app, let wait):
      make(wish, Schedule.names[app], exitsOnSuspend: apps[app], request(wait ? .whenDone : .whenTaken))
    }
  }

  private mutating func make(_ wish: Wish, _ app: AppID, exitsOnSuspend: Bool, _ request: Request) {
    switch wish {
    case .launch: feed(.launch(app, Launch(), .foreground, request))
    case .launchInBackground: feed(.launch(app, Launch(), .background, request))
    case .activate: feed(.activate(app, request))
    case .home: feed(.home(request))
    case .lock: feed(.lock(request))
    case .unlock: feed(.unlock(request))
    case .ring: feed(.call(.ring, request))
    case .accept: feed(.call(.accept, request))
    case .decline: feed(.call(.decline, request))
    case .endCall: feed(.call(.end, request))
    case .showAlert: feed(.showAlert(request))
    case .dismissAlert: feed(.dismissAlert(request))
    case .openPanel: feed(.openPanel(.notificationCenter, request))
    case .closePanel: feed(.closePanel(.notificationCenter, request))
    case .banner: feed(.banner("hello", request))
    case .quit: feed(.quit(app, request))
    case .terminate: feed(.terminate(app, request))
    case .input: feed(.userInput(app, "{}", request))
    case .remove, .install, .shutdown: feedUnasked(wish, app, exitsOnSuspend)
    }
  }

  /// Wishes that nobody waits for; their request number is given back.
  private mutating func feedUnasked(_ wish: Wish, _ app: AppID, _ exitsOnSuspend: Bool) {
    giveBackRequest()
    switch wish {
    case .remove: feed(.removed(app))
    case .install: feed(.installed(AppDescription(id: app, style: .app, exitsOnSuspend: exitsOnSuspend)))
    default: feed(.shutdown)
    }
  }
}
