// When killing goes on and when it stops: one victim a look, and what is measured counts (ME4).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("ME4: one victim a look") struct MemoryVictimTests {
  private let idle = MemoryWorld(plain([notes, clock, mail]))

  @Test("ME4 one victim at a time: the next only after the first is gone and memory was measured again")
  func oneAtATime() {
    var world = idle
    for app in [notes, clock, mail] { world.suspend(app, holding: 30 * MiB) }
    world.answersAtOnce = false
    world.ask(.memory(.pressure(.urgent, free: 80 * MiB)))
    func killed(_ world: MemoryWorld) -> [AppID] {
      [notes, clock, mail].filter { world.process($0)?.isKilled == true }
    }
    #expect(killed(world) == [])
    world.answer()
    #expect(killed(world) == [notes])
    let looks = world.answer()
    #expect(!looks)
    world.with { $0.act(notes, .behave) }
    #expect(killed(world) == [notes])
    world.answer()
    #expect(killed(world) == [notes, clock])
  }

  @Test("ME4 it stops as soon as the target is met, and counts what was measured")
  func stops() {
    var world = idle
    for app in [notes, clock, mail] { world.suspend(app, holding: 30 * MiB) }
    #expect(world.make(.pressure(.urgent, free: 60 * MiB)) == .done)
    #expect(world.ends.count == 2)
    #expect(world.memory.level == .urgent)
    // Each command asks anew, although the level has been there.
    #expect(world.make(.pressure(.urgent, free: 1)) == .done)
    #expect(world.ends.count == 3)
  }

  @Test("ME4 what a victim leaves behind counts as freeing until it is gone: nobody else pays for it")
  func forksWhileKilled() {
    var world = idle
    world.suspend(notes, holding: 50 * MiB)
    world.suspend(clock, holding: 40 * MiB)
    world.fork(notes, holding: 45 * MiB)
    let request = world.ask(.memory(.pressure(.urgent, free: 60 * MiB)))
    world.play()
    #expect(world.ends == ["notes vm-pageshortage"])
    #expect(world.world.outcome(request) == nil)
    world.pass(.milliseconds(100))
    world.endOrphans()
    world.pass(.milliseconds(100))
    #expect(world.world.outcome(request) == .done)
    #expect(world.ends == ["notes vm-pageshortage"])
  }

  @Test("ME4 what the kernel does not give back in its time is made up for by others")
  func stuckOrphans() {
    var world = idle
    world.suspend(notes, holding: 50 * MiB)
    world.suspend(clock, holding: 40 * MiB)
    world.fork(notes, holding: 45 * MiB)
    let request = world.ask(.memory(.pressure(.urgent, free: 60 * MiB)))
    world.pass(.milliseconds(1_200))
    world.play()
    #expect(world.ends == ["notes vm-pageshortage", "clock vm-pageshortage"])
    #expect(world.world.outcome(request) == .done)
  }

  @Test("ME4 a victim that the kernel cannot end is waited for no longer than a second")
  func stuckVictim() {
    var world = idle
    world.suspend(notes, holding: 50 * MiB)
    world.suspend(clock, holding: 40 * MiB)
    world.ask(.memory(.pressure(.urgent, free: 60 * MiB)))
    // Nobody lets it exit.
    world.pass(.milliseconds(999))
    #expect(world.process(clock)?.isKilled == false)
    world.pass(.milliseconds(2))
    #expect(world.process(clock)?.isKilled == true)
  }

  @Test("ME4 an app that is ending anyway counts as freeing")
  func ending() {
    var world = idle
    world.suspend(clock, holding: 40 * MiB)
    world.open(notes, holding: 50 * MiB)
    world.ask(.terminate(notes))
    let request = world.ask(.memory(.pressure(.urgent, free: 30 * MiB)))
    #expect(world.process(clock)?.isKilled == false)
    world.play()
    #expect(world.world.outcome(request) == .done)
    #expect(world.ends == ["notes"])
  }

  @Test("ME4 a process that is gone before the kill reaches it makes nobody else a victim")
  func vanished() {
    var world = idle
    world.suspend(notes, holding: 50 * MiB)
    world.suspend(clock, holding: 40 * MiB)
    let request = world.ask(.memory(.pressure(.urgent, free: 45 * MiB)))
    world.with { $0.act(notes, .exit) }
    #expect(world.world.outcome(request) == .done)
    #expect(world.ends == ["notes vm-pageshortage"])
  }

  @Test("ME4 what comes back by itself while a look is under way is not taken from anybody")
  func vanishedBeforeTheLook() {
    var world = idle
    world.suspend(notes, holding: 50 * MiB)
    world.suspend(clock, holding: 60 * MiB)
    world.answersAtOnce = false
    world.ask(.memory(.budget(100 * MiB)))
    world.with { $0.act(notes, .crash) }
    while world.answer() {}
    #expect(world.process(clock)?.isKilled == false)
    #expect(world.memory.level == .normal)
  }

  @Test("ME4 each stall costs one; whether that was enough, the kernel says")
  func oneEachStall() {
    var world = idle
    for app in [notes, clock, mail] { world.suspend(app, holding: 30 * MiB) }
    world.feed(.memory(.stalled(.urgent)))
    world.play()
    #expect(world.ends.count == 1)
    world.feed(.memory(.stalled(.urgent)))
    world.play()
    #expect(world.ends.count == 2)
  }

  @Test("ME4 every decision tells who was in line, and what came of it")
  func decisions() {
    var world = idle
    world.suspend(notes, holding: 30 * MiB)
    world.suspend(clock, holding: 50 * MiB)
    world.make(.pressure(.urgent, free: 40 * MiB))
    #expect(world.decisions.map { $0.candidates.map(\.app) } == [[clock, notes]])
    #expect(world.decisions.first?.missing == 40 * MiB)
    #expect(world.decisions.first?.step == .kill(.vmPageShortage))
  }

  @Test("ME4 a newer command takes the place of one that waits, which is told what is missing")
  func superseded() {
    var world = idle
    world.suspend(notes, holding: 30 * MiB)
    let first = world.ask(.memory(.pressure(.urgent, free: 40 * MiB)))
    world.make(.pressure(.normal, free: nil))
    #expect(world.world.outcome(first) == .refused(.notFreed(missing: 40 * MiB, .urgent)))
    world.play()
    #expect(world.memory.level == .normal)
  }

  @Test("ME8 SC2 who runs behind the screen gives up its scenes first, and lives if that is enough; its sessions stay")
  func scenesFirst() {
    for isEnough in [true, false] {
      var world = MemoryWorld([AppDescription(id: pages, style: .scene, supportsMultipleScenes: true)])
      world.keepAwake(pages, holding: 80 * MiB)
      let sessions = world.world.sessions(pages)
      world.ask(.memory(.pressure(.critical, free: 10 * MiB)))
      world.play()
      let told = world.process(pages)?.told ?? []
      #expect(told.contains { if case .scene(_, .disconnect, _, _) = $0 { true } else { false } })
      #expect(world.ends.isEmpty && world.world.lifecycle.apps[pages]?.process?.scenes.isEmpty == true)
      if isEnough { world.grow(pages, to: 40 * MiB) }
      world.pass(.seconds(1))
      world.play()
      #expect(world.ends == (isEnough ? [] : ["pages vm-pageshortage"]))
      #expect(!sessions.isEmpty && world.world.sessions(pages) == sessions)
    }
  }

  @Test("ME8 IN7 a scene that was to be disconnected while the device is locked is kept where that is unlocked first")
  func unlockedFirst() {
    var world = MemoryWorld([AppDescription(id: pages, style: .scene, supportsMultipleScenes: true)])
    world.open(pages, holding: 80 * MiB)
    world.with { $0.act(pages, .beginTask) }
    world.ask(.lock)
    world.play()
    // It is told of this while memory becomes short.
    world.ask(.fact(.proximity(isNear: true)))
    world.ask(.memory(.pressure(.critical, free: 10 * MiB)))
    #expect(world.world.notices.contains { $0.contains("disconnects the background scenes of pages") })
    world.ask(.unlock)
    world.play()
    #expect(world.world.told(pages).hasSuffix("F A") && !world.world.told(pages).contains("DC"))
    #expect(world.broken == nil)
  }
}
