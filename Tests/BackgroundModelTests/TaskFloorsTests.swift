// The floors under planned work, and a developer's way around them: BX7, BX8.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("BX7: no app keeps itself awake by its own requests") struct TaskFloorsTests {
  private static func submit(_ number: Int = 0, _ kind: TaskKind = .refresh) -> AppRequest {
    .schedule(.submit(ScheduledTasksTests.task(number, kind)))
  }

  /// `player` has left the screen, and has been woken for its refresh, which it has not finished.
  private func refreshing() -> World {
    var world = World(running: player)
    world.answer(player, to: Self.submit())
    world.home()
    world.playSteps(player)
    return world
  }

  @Test("BX7 a handler that first submits its next refresh, as Apple's own does, runs every quarter of an hour")
  func spaced() {
    var world = refreshing()
    var sleep = 0
    for _ in 0..<96 {
      #expect(world.answer(player, to: Self.submit()) == .done)
      world.finishWake(player)
      world.play()
      if world.state(player) == .suspended { sleep += 1 }
      world.pass(.seconds(15 * 60))
      world.playSteps(player)
    }
    #expect(world.woken(player).count == 97)
    #expect(sleep == 96)
    #expect(world.laws.broken == nil)
  }

  @Test("BX7 a floor that the configuration makes shorter, or longer again, is so at once")
  func shortened() {
    var world = refreshing()
    world.answer(player, to: Self.submit())
    world.finishWake(player)
    world.play()
    world.pass(.seconds(60))
    #expect(world.woken(player).count == 1)
    var policy = Policy()
    policy.tasks.refresh = .seconds(30)
    world.feed(.policyChanged(policy))
    world.playSteps(player)
    #expect(world.woken(player).count == 2)
    policy.tasks.refresh = .seconds(120)
    world.answer(player, to: Self.submit())
    world.finishWake(player)
    world.play()
    world.feed(.policyChanged(policy))
    #expect(world.tasksDue == world.now + .seconds(120))
  }

  @Test("BX7 the floor holds though the app ends in between, crashes, or is installed again")
  func outlivesProcess() {
    var world = refreshing()
    world.answer(player, to: Self.submit())
    world.act(player, .crash)
    world.play()
    #expect(world.processes.count == 1)
    world.feed(.removed(player))
    world.feed(.installed(AppDescription(waking: player)))
    world.pass(.seconds(14 * 60))
    #expect(world.processes.count == 1)
    world.pass(.seconds(60))
    #expect(world.processes.count == 2)
  }

  @Test("BX7 another identifier, and a date in the past, get no more refreshes")
  func noWayAround() {
    var world = refreshing()
    let past = ScheduledTasksTests.task(1, earliest: Instant(nanoseconds: 0))
    #expect(world.answer(player, to: .schedule(.submit(past))) == .done)
    world.finishWake(player)
    world.play()
    #expect(world.woken(player).count == 1)
    #expect(world.lifecycle.earliestBegin(of: past, by: player) == world.tasksDue)
    // What the app is told of its own request is what it asked for.
    world.open(player)
    #expect(world.answer(player, to: .schedule(.list)) == .pendingTasks([past]))
  }

  @Test("BX7 work does not begin beside work of its identifier; it begins when that has ended")
  func oneAtATime() {
    var policy = Policy()
    policy.tasks.processing = .seconds(1)
    var world = World(running: player, policy: policy)
    world.answer(player, to: Self.submit(0, .processing))
    world.home()
    world.playSteps(player)
    world.answer(player, to: Self.submit(0, .processing))
    world.pass(.seconds(10))
    #expect(world.woken(player).count == 1)
    world.finishWake(player)
    world.playSteps(player)
    #expect(world.woken(player).count == 2)
  }

  @Test("BX7 ten processing tasks of an app begin in an hour, whatever they are called")
  func tenAnHour() {
    var world = World(running: player)
    for number in 0..<10 { world.answer(player, to: Self.submit(number, .processing)) }
    world.home()
    world.play()
    #expect(world.woken(player).count == 10)
    world.open(player)
    for number in 10..<13 { world.answer(player, to: Self.submit(number, .processing)) }
    world.home()
    world.play()
    #expect(world.woken(player).count == 10)
    world.pass(.seconds(60 * 60))
    world.play()
    #expect(world.woken(player).count == 13)
  }

  // MARK: Developers

  @Test("BX8 a pending task runs at once, whatever it waits for, in front too; the request waits for its end")
  func run() {
    var world = World(running: player)
    world.ask(.fact(.battery(level: nil, state: .unplugged)))
    world.play()
    let late = Instant(nanoseconds: 9_000_000_000_000)
    let task = ScheduledTasksTests.task(0, .processing, earliest: late, power: true)
    world.answer(player, to: .schedule(.submit(task)))
    let request = world.ask(.runTask(player, nil))
    #expect(world.woken(player) == [.task(identifier: "task 0", .processing)])
    #expect(world.outcome(request) == nil)
    #expect(world.kept.contains(.store(.dropTask(player, "task 0"))))
    world.finishWake(player)
    #expect(world.outcome(request) == .done)
    #expect(world.result(.runTask(player, nil)) == .refused(.taskNotPending(player, nil)))
  }

  @Test("BX8 no floor holds for a developer, but no two of one identifier run, and one of several is chosen")
  func runRefused() {
    var world = refreshing()
    #expect(world.result(.runTask(player, "task 0")) == .refused(.taskNotPending(player, "task 0")))
    world.answer(player, to: Self.submit())
    #expect(world.result(.runTask(player, "task 0")) == .refused(.taskUnderWay(player, "task 0")))
    world.finishWake(player)
    world.open(player)
    world.answer(player, to: Self.submit(1, .processing))
    world.ask(.runTask(player, "task 0"))
    #expect(world.woken(player).count == 2)
    world.answer(player, to: Self.submit(0))
    #expect(world.result(.runTask(player, nil)) == .refused(.severalTasks(player, ["task 1", "task 0"])))
    #expect(world.result(.runTask(AppID("nobody"), nil)) == .refused(.unknownApp(AppID("nobody"))))
  }

  @Test("BX8 a task that runs is told that its time is up, once; the request waits until the handler has returned")
  func expire() {
    var world = refreshing()
    let request = world.ask(.expireTask(player, nil))
    #expect(world.told(player).hasSuffix("wake expire"))
    #expect(world.outcome(request) == nil)
    #expect(world.result(.expireTask(player, nil)) == .refused(.taskNotRunning(player, nil)))
    world.play()
    #expect(world.outcome(request) == .done)
    #expect(world.state(player) == .suspended)
    #expect(world.result(.expireTask(player, "task 0")) == .refused(.taskNotRunning(player, "task 0")))
  }

  @Test("BX8 BX1 an app that goes on after its time was ended is killed as after any other end")
  func expiredAndDeaf() {
    var world = refreshing()
    #expect(world.result(.expireTask(player, "task 0"), .whenTaken) == .done)
    world.pass(.seconds(6))
    #expect(world.process(player)?.isKilled == true)
  }
}
