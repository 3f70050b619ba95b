// Random lives: a hundred thousand sequences of whatever can happen, checked against every invariant.
import Foundation
import LifecycleModel
import Testing

@Suite struct RandomLives {
  /// How many lives are played; ROOST_SEQUENCES sets another number, ROOST_SEED plays one again.
  static let count = ProcessInfo.processInfo.environment["ROOST_SEQUENCES"].flatMap { Int($0) } ?? 100_000

  @Test(
    "ST1 ST4 ST5 FG4 BG1 BG4 LA1 LA10 TE3: no random life breaks an invariant, and all come to rest",
    arguments: [0, 1])
  func lives(half: Int) throws {
    if let seed = ProcessInfo.processInfo.environment["ROOST_SEED"].flatMap({ UInt64($0) }) {
      play(seed)
      return
    }
    for number in 0..<(Self.count / 2) where !play(UInt64(number * 2 + half)) { return }
  }

  @discardableResult
  private func play(_ seed: UInt64) -> Bool {
    var life = Life(seed: seed)
    guard life.complaint() != nil else { return true }
    life.shrink()
    Issue.record(
      """
      \(life.complaint() ?? "")
      in World(\(life.setting)), shortest sequence found:
        \(life.happenings.map { ".\($0)" }.joined(separator: "\n  "))
      ROOST_SEED=\(seed) swift test --filter RandomLives plays the whole life again
      """)
    return false
  }

  @Test("the model's state survives being written and read at any point, and goes on alike")
  func persistence() throws {
    for seed in UInt64(0)..<200 {
      let life = Life(seed: seed)
      var world = World(life.setting)
      for happening in life.happenings {
        world.happen(happening)
        let copy = try JSONDecoder().decode(Lifecycle.self, from: JSONEncoder().encode(world.model))
        try #require(copy == world.model, "seed \(seed)")
      }
    }
  }

  @Test("one app's transition touches no other app, however many there are")
  func independence() {
    var world = World(Setting(apps: 200, hasOldApp: false))
    for index in 0..<200 { world.happen(.launch(index, background: true)) }
    world.comeToRest()
    let before = world.model.apps
    world.happen(.launch(7, background: false))
    world.comeToRest()
    #expect(world.witness.complaint == nil)
    let touched = world.model.apps.filter { before[$0.key] != $0.value }.keys
    #expect(Array(touched) == [AppID("app7")])
    #expect(world.model.apps[AppID("app7")]?.state == .active)
  }
}

/// A setting and what happens in it, made from a seed.
struct Life {
  var setting: Setting
  var happenings: [Happening]

  init(seed: UInt64) {
    var random = SplitMix64(state: seed)
    setting = Setting(
      slots: Int.random(in: 1...3, using: &random) / 2 + 1, multitasking: Int.random(in: 0..<8, using: &random) > 0,
      apps: Int.random(in: 1...4, using: &random), hasOldApp: Bool.random(using: &random))
    happenings = (0..<Int.random(in: 8...40, using: &random)).map { _ in Happening.random(&random) }
  }

  func complaint() -> String? {
    var world = World(setting)
    for happening in happenings where world.witness.complaint == nil { world.happen(happening) }
    if world.witness.complaint == nil { world.comeToRest() }
    return world.witness.complaint
  }

  /// Takes out whatever is not needed for the complaint: large pieces first, then single happenings.
  mutating func shrink() {
    var size = happenings.count / 2
    while size > 0 {
      var start = 0
      while start < happenings.count {
        var shorter = self
        shorter.happenings.removeSubrange(start..<min(start + size, happenings.count))
        if shorter.complaint() != nil { self = shorter } else { start += size }
      }
      size /= 2
    }
  }
}

extension Happening {
  static func random(_ random: inout SplitMix64) -> Happening {
    let index = Int.random(in: 0..<6, using: &random)
    switch Int.random(in: 0..<44, using: &random) {
    case 0...4: return .launch(index, background: false)
    case 5: return .launch(index, background: true)
    case 6: return .activate(index)
    case 7: return .quit(index)
    case 8: return .terminate(index)
    case 9: return .input(index)
    case 10, 11: return .home
    case 12: return .lock
    case 13: return .unlock
    case 14: return .alert(shown: true)
    case 15: return .alert(shown: false)
    case 16: return .panel(Panel.allCases[index % 3], opened: true)
    case 17: return .panel(Panel.allCases[index % 3], opened: false)
    case 18, 19: return .call(CallButton.allCases[index % 4])
    case 20...33: return .play(index)
    case 34: return .fail(index)
    case 35: return .wait(milliseconds: [1, 20, 60, 200][index % 4])
    case 36: return .exit(index, [.exited(code: 0), .exited(code: 3), .signaled(11)][index % 3])
    case 37: return .hangUp(index)
    case 38: return index == 0 ? .helloAgain(index) : .acknowledgeNonsense(index)
    case 39: return .stopFromOutside(index)
    case 40: return .continueFromOutside(index)
    case 41, 42: return .beginTask(index)
    default: return .endTask(index)
    }
  }
}

/// Small, good enough, and the same everywhere (Steele, Lea, Flood 2014).
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
