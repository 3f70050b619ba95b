// Random lives of a device with apps that ask for one thing after another, and take their time for each: nobody waits
// for them for ever, and they neither keep the screen nor run on behind it. A failure is printed with its seed.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("Laws of restless apps") struct RestlessLawsTests {
  @Test("ST7 BG10 BG1 IN7 LA6 no restless app keeps others waiting, the screen, or its place behind it")
  func randomLives() {
    // One is as long as a hundred of the other laws' lives.
    let seeds = LawsTests.onlySeed.map { $0...$0 } ?? 1...max(1, LawsTests.sequences / 200)
    for seed in seeds {
      var life = RestlessLife(seed: seed)
      guard let broken = life.play() else { continue }
      var again = RestlessLife(seed: seed, keepsJournal: true)
      _ = again.play()
      Issue.record("seed \(seed): \(broken)\n\(again.lastEvents.joined(separator: "\n"))")
      return
    }
  }
}

/// Two restless apps, one with scenes, know each other, and a third behaves.
private struct RestlessLife {
  private static let restless = [pages, notes]
  /// Every one of them leaves time for the step in flight, R, B, and its errands.
  private static let delays: [Duration] = [
    .milliseconds(1), .milliseconds(50), .milliseconds(450), .seconds(2), .milliseconds(4500),
  ]

  private var world: World
  private var random: SeededGenerator
  /// The wishes that have not been answered.
  private var asked: [(request: Request, wish: Wish, at: Instant)] = []
  /// The event that each restless process takes its time for, and when it has done so.
  private var due: [ProcessSerial: (sequence: EventSequence, at: Instant)] = [:]
  /// Since when the user sees nothing of an app that runs.
  private var behind: [AppID: Instant] = [:]
  private var broken: String?

  init(seed: UInt64, keepsJournal: Bool = false) {
    var random = SeededGenerator(seed: seed)
    world = World(installed: Policy(foregroundSlots: 1 + random.below(2)))
    self.random = random
    if keepsJournal { world.journal = [] }
  }

  var lastEvents: [String] { Array((world.journal ?? []).suffix(80)) }

  /// The law that was broken, if one was.
  mutating func play() -> String? {
    for _ in 0..<25 {
      wish()
      live(for: .seconds(random.below(12)))
      if broken != nil { return broken }
    }
    live(for: .seconds(150))
    return broken
  }

  // MARK: People

  private mutating func wish() {
    let wish = nextWish()
    let request = world.ask(wish)
    asked.append((request, wish, world.now))
  }

  /// News, and scenes that go, take their time behind the screen as well.
  private mutating func nextWish() -> Wish {
    let number = world.nextNumber()
    switch random.below(16) {
    case 0, 1, 2: return .launch([pages, notes, clock][random.below(3)], Launch(), .foreground)
    case 3, 4: return .home
    case 5: return .lock
    case 6, 7: return .unlock
    case 8: return .showAlert
    case 9: return .dismissAlert
    case 10: return .openPanel(.switcher)
    case 11: return .closePanel(.switcher)
    case 12:
      behind = [:]
      return .fact(.locale("locale \(number)"))
    case 13: return .openURL("\([pages, notes][random.below(2)]):\(number)", from: nil)
    case 14: return .newScene(pages, named: SessionID("scene \(number)"))
    default:
      behind = [:]
      return random.below(3) == 0 ? .quit(pages) : .discardScene(pages, session())
    }
  }

  private mutating func session() -> SessionID {
    let sessions = world.sessions(pages)
    return sessions.isEmpty ? SessionID("none") : sessions[random.below(sessions.count)]
  }

  // MARK: Apps

  private mutating func nextRequest(of app: AppID) -> AppRequest {
    let number = world.nextNumber()
    let friend = app == pages ? notes : pages
    switch random.below(8) {
    case 0: return .openURL("\(app):\(number)")
    case 1: return .openURL("\(friend):\(number)")
    case 2: return .openURL("\(clock):\(number)")
    case 3: return .requestScene(nil, activity: "activity \(number)")
    case 4: return .requestScene(session(), activity: number % 2 == 0 ? "activity \(number)" : nil)
    case 5: return .destroySession(session())
    case 6: return .refreshSession(session())
    default: return .canOpenURL("\(app):")
    }
  }

  /// One deed of anybody that is due now; false when there is none.
  private mutating func act() -> Bool {
    for place in world.living {
      let process = world.processes[place]
      guard Self.restless.contains(process.app), process.isAtLeisure, let next = process.inbox.first else {
        if world.behave(place) { return true }
        continue
      }
      if due[process.serial]?.sequence != next.sequence {
        due[process.serial] = (next.sequence, world.now + Self.delays[random.below(Self.delays.count)])
      }
      guard let at = due[process.serial]?.at, at <= world.now else { continue }
      due[process.serial] = nil
      for _ in 0..<random.below(3) {
        let request = nextRequest(of: process.app)
        _ = world.act(place, .request(request))
      }
      _ = world.act(place, .acknowledge)
      return true
    }
    return false
  }

  /// When the next restless app has taken its time.
  private var nextDue: Instant? {
    world.living.compactMap { place in
      let process = world.processes[place]
      return process.isAtLeisure && !process.inbox.isEmpty ? due[process.serial]?.at : nil
    }.min()
  }

  private mutating func live(for duration: Duration) {
    let end = world.now + duration
    for _ in 0..<20_000 {
      if !act() {
        let next = [nextDue, world.nextTimer?.at].compactMap(\.self).min()
        guard let next, next <= end else {
          world.pass(end.since(world.now))
          return check()
        }
        world.pass(next.since(world.now))
      }
      check()
      if broken != nil { return }
    }
    broken = "what happens in \(duration) comes to an end"
  }

  // MARK: Laws

  private mutating func check() {
    if broken == nil { broken = world.laws.broken }
    asked = asked.filter { world.outcome($0.request) == nil }
    let patience = world.lifecycle.policy.longestUnrest + .seconds(45)
    if let late = asked.first(where: { world.now.since($0.at) > patience }) {
      broken = "ST7 a wish is answered within \(patience): \(late.wish)"
    }
    for app in Self.restless { check(app) }
  }

  private mutating func check(_ app: AppID) {
    let device = world.lifecycle.device
    let isSeen = device.front.contains(app) && !device.isLocked
    guard world.state(app) == .background, !isSeen else { return behind[app] = nil }
    let since = behind[app] ?? world.now
    behind[app] = since
    if world.now.since(since) > .seconds(90) { broken = "BG10 an app that nothing keeps awake is suspended: \(app)" }
  }
}

extension SimulatedProcess {
  /// Whether the kernel and the daemon have nothing to do with it at the moment but to wait for its answer.
  fileprivate var isAtLeisure: Bool {
    isForked && hasGreeted && freeze == .none && looks.isEmpty && !isKilled && !isStoppedFromOutside
  }
}
