// The rules of planned background work: BX4.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("BX4: planned background work") struct ScheduledTasksTests {
  static func task(
    _ number: Int = 0, _ kind: TaskKind = .refresh, earliest: Instant? = nil, power: Bool = false, network: Bool = false
  ) -> TaskRequest {
    TaskRequest(
      identifier: "task \(number)", kind: kind, earliest: earliest, needsPower: power, needsNetwork: network)
  }

  /// `player` is active and has planned `tasks`.
  private func planned(_ tasks: TaskRequest...) -> World {
    var world = World(running: player)
    for task in tasks { world.answer(player, to: .schedule(.submit(task))) }
    return world
  }

  private func pending(_ world: World) -> [TaskRequest] { world.lifecycle.apps[player]?.estate.tasks.pending ?? [] }

  // MARK: Submitting

  @Test("BX4 one pending refresh and ten processing requests; one more is refused")
  func limits() {
    var world = planned(Self.task(0))
    #expect(world.answer(player, to: .schedule(.submit(Self.task(1)))) == .tooManyTaskRequests(.refresh))
    for number in 2..<12 {
      #expect(world.answer(player, to: .schedule(.submit(Self.task(number, .processing)))) == .done)
    }
    let eleventh = AppRequest.schedule(.submit(Self.task(12, .processing)))
    #expect(world.answer(player, to: eleventh) == .tooManyTaskRequests(.processing))
    #expect(pending(world).count == 11)
  }

  @Test("BX4 a request for a known identifier replaces it, also when no more can be had")
  func replaced() {
    var world = planned(Self.task(0, network: true))
    let later = Self.task(0, earliest: world.now + .seconds(60))
    #expect(world.answer(player, to: .schedule(.submit(later))) == .done)
    #expect(pending(world) == [later])
    let kept = world.kept.last { if case .store(.keepTask) = $0 { true } else { false } }
    #expect(kept == .store(.keepTask(player, later)))
  }

  @Test("BX4 only identifiers of Info.plist, and only with the mode")
  func notPermitted() {
    var world = World(running: player)
    let other = TaskRequest(identifier: "other", kind: .refresh)
    #expect(world.answer(player, to: .schedule(.submit(other))) == .taskNotPermitted("other"))
    var without = World(running: notes)
    #expect(without.answer(notes, to: .schedule(.submit(Self.task()))) == .lacksMode("fetch"))
    let processing = AppRequest.schedule(.submit(Self.task(0, .processing)))
    #expect(without.answer(notes, to: processing) == .lacksMode("processing"))
  }

  @Test(
    "BX4 an identifier of other bytes that Swift takes for one of Info.plist is none: each spelling would be stored")
  func otherSpelling() {
    var world = World(running: player)
    let kelvin = "\u{212A}"
    #expect(kelvin == "K")
    let asked = world.answer(player, to: .schedule(.submit(TaskRequest(identifier: kelvin, kind: .processing))))
    #expect(asked == .taskNotPermitted(kelvin))
    let own = TaskRequest(identifier: "K", kind: .processing)
    #expect(world.answer(player, to: .schedule(.submit(own))) == .done)
  }

  @Test("BX4 what is cancelled, one or all, is not pending and does not run")
  func cancelled() {
    var world = planned(Self.task(0), Self.task(1, .processing), Self.task(2, .processing))
    #expect(world.answer(player, to: .schedule(.cancel(identifier: "task 1"))) == .done)
    #expect(world.answer(player, to: .schedule(.list)) == .pendingTasks([Self.task(0), Self.task(2, .processing)]))
    #expect(world.answer(player, to: .schedule(.cancel(identifier: nil))) == .done)
    #expect(world.answer(player, to: .schedule(.list)) == .pendingTasks([]))
    #expect(world.answer(player, to: .schedule(.cancel(identifier: "task 1"))) == .done)
    world.home()
    world.play()
    #expect(world.woken(player).isEmpty)
    #expect(world.kept.count { if case .store(.dropTask) = $0 { true } else { false } } == 3)
  }

  // MARK: Running

  @Test("BX4 work begins when its app has left the screen, once, and is no longer pending")
  func runs() {
    var world = planned(Self.task())
    #expect(world.woken(player).isEmpty)
    world.home()
    world.play()
    #expect(world.woken(player) == [.task(identifier: "task 0", .refresh)])
    #expect(pending(world).isEmpty)
    #expect(world.kept.contains(.store(.dropTask(player, "task 0"))))
    world.open(player)
    world.home()
    world.play()
    #expect(world.woken(player).count == 1)
  }

  @Test("BX4 LA4 BX5 work launches its app when that is not running, and its options say for what")
  func launches() {
    var world = planned(Self.task(earliest: Instant(nanoseconds: 100_000_000_000)))
    world.ask(.terminate(player))
    world.play()
    #expect(world.state(player) == .notRunning)
    world.pass(.seconds(100))
    #expect(world.process(player)?.launch.options.wake == .task(identifier: "task 0", .refresh))
    world.play()
    #expect(world.told(player) == "L B wake")
  }

  @Test("BX4 not before its date, and the clock is set for the first of them")
  func earliest() {
    var world = World(suspended: player)
    world.wake(player)
    let (soon, later) = (world.now + .seconds(60), world.now + .seconds(90))
    world.answer(player, to: .schedule(.submit(Self.task(1, .processing, earliest: later))))
    world.answer(player, to: .schedule(.submit(Self.task(0, earliest: soon))))
    world.play()
    #expect(world.tasksDue == soon)
    world.pass(.milliseconds(59_999))
    #expect(world.woken(player).count == 1)
    world.pass(.milliseconds(1))
    world.play()
    #expect(world.woken(player).count == 2)
    #expect(world.tasksDue == later)
    world.pass(.seconds(30))
    world.play()
    #expect(world.woken(player).count == 3)
    #expect(world.tasksDue == nil)
  }

  @Test("BX4 a clock that rings early is set again, and one that is late loses nothing")
  func strayClock() {
    var world = World(suspended: player)
    world.wake(player)
    let soon = world.now + .seconds(60)
    world.answer(player, to: .schedule(.submit(Self.task(earliest: soon))))
    world.play()
    #expect(world.feed(.due(.tasks)) == [.arm(.tasks, at: soon)])
    world.pass(.seconds(1000), late: true)
    #expect(world.woken(player).count == 2)
  }

  @Test("BX4 external power and network are waited for, together if both are asked for")
  func conditions() {
    var world = World(running: player)
    world.ask(.fact(.battery(level: nil, state: .unplugged)))
    world.ask(.fact(.network(.offline)))
    world.play()
    for task in [Self.task(0, network: true), Self.task(1, .processing, power: true, network: true)] {
      world.answer(player, to: .schedule(.submit(task)))
    }
    world.home()
    world.play()
    #expect(world.woken(player).isEmpty)
    world.ask(.fact(.network(.wifi)))
    world.play()
    #expect(world.woken(player) == [.task(identifier: "task 0", .refresh)])
    world.ask(.fact(.battery(level: nil, state: .charging)))
    world.play()
    #expect(world.woken(player).last == .task(identifier: "task 1", .processing))
    #expect(world.tasksDue == nil)
  }

  @Test("BX4 a device whose battery is awaited has no external power, and no app is told", arguments: [false, true])
  func awaitedBattery(isThere: Bool) {
    var world = World(running: player)
    world.feed(.found(.batteryAwaited(true)))
    world.answer(player, to: .schedule(.submit(Self.task(1, .processing, power: true))))
    world.home()
    world.play()
    #expect(world.woken(player).isEmpty)
    #expect(world.feed(.found(.batteryAwaited(true))) == [], "known already")
    world.feed(.found(isThere ? .battery(level: nil, state: .charging) : .batteryAwaited(false)))
    world.play()
    #expect(world.woken(player) == [.task(identifier: "task 1", .processing)])
    #expect(world.noticed(player).isEmpty == !isThere)
  }

  @Test("BX4 processing waits until nothing is in front, or the device is locked", arguments: [false, true])
  func idle(byLock: Bool) {
    var world = planned(Self.task(0, .processing))
    world.open(clock)
    #expect(world.woken(player).isEmpty)
    if byLock { world.ask(.lock) } else { world.home() }
    world.play()
    #expect(world.woken(player) == [.task(identifier: "task 0", .processing)])
  }

  @Test("BX4 processing begins when the app in front is gone, however it went", arguments: [false, true])
  func gone(byCrash: Bool) {
    var world = planned(Self.task(0, .processing))
    world.open(clock)
    if byCrash { world.act(clock, .crash) } else { world.ask(.quit(clock)) }
    world.play()
    #expect(world.woken(player) == [.task(identifier: "task 0", .processing)])
  }

  // MARK: Stopping

  /// `player` is processing, behind the home screen, with `clock` asleep.
  private func processing() -> World {
    var world = World(suspended: clock)
    world.open(player)
    world.answer(player, to: .schedule(.submit(Self.task(0, .processing))))
    world.home()
    world.playSteps(player)
    return world
  }

  @Test("BX4 processing is told to stop when the user returns: to another app, to its own, or to the device")
  func stops() {
    for back in [Wish.activate(clock), .launch(player, Launch(), .foreground), .unlock] {
      var world = processing()
      #expect(world.told(player) == "L A R B wake")
      world.ask(back)
      #expect(world.told(player).hasPrefix("L A R B wake expire"))
      world.ask(.home)
      world.playSteps(player)
      world.pass(.seconds(6))
      #expect(world.process(player)?.isKilled == true)
      #expect(world.told(player).split(separator: " ").count { $0 == "expire" } == 1)
    }
  }

  @Test("BX4 processing that the user's return finds on its way to its app is told to stop at once")
  func stopsUntold() {
    var world = planned(Self.task(0, .processing))
    world.home()
    world.act(player, .acknowledge)
    world.launch(clock)
    #expect(world.woken(player).isEmpty)
    world.act(player, .acknowledge)
    #expect(world.told(player) == "L A R B wake expire")
  }

  @Test("BX4 a refresh goes on when the user returns")
  func refreshGoesOn() {
    var world = planned(Self.task())
    world.home()
    world.playSteps(player)
    world.open(clock)
    #expect(world.told(player) == "L A R B wake")
  }
}
