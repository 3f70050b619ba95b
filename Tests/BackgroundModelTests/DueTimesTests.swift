// The apps that are looked at when the work of one has changed, and the clock that rings for all of them: BX4, BX9.

import Testing

@testable import LifecycleModel
@testable import SimulatedDevice

@Suite("BX4 BX9: the work of one app is looked at alone") struct DueTimesTests {
  private typealias Planned = ScheduledTasksTests

  private static let others = [clock, mail, notes]
  private static let first = TransferName(session: "films", number: 1)

  /// `player` is in front. Each of the others has a transfer and a request for work of which nothing was told: whenever
  /// the model looks at the app, it begins them.
  private func ready() -> World.Unseen {
    let world = World(running: player)
    var lifecycle = world.lifecycle
    // As after a look at all transfers.
    _ = lifecycle.transferTimes.beginLook(of: [], changed: nil, at: world.now)
    for (place, app) in Self.others.enumerated() {
      let request = TransferRequest(Self.first, url: "http://example.com/a")
      lifecycle.apps[app]?.estate.transfers.all = [Transfer(TransferSerial(number: 100 + UInt64(place)), request)]
      lifecycle.apps[app]?.estate.tasks = ScheduledTasks([Planned.task()])
      lifecycle.appsWithTransfers.insert(app)
      lifecycle.appsWithTasks.insert(app)
    }
    return World.Unseen(lifecycle: lifecycle, now: world.now, player: world.process(player)?.serial)
  }

  // MARK: Looking

  @Test("BX9 an app that begins and cancels a transfer has nobody look at those of others; a change of the network has")
  func transfers() {
    var unseen = ready()
    #expect(unseen.ask(TransferTests.request(2)).starting == [player])
    for _ in 0..<3 {
      #expect(unseen.ask(TransferTests.request()).starting == [player])
      #expect(unseen.ask(.transfer(.cancel(Self.first))).starting == [])
    }
    #expect(unseen.handle(.found(.network(.cellular))).starting == Self.others)
  }

  @Test("BX9 nor has the end of a transfer")
  func ends() throws {
    var unseen = ready()
    _ = unseen.ask(TransferTests.request(1))
    _ = unseen.ask(TransferTests.request(2))
    let serial = try #require(unseen.lifecycle.apps[player]?.estate.transfers[Self.first]?.serial)
    #expect(unseen.handle(.transfer(player, serial, .ended(.failed(.lost, "it broke")))).starting == [])
    #expect(unseen.lifecycle.nextTransferDue == unseen.now + .seconds(1))
  }

  @Test("BX4 an app that submits and cancels requests has nobody look at those of others; a change of the network has")
  func tasks() {
    var unseen = ready()
    for _ in 0..<3 {
      #expect(unseen.ask(.schedule(.submit(Planned.task()))).launched == [])
      #expect(unseen.ask(.schedule(.cancel(identifier: nil))).launched == [])
    }
    #expect(unseen.handle(.found(.network(.cellular))).launched == Self.others)
  }

  @Test("BX4 BX9 when the clock rings, the apps whose time has come are looked at")
  func rings() {
    var unseen = ready()
    let soon = unseen.now + .seconds(60)
    unseen.lifecycle.transferTimes[mail] = soon
    unseen.lifecycle.taskTimes[clock] = soon
    unseen.now = soon
    #expect(unseen.handle(.due(.transfers)).starting == [mail])
    #expect(unseen.handle(.due(.tasks)).launched == [clock])
  }

  @Test("BX4 BX9 an app whose time has come is looked at before the clock rings, when another app's work changes")
  func lateClock() {
    var unseen = ready()
    unseen.lifecycle.transferTimes[mail] = unseen.now
    unseen.lifecycle.taskTimes[clock] = unseen.now
    #expect(unseen.ask(TransferTests.request()).starting == [mail, player])
    #expect(unseen.ask(.schedule(.submit(Planned.task()))).launched == [clock])
  }

  @Test("BX4 BX9 all are looked at when the policy is another, and first with the state of a daemon that kept no times")
  func unknown() {
    var unseen = ready()
    let effects = unseen.handle(.policyChanged(Policy()))
    #expect(effects.starting == Self.others && effects.launched == Self.others)
    unseen = ready()
    (unseen.lifecycle.taskTimes, unseen.lifecycle.transferTimes) = (DueTimes(), DueTimes())
    #expect(unseen.ask(TransferTests.request()).starting == Self.others + [player])
    #expect(unseen.ask(.schedule(.submit(Planned.task()))).launched == Self.others)
  }

  // MARK: The clock

  @Test("BX4 the clock rings for the first of all apps, and no more for a request that was cancelled")
  func taskClock() {
    var world = World(sideBySide: [player, feeds])
    let (soon, later, last) = (world.now + .seconds(60), world.now + .seconds(90), world.now + .seconds(100))
    world.answer(player, to: .schedule(.submit(Planned.task(0, earliest: soon))))
    world.answer(player, to: .schedule(.submit(Planned.task(1, .processing, earliest: later))))
    #expect(world.tasksDue == soon)
    world.takeTwin()
    world.answer(player, to: .schedule(.cancel(identifier: "task 0")))
    world.answer(feeds, to: .schedule(.submit(Planned.task(0, earliest: last))))
    #expect(world.tasksDue == later)
    world.answer(player, to: .schedule(.cancel(identifier: nil)))
    world.answer(feeds, to: .schedule(.submit(Planned.task(1, .processing, earliest: last))))
    #expect(world.tasksDue == last)
    #expect(world.laws.broken == nil)
  }

  @Test("BX9 the clock rings for the first transfer of all apps, and then for the next; JSON changes nothing about it")
  func transferClock() {
    var world = World(sideBySide: [player, notes])
    let (soon, later, last) = (world.now + .seconds(30), world.now + .seconds(60), world.now + .seconds(90))
    world.answer(player, to: TransferTests.request(1, earliest: soon))
    world.answer(player, to: TransferTests.request(2, earliest: last))
    world.takeTwin()
    world.answer(notes, to: TransferTests.request(1, earliest: later))
    #expect(world.transfersDue == soon)
    world.answer(player, to: .transfer(.cancel(Self.first)))
    #expect(world.transfersDue == later)
    world.pass(.seconds(60))
    #expect(world.transfersDue == last)
    world.pass(.seconds(30))
    #expect(world.transfersDue == nil)
    let begun = world.transferWork.compactMap { if case .start(let app, _, _, _) = $0 { app } else { nil } }
    #expect(begun == [notes, player])
    #expect(world.laws.broken == nil)
  }
}

extension World {
  /// A model whose effects nobody carries out.
  fileprivate struct Unseen {
    var lifecycle: Lifecycle
    var now: Instant
    /// The process of `player`.
    let player: ProcessSerial?

    mutating func handle(_ input: Input) -> [Effect] { lifecycle.handle(input, at: now) }

    mutating func ask(_ request: AppRequest) -> [Effect] {
      guard let player else { return [] }
      return handle(.app(player, .requested(id: 4711, request)))
    }
  }
}

extension [Effect] {
  /// The apps of which a transfer begins.
  fileprivate var starting: [AppID] {
    compactMap { if case .transfers(.start(let app, _, _, _)) = $0 { app } else { nil } }
  }

  /// The apps that are started.
  fileprivate var launched: [AppID] {
    compactMap { if case .spawn(_, let app, _) = $0 { app } else { nil } }
  }
}
