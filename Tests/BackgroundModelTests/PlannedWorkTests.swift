// Planned work whose app ends, goes, comes back, or may not live behind the screen (BX4, BX5).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("BX4: planned work that outlives its app") struct PlannedWorkTests {
  private typealias Planned = ScheduledTasksTests

  /// `player` is active and has planned `tasks`.
  private func planned(_ tasks: TaskRequest...) -> World {
    var world = World(running: player)
    for task in tasks { world.answer(player, to: .schedule(.submit(task))) }
    return world
  }

  private func pending(_ world: World) -> [TaskRequest] { world.lifecycle.apps[player]?.estate.tasks.pending ?? [] }

  @Test("BX4 requests survive the daemon, whether their app is there before them or after", arguments: [false, true])
  func restarted(recallsFirst: Bool) {
    let date = Instant(nanoseconds: 100_000_000_000)
    var world = planned(Planned.task(0, earliest: date), Planned.task(1, .processing, network: true))
    world.restart([AppDescription(waking: player)], recallsFirst: recallsFirst)
    // The network is there.
    #expect(world.process(player)?.launch.options.wake == .task(identifier: "task 1", .processing))
    #expect(pending(world) == [Planned.task(0, earliest: date)])
    #expect(world.tasksDue == date)
  }

  @Test("BX4 requests of a removed app do not run, and wait for its return")
  func removed() {
    let date = Instant(nanoseconds: 100_000_000_000)
    var world = planned(Planned.task(earliest: date))
    world.ask(.terminate(player))
    world.play()
    world.feed(.removed(player))
    world.pass(.seconds(200))
    #expect(world.state(player) == .notRunning)
    #expect(!world.kept.contains(.store(.dropTask(player, "task 0"))))
    world.feed(.installed(AppDescription(waking: player)))
    #expect(world.process(player)?.launch.options.wake == .task(identifier: "task 0", .refresh))
  }

  @Test("BX4 BX5 a force-quit app's work waits until the user has opened it, and left it")
  func forceQuit() {
    var world = planned(Planned.task())
    world.ask(.quit(player))
    world.play()
    world.pass(.seconds(60))
    #expect(world.state(player) == .notRunning)
    world.launchInBackground(player)
    world.play()
    #expect(pending(world).count == 1)
    world.open(player)
    #expect(world.woken(player).isEmpty)
    world.home()
    world.play()
    #expect(world.woken(player).count == 1)
  }

  @Test("BX4 BG7 work of an app that cannot live behind the screen waits until a new version of it can")
  func exitsOnSuspend() {
    var world = World()
    world.feed(.installed(AppDescription(waking: player, exitsOnSuspend: true)))
    world.open(player)
    world.answer(player, to: .schedule(.submit(Planned.task())))
    world.home()
    world.play()
    #expect(world.state(player) == .notRunning)
    world.feed(.installed(AppDescription(waking: player)))
    world.play()
    #expect(world.woken(player) == [.task(identifier: "task 0", .refresh)])
  }

  @Test("BX4 work of an app that is ending waits for the end, and then launches it")
  func ending() {
    var world = planned(Planned.task())
    world.ask(.terminate(player))
    #expect(pending(world).count == 1)
    world.play()
    #expect(world.processes.count == 2)
    #expect(world.woken(player) == [.task(identifier: "task 0", .refresh)])
  }

  @Test("BX4 what several deferred requests ask for at once runs once")
  func deferredRequests() {
    var world = World(running: player)
    world.sendHome(player)
    for task in [Planned.task(0), Planned.task(1, .processing)] {
      world.act(player, .request(.schedule(.submit(task))))
    }
    world.act(player, .freeze)
    world.play()
    #expect(world.woken(player).count == 2)
    #expect(world.laws.broken == nil)
  }
}
