// The rules of limits, of pushing out, of the event a kill leaves, and of when memory is looked at (ME4 to ME7).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("ME: limits, swap, events and looks") struct MemoryLimitTests {
  /// `notes` is warned beyond 50 MiB and killed beyond 100.
  private let limited = MemoryWorld(
    [AppDescription(id: notes, style: .app, memory: MemoryTraits(softLimit: 50 * MiB, hardLimit: 100 * MiB))]
      + plain([clock, mail]))
  private let plainApps = MemoryWorld(plain([notes, clock, mail]))

  // MARK: ME5

  @Test("ME5 over the soft limit an app is warned, alone, and once until it has been under it again")
  func softLimit() {
    var world = limited
    world.keepAwake(clock, holding: 20 * MiB)
    world.open(notes, holding: 51 * MiB)
    world.pass(.seconds(1))
    world.play()
    #expect(world.warnings(notes) == 1)
    world.grow(notes, to: 60 * MiB)
    world.pass(.seconds(1))
    world.play()
    #expect(world.warnings(notes) == 1)
    world.grow(notes, to: 50 * MiB)
    world.pass(.seconds(1))
    world.grow(notes, to: 51 * MiB)
    world.pass(.seconds(1))
    world.play()
    #expect(world.warnings(notes) == 2)
    #expect(world.warnings(clock) == 0)
  }

  @Test("BG10 ME5 an app that is warned again in each warning does not run on behind the screen for that")
  func warnedInEachWarning() {
    var world = limited
    world.open(notes, holding: 20 * MiB)
    world.ask(.home)
    for _ in 0..<2 { world.with { $0.act(notes, .acknowledge) } }
    world.grow(notes, to: 51 * MiB)
    world.pass(.milliseconds(400))
    world.with { $0.act(notes, .acknowledge) }
    #expect(world.warnings(notes) == 1)
    for _ in 0..<3 {
      world.pass(.seconds(1))
      world.grow(notes, to: 50 * MiB)
      world.pass(.milliseconds(500))
      world.grow(notes, to: 51 * MiB)
      world.pass(.milliseconds(500))
      world.with { $0.act(notes, .acknowledge) }
    }
    #expect(world.warnings(notes) == 3)
    #expect(world.process(notes)?.freeze == .ordered)
    #expect(world.broken == nil)
  }

  @Test("ME5 over the hard limit an app is killed at once, even in front, with per-process-limit; nobody else is")
  func hardLimit() {
    var world = limited
    world.suspend(clock, holding: 500 * MiB)
    world.open(notes, holding: 100 * MiB)
    world.pass(.seconds(1))
    world.play()
    #expect(world.world.state(notes) == .active)
    world.grow(notes, to: 100 * MiB + 1)
    world.pass(.seconds(1))
    world.play()
    #expect(world.ends == ["notes per-process-limit"])
    #expect(world.world.records.first?.reason.code == 7)
    #expect(world.world.records.first?.reason.namespace == "JETSAM")
    #expect(world.laws.snapshots.map(\.cause) == [.perProcessLimit])
  }

  @Test("ME5 two apps over their limits both go, each for its own")
  func twoOverLimit() {
    let traits = MemoryTraits(hardLimit: 30 * MiB)
    var world = MemoryWorld([notes, clock].map { AppDescription(id: $0, style: .app, memory: traits) })
    world.keepAwake(clock, holding: 25 * MiB)
    world.open(notes, holding: 25 * MiB)
    world.grow(clock, to: 40 * MiB)
    world.grow(notes, to: 40 * MiB)
    world.pass(.seconds(1))
    world.play()
    #expect(world.ends.sorted() == ["clock per-process-limit", "notes per-process-limit"])
  }

  @Test("ME5 under pressure, who is over its soft limit goes in its turn, with highwater")
  func highwater() {
    var world = limited
    world.suspend(notes, holding: 60 * MiB)
    world.suspend(clock, holding: 70 * MiB)
    world.make(.pressure(.urgent, free: 100 * MiB))
    #expect(world.ends == ["clock vm-pageshortage", "notes highwater"])
    #expect(world.world.records.last?.reason.code == 2)
  }

  @Test("ME5 a limit is measured when an app falls asleep, too")
  func asleep() {
    var world = limited
    world.open(notes, holding: 20 * MiB)
    world.grow(notes, to: 101 * MiB)
    world.home()
    #expect(world.ends == ["notes per-process-limit"])
  }

  // MARK: ME6

  @Test("ME6 what sleeps is pushed out before anybody is killed, where swap exists, and nobody is when that is enough")
  func pushOut() {
    var world = plainApps
    world.swapFree = 100 * MiB
    for (app, size) in [(notes, 30), (clock, 50), (mail, 40)] as [(AppID, UInt64)] {
      world.suspend(app, holding: size * MiB)
    }
    #expect(world.make(.pressure(.urgent, free: 80 * MiB)) == .done)
    #expect(world.ends == [])
    #expect(world.decisions.map(\.step) == [.pushOut, .pushOut])
    #expect(world.decisions.map { $0.candidates.first?.app } == [clock, mail])
  }

  @Test("ME6 when everything is pushed out and memory is still missing, somebody is killed")
  func pushOutAndKill() {
    var world = plainApps
    world.swapFree = 30 * MiB
    for app in [notes, clock] { world.suspend(app, holding: 40 * MiB) }
    world.make(.pressure(.urgent, free: 40 * MiB))
    #expect(world.decisions.map(\.step) == [.pushOut, .kill(.vmPageShortage)])
    #expect(world.ends.count == 1)
  }

  @Test("ME6 nothing is pushed out where no swap is, nor when there is no time for it")
  func noPushOut() {
    var world = plainApps
    world.suspend(notes, holding: 40 * MiB)
    world.make(.pressure(.urgent, free: 1))
    #expect(world.decisions.map(\.step) == [.kill(.vmPageShortage)])
    world.swapFree = 100 * MiB
    world.suspend(clock, holding: 40 * MiB)
    world.feed(.memory(.stalled(.critical)))
    #expect(world.decisions.map(\.step) == [.kill(.vmPageShortage), .kill(.vmPageShortage)])
  }

  @Test("ME6 pushing out does not go on for longer than its time, however many sleep")
  func slowPushOut() {
    var world = plainApps
    world.swapFree = 1000 * MiB
    for app in [notes, clock, mail] { world.suspend(app, holding: 40 * MiB) }
    world.answersAtOnce = false
    world.ask(.memory(.pressure(.urgent, free: 110 * MiB)))
    world.answer()
    world.pass(.milliseconds(100))
    world.answersAtOnce = true
    world.play()
    #expect(world.decisions.map(\.step).first == .pushOut)
    #expect(world.decisions.dropFirst().allSatisfy { $0.step == .kill(.vmPageShortage) })
  }

  @Test("ME6 who ran again can be pushed out again, and is not looked at less for it")
  func pushedOutAgain() {
    var world = plainApps
    world.swapFree = 1000 * MiB
    world.suspend(notes, holding: 40 * MiB)
    world.make(.pressure(.urgent, free: 40 * MiB))
    world.open(notes, holding: 90 * MiB)
    world.home()
    world.make(.pressure(.urgent, free: 30 * MiB))
    #expect(world.decisions.map(\.step) == [.pushOut, .pushOut])
  }

  // MARK: ME7

  @Test("ME7 every kill leaves an event with all apps, their footprints, states and bands, the largest and the victim")
  func event() throws {
    var world = plainApps
    world.suspend(notes, holding: 30 * MiB)
    world.suspend(clock, holding: 20 * MiB)
    world.open(mail, holding: 200 * MiB)
    world.make(.pressure(.urgent, free: 1))
    let event = try #require(world.laws.snapshots.first)
    #expect(world.laws.snapshots.count == 1)
    let entries = event.entries.sorted { $0.app < $1.app }
    #expect(entries.map(\.app) == [clock, mail, notes])
    #expect(entries.map(\.state) == [.suspended, .active, .suspended])
    #expect(entries.map(\.band) == [.suspended, .foreground, .suspended])
    #expect(entries.map(\.footprint) == [20 * MiB, 200 * MiB, 30 * MiB])
    #expect(entries.allSatisfy { $0.pid != nil })
    #expect(event.largest?.app == mail)
    #expect(event.entries.first { $0.process == event.victim }?.app == notes)
    #expect(event.cause == .vmPageShortage)
    #expect(event.level == .urgent)
  }

  @Test("ME7 TE3 three hundred kills in a row leave as many events and records, each with its reason")
  func manyKills() {
    var world = plainApps
    for _ in 0..<300 {
      world.suspend(notes, holding: 30 * MiB)
      world.make(.pressure(.urgent, free: 1))
    }
    #expect(world.world.records.count == 300)
    #expect(world.world.records.allSatisfy { $0.reason == .jetsam(.vmPageShortage) })
    #expect(world.laws.snapshots.map(\.victim) == world.world.records.map(\.process))
  }

  // MARK: When memory is looked at

  @Test("ME4 nobody is looked at, and no timer runs, while all apps are suspended")
  func sleepersCostNothing() {
    var world = plainApps
    world.make(.budget(100 * MiB))
    world.suspend(notes, holding: 30 * MiB)
    let looks = world.laws.looks.count
    #expect(world.laws.timer == nil)
    world.pass(.seconds(3600))
    #expect(world.laws.looks.count == looks)
    world.make(.pressure(.urgent, free: 0))
    #expect(world.laws.looks.last == [])
  }

  @Test("ME4 nor is a running app looked at where nothing limits it")
  func unlimited() {
    var world = plainApps
    world.open(notes, holding: 30 * MiB)
    #expect(world.laws.timer == nil)
  }

  @Test("ME4 who sleeps and could not be measured is looked at once, under pressure")
  func unmeasured() {
    var world = plainApps
    world.open(notes, holding: 30 * MiB)
    // The kernel no longer told when it was stopped.
    world.world.change(ProcessSerial(number: 1)) { $0.footprint = nil }
    world.world.ask(.home)
    world.world.play()
    world.world.change(ProcessSerial(number: 1)) { $0.footprint = 30 * MiB }
    world.make(.pressure(.urgent, free: 0))
    world.make(.pressure(.urgent, free: 0))
    #expect(world.laws.looks == [[ProcessSerial(number: 1)], []])
  }

  @Test("ME4 the nearer running apps are to a limit, the oftener they are looked at; far away every ten seconds")
  func pace() {
    let policy = MemoryPolicy()
    #expect(policy.interval(headroom: .max) == .seconds(10))
    #expect(policy.interval(headroom: 4 << 30) == .seconds(1))
    #expect(policy.interval(headroom: 400 * MiB) == .seconds(1) * (400.0 / 4096))
    #expect(policy.interval(headroom: 0) == .milliseconds(10))
    let steps = (0..<40).map { policy.interval(headroom: UInt64(1) << $0) }
    #expect(steps == steps.sorted())
  }

  @Test("ME4 a running app is seen before it has grown past its budget at the fastest")
  func seenInTime() {
    var world = plainApps
    world.total = 64 << 30
    world.make(.budget(40 << 30))
    world.open(notes, holding: 1 << 30)
    var size: UInt64 = 1 << 30
    // 2 GiB a second, a tenth of a second at a time.
    while size < 40 << 30 {
      size += (2 << 30) / 10
      world.grow(notes, to: size)
      world.pass(.milliseconds(100))
    }
    let measured = world.laws.measured?.pool ?? 0
    #expect(measured > 39 << 30)
    #expect(world.laws.looks.count < 80)
  }
}
