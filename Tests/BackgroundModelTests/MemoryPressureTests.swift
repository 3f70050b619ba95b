// The rules of pressure: levels and warnings, and who goes first (ME1, ME2, ME3).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("ME: memory pressure") struct MemoryPressureTests {
  private let idle = MemoryWorld(plain([notes, clock, mail, game]))

  // MARK: ME1

  @Test("ME1 the level is the highest of what the sources say; normal ends what was simulated, and nothing else")
  func sources() {
    var world = idle
    world.open(notes, holding: 95 * MiB)
    #expect(world.make(.budget(100 * MiB)) == .done)
    #expect(world.memory.level == .warning)
    #expect(world.make(.pressure(.critical, free: 0)) == .done)
    #expect(world.memory.level == .critical)
    #expect(world.make(.pressure(.normal, free: nil)) == .done)
    #expect(world.memory.level == .warning)
    #expect(world.make(.budget(nil)) == .done)
    #expect(world.memory.level == .normal)
  }

  @Test("ME1 a stall raises the level for five seconds, and a lesser trigger does not lower it")
  func stall() {
    var world = idle
    world.feed(.memory(.stalled(.urgent)))
    world.feed(.memory(.stalled(.warning)))
    #expect(world.memory.level == .urgent)
    world.pass(.milliseconds(4_999))
    #expect(world.memory.level == .urgent)
    world.pass(.milliseconds(1))
    #expect(world.memory.level == .normal)
    #expect(world.laws.timer == nil)
  }

  @Test(
    "ME1 the level of a budget: a tenth left, a twentieth left, nothing left",
    arguments: [
      (900 as UInt64, MemoryLevel.normal), (901, .warning), (950, .warning), (951, .urgent), (1000, .urgent),
      (1001, .critical),
    ])
  func levels(pool: UInt64, level: MemoryLevel) {
    #expect(MemoryPolicy().level(pool: pool, budget: 1000) == level)
  }

  @Test("ME1 absurd sizes are borne: a budget of nothing is refused, one of everything presses nobody")
  func absurd() {
    var world = idle
    world.suspend(notes, holding: 20 * MiB)
    #expect(world.make(.budget(0)) == .refused(.emptyBudget))
    #expect(world.make(.budget(.max)) == .done)
    #expect(world.make(.pressure(.urgent, free: .max)) == .refused(.notFreed(missing: .max - 20 * MiB, .urgent)))
    #expect(world.ends == ["notes vm-pageshortage"])
    #expect(MemoryPolicy().level(pool: .max, budget: .max - 1) == .critical)
    #expect(MemoryPolicy().level(pool: .max, budget: .max) == .urgent)
    #expect(MemoryPolicy().level(pool: 0, budget: 1) == .normal)
  }

  @Test("ME1 without --free, so much has to come back as the urgent level asks of the budget, or of all memory")
  func defaultFree() {
    var world = idle
    world.total = 1000 * MiB
    for app in [notes, clock, mail] { world.suspend(app, holding: 30 * MiB) }
    #expect(world.make(.pressure(.urgent, free: nil)) == .done)
    #expect(world.ends == ["notes vm-pageshortage", "clock vm-pageshortage"])
    world.make(.budget(200 * MiB))
    #expect(world.make(.pressure(.urgent, free: nil)) == .done)
    #expect(world.ends.count == 3)
  }

  // MARK: ME2

  @Test("ME2 running apps are warned once a rise, in front and behind; suspended ones are not woken")
  func warnings() {
    var world = idle
    world.suspend(clock, holding: 20 * MiB)
    world.keepAwake(mail, holding: 20 * MiB)
    world.open(notes, holding: 20 * MiB)
    #expect(world.make(.pressure(.warning, free: nil)) == .done)
    #expect([notes, mail, clock].map(world.warnings) == [1, 1, 0])
    world.make(.pressure(.warning, free: nil))
    #expect([notes, mail, clock].map(world.warnings) == [1, 1, 0])
    world.make(.pressure(.urgent, free: 0))
    #expect([notes, mail, clock].map(world.warnings) == [2, 2, 0])
    #expect(world.world.state(clock) == .suspended)
  }

  @Test("ME2 a warning comes before the app is suspended, or not at all: it is not kept for later")
  func noLateWarning() {
    var world = idle
    world.suspend(notes, holding: 20 * MiB)
    world.make(.pressure(.warning, free: nil))
    world.open(notes, holding: 20 * MiB)
    #expect(world.warnings(notes) == 0)
  }

  @Test("ME2 the request for a warning is done when the apps have handled it")
  func warningIsAwaited() {
    var world = idle
    world.open(notes, holding: 20 * MiB)
    let request = world.ask(.memory(.warn(notes)))
    #expect(world.world.outcome(request) == nil)
    world.with { $0.act(notes, .acknowledge) }
    #expect(world.world.outcome(request) == .done)
    #expect(world.world.told(notes) == "L A warn")
  }

  @Test("ME2 nobody is warned between R and B; it comes behind the screen")
  func notOnTheWay() {
    var world = idle
    world.open(notes, holding: 20 * MiB)
    world.ask(.home)
    world.ask(.memory(.warn(nil)))
    world.play()
    #expect(world.world.told(notes) == "L A R B warn")
  }

  @Test("ME2 a warning to an app that is suspended, not running or unknown is refused, and says so")
  func refusedWarnings() {
    var world = idle
    world.suspend(notes, holding: 20 * MiB)
    #expect(world.make(.warn(notes)) == .refused(.asleep(notes)))
    #expect(world.make(.warn(mail)) == .refused(.notRunning(mail)))
    #expect(world.make(.warn(pages)) == .refused(.unknownApp(pages)))
    #expect(world.make(.warn(nil)) == .done)
  }

  // MARK: ME3

  @Test("ME3 suspended apps go first, the largest first, and of the same size the one used least recently")
  func largestFirst() {
    var world = idle
    for (app, size) in [(notes, 30), (clock, 50), (mail, 30)] as [(AppID, UInt64)] {
      world.suspend(app, holding: size * MiB)
      world.pass(.seconds(1))
    }
    world.make(.pressure(.urgent, free: 100 * MiB))
    #expect(world.ends == ["clock vm-pageshortage", "notes vm-pageshortage", "mail vm-pageshortage"])
  }

  @Test("ME3 by configuration the one used least recently goes first, whatever its size")
  func leastRecentlyUsedFirst() {
    var policy = Policy()
    policy.memory.order = .leastRecentlyUsedFirst
    var world = MemoryWorld(plain([notes, clock, mail]), policy: policy)
    for (app, size) in [(notes, 30), (clock, 50), (mail, 40)] as [(AppID, UInt64)] {
      world.suspend(app, holding: size * MiB)
      world.pass(.seconds(1))
    }
    world.make(.pressure(.urgent, free: 100 * MiB))
    #expect(world.ends == ["notes vm-pageshortage", "clock vm-pageshortage", "mail vm-pageshortage"])
  }

  @Test("ME3 bands: idle, suspended, behind the screen, kept awake, in front; agents of the system never")
  func bands() {
    let home = AppDescription(id: game, style: .app, memory: MemoryTraits(isSystem: true))
    var world = MemoryWorld(plain([notes, clock, mail, pages, slides]) + [home])
    world.open(game, holding: 500 * MiB)
    world.keepAwake(clock, holding: 80 * MiB)
    world.suspend(mail, holding: 70 * MiB)
    world.ask(.launch(slides, Launch(), .background))
    world.play()
    // Forked, and never heard of again.
    world.ask(.launch(pages, Launch(), .background))
    world.with { $0.act(pages, .fork) }
    world.with { $0.act(pages, .fallSilent) }
    world.open(notes, holding: 90 * MiB)
    let request = world.ask(.memory(.pressure(.critical, free: .max)))
    for _ in 0..<10 {
      world.play()
      world.pass(.seconds(1))
    }
    #expect(
      world.ends == [
        "slides idle-exit", "mail vm-pageshortage", "pages vm-pageshortage", "clock vm-pageshortage",
        "notes vm-pageshortage",
      ])
    #expect(world.world.state(game) == .suspended)
    guard case .refused(.notFreed(_, .critical)) = world.world.outcome(request) else {
      Issue.record("\(String(describing: world.world.outcome(request)))")
      return
    }
  }

  @Test("ME3 at urgent only suspended apps are killed, and what is missing is said")
  func urgent() {
    var world = idle
    world.keepAwake(clock, holding: 40 * MiB)
    world.suspend(mail, holding: 30 * MiB)
    world.open(notes, holding: 20 * MiB)
    #expect(world.make(.pressure(.urgent, free: 50 * MiB)) == .refused(.notFreed(missing: 20 * MiB, .urgent)))
    #expect(world.ends == ["mail vm-pageshortage"])
  }

  @Test("ME3 who runs behind the screen gets willTerminate, and ends for memory all the same")
  func terminate() {
    var world = idle
    world.keepAwake(clock, holding: 40 * MiB)
    let request = world.ask(.memory(.pressure(.critical, free: 10 * MiB)))
    #expect(world.world.records.isEmpty)
    world.play()
    #expect(world.world.told(clock) == "L A R B warn T")
    #expect(world.ends == ["clock vm-pageshortage"])
    #expect(world.world.records.first?.status == .exited(code: 0))
    #expect(world.world.outcome(request) == .done)
  }

  @Test("ME3 who does not end within its 5 s is killed, and the record says memory, not the watchdog")
  func terminateIgnored() {
    var world = idle
    world.keepAwake(clock, holding: 40 * MiB)
    world.with { $0.act(clock, .fallSilent) }
    world.ask(.memory(.pressure(.critical, free: 10 * MiB)))
    for _ in 0..<12 {
      world.pass(.seconds(1))
      world.play()
    }
    #expect(world.world.records.map(\.reason) == [.jetsam(.vmPageShortage)])
    #expect(world.laws.snapshots.count == 1)
  }

  @Test("ME3 where the pool fills up all the same, willTerminate is cut short")
  func atOnce() {
    var world = idle
    world.keepAwake(clock, holding: 80 * MiB)
    world.make(.budget(100 * MiB))
    world.with { $0.act(clock, .fallSilent) }
    world.grow(clock, to: 102 * MiB)
    world.pass(.milliseconds(50))
    #expect(world.memory.level == .critical)
    #expect(world.process(clock)?.isKilled == false)
    world.grow(clock, to: 106 * MiB)
    world.pass(.milliseconds(50))
    #expect(world.process(clock)?.isKilled == true)
    #expect(world.laws.snapshots.count == 1)
  }

  @Test("ME3 a full stall leaves nobody time for willTerminate")
  func stallAtOnce() {
    var world = idle
    world.keepAwake(clock, holding: 80 * MiB)
    world.feed(.memory(.stalled(.critical)))
    #expect(world.process(clock)?.isKilled == true)
  }

  @Test("ME3 the app in front goes last, and only when critical")
  func foregroundLast() {
    var world = idle
    world.suspend(clock, holding: 10 * MiB)
    world.open(notes, holding: 300 * MiB)
    #expect(world.make(.pressure(.critical, free: 15 * MiB)) == .done)
    #expect(world.ends == ["clock vm-pageshortage", "notes vm-pageshortage"])
    #expect(world.world.lifecycle.device.front == [])
  }

  @Test("ME3 a hog in front outlives its budget until everybody else is gone")
  func hog() {
    var world = idle
    world.suspend(clock, holding: 20 * MiB)
    world.suspend(mail, holding: 20 * MiB)
    world.open(notes, holding: 20 * MiB)
    world.make(.budget(100 * MiB))
    for size in stride(from: 20 * MiB, through: 90 * MiB, by: Int(5 * MiB)) {
      world.grow(notes, to: size)
      world.pass(.milliseconds(100))
      world.play()
    }
    #expect(world.ends == ["clock vm-pageshortage", "mail vm-pageshortage"])
    #expect(world.world.state(notes) == .active)
    world.grow(notes, to: 101 * MiB)
    world.pass(.milliseconds(100))
    world.play()
    #expect(world.ends.last == "notes vm-pageshortage")
  }
}

/// App-based apps without anything of their own.
func plain(_ ids: [AppID]) -> [AppDescription] { ids.map { AppDescription(id: $0, style: .app) } }
