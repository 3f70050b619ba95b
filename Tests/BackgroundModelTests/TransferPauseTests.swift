// The pauses of transfers: between attempts, and between the wakes for their ends: BX10, BX11.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("BX10 BX11: the pauses of transfers") struct TransferPauseTests {
  private static let broken = TransferFact.ended(.failed(.lost, "it broke"))

  // MARK: Attempts

  /// `notes` is active, and has begun a transfer.
  private func begun() -> World {
    var world = World(running: notes)
    #expect(world.answer(notes, to: TransferTests.request()) == .done)
    return world
  }

  /// An attempt breaks off when so many bytes are here. Returns the pause after it, and lets that pass.
  private func pause(after received: Int64, in world: inout World) -> Duration? {
    world.news(1, .progressed(received: received))
    world.news(1, Self.broken)
    let pause = world.transfersDue?.since(world.now)
    if let pause { world.pass(pause) }
    return pause
  }

  @Test("BX11 a server that brings a few new bytes each time is asked ever less often, and the transfer has not failed")
  func fewBytes() {
    var world = begun()
    let expected = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600].map { Duration.seconds($0) }
    let pauses = expected.indices.compactMap { pause(after: 10 * Int64($0 + 1), in: &world) }
    #expect(pauses == expected)
    #expect(world.started.count == expected.count + 1)
  }

  @Test("BX11 64 KiB are followed by the first pause again; one byte less is not enough")
  func muchEachTime() {
    var world = begun()
    var received: Int64 = 0
    for _ in 0..<20 {
      received += 65_536
      #expect(pause(after: received, in: &world) == .seconds(1))
    }
    #expect(pause(after: received + 65_535, in: &world) == .seconds(2))
  }

  @Test("BX11 the bytes of several short attempts count together")
  func littleEachTime() {
    var world = begun()
    let pauses = (1...8).compactMap { pause(after: 20_000 * $0, in: &world) }
    let expected = [1, 2, 4, 1, 2, 4, 8, 1].map { Duration.seconds($0) }
    #expect(pauses == expected)
  }

  @Test("BX11 attempts that bring nothing do not slow those that follow for ever")
  func brokenNetwork() {
    var world = begun()
    for _ in 0..<5 { _ = pause(after: 0, in: &world) }
    for number in 1...10 as ClosedRange<Int64> {
      world.pass(.seconds(3))
      #expect(pause(after: 100 * number, in: &world) == .seconds(1))
    }
  }

  @Test("BX11 so is an attempt that brings something in more than a second; one that brings nothing is not")
  func longAttempts() {
    var world = begun()
    for received in [10, 20, 30] as [Int64] { _ = pause(after: received, in: &world) }
    world.pass(.seconds(5))
    #expect(pause(after: 40, in: &world) == .seconds(1))
    #expect(pause(after: 50, in: &world) == .seconds(2))
    world.pass(.seconds(60))
    #expect(pause(after: 50, in: &world) == .seconds(4))
  }

  @Test("BX11 the part that an earlier daemon has left counts against the quota before anything is said of it")
  func recalledParts() {
    var policy = Policy()
    policy.transfers.quota = 1000
    var world = World(policy: policy)
    let transfers = (1...2).map { number in
      Transfer(
        TransferSerial(number: UInt64(number)),
        TransferRequest(TransferName(session: "films", number: number), url: "http://example.com/a"),
        received: number == 1 ? 700 : 0)
    }
    world.feed(.recalled(.transfers(notes, transfers)))
    world.feed(.installed(AppDescription(id: notes, style: .app)))
    let rooms = world.transferWork.compactMap { work in
      if case .start(_, _, let room, _) = work { room } else { nil }
    }
    #expect(rooms == [1000, 300])
  }

  // MARK: Wakes

  /// `notes`, which has no background mode, has begun a transfer in each of four sessions, and is suspended.
  private func left() -> World {
    var world = World(running: notes)
    for number in 1...4 { #expect(world.answer(notes, to: TransferTests.request(session: "\(number)")) == .done) }
    world.home()
    world.play()
    return world
  }

  /// The transfer of this session ends, and everybody behaves.
  private func end(_ session: Int, in world: inout World) {
    world.news(UInt64(session), .ended(.done(status: 200, file: "Library/Caches/transfer-\(session)", size: 7)))
    world.play()
  }

  private func pass(_ seconds: Int, in world: inout World) {
    world.pass(.seconds(seconds))
    world.play()
  }

  /// The sessions that the newest process of `notes` was told of.
  private func told(_ world: World) -> [String] {
    world.woken(notes).compactMap { if case .transfers(let session) = $0 { session } else { nil } }
  }

  @Test("BX7 BX10 behind the screen an app is woken again after a minute, then two, of all that has ended meanwhile")
  func everLater() {
    var world = left()
    world.takeTwin()
    end(1, in: &world)
    #expect(told(world) == ["1"] && world.state(notes) == .suspended)
    pass(5, in: &world)
    end(2, in: &world)
    pass(54, in: &world)
    #expect(told(world) == ["1"] && world.state(notes) == .suspended)
    pass(1, in: &world)
    #expect(told(world) == ["1", "2"])
    end(3, in: &world)
    end(4, in: &world)
    pass(119, in: &world)
    #expect(told(world) == ["1", "2"] && world.state(notes) == .suspended)
    pass(1, in: &world)
    #expect(told(world) == ["1", "2", "3", "4"] && world.transfersDue == nil)
  }

  @Test("BX7 BX10 an app that ends after each wake is launched behind the screen no sooner")
  func launchedAgain() {
    var world = left()
    for session in 1...2 {
      world.ask(.terminate(notes))
      world.play()
      end(session, in: &world)
    }
    #expect(world.state(notes) == .notRunning && world.processes.count == 2)
    pass(60, in: &world)
    #expect(told(world) == ["2"] && world.processes.count == 3)
  }

  @Test("BX10 an app that the user opens is told at once, and behind the screen the next end does not wait then")
  func visit() {
    var world = left()
    end(1, in: &world)
    end(2, in: &world)
    #expect(told(world) == ["1"])
    world.open(notes)
    #expect(told(world) == ["1", "2"])
    end(3, in: &world)
    #expect(told(world) == ["1", "2", "3"])
    world.home()
    world.play()
    end(4, in: &world)
    #expect(told(world) == ["1", "2", "3", "4"])
  }

  @Test("BX10 a background task that the app begins for an instant in such a wake brings the next one no sooner")
  func instantTask() {
    var world = left()
    world.news(1, .ended(.done(status: 200, file: "Library/Caches/transfer-1", size: 7)))
    #expect(world.state(notes) == .background && told(world) == ["1"])
    world.act(notes, .beginTask)
    end(2, in: &world)
    #expect(told(world) == ["1"])
    world.act(notes, .endTask)
    world.play()
    #expect(told(world) == ["1"] && world.state(notes) == .suspended)
    pass(60, in: &world)
    #expect(told(world) == ["1", "2"])
  }

  @Test("BX10 the pause between two of these wakes grows to an hour")
  func longest() {
    var world = World(running: notes)
    let count = 10
    for number in 1...count { world.answer(notes, to: TransferTests.request(session: "\(number)")) }
    world.home()
    world.play()
    var pauses: [Duration] = []
    for session in 1...count {
      end(session, in: &world)
      guard let due = world.transfersDue else { continue }
      pauses.append(due.since(world.now))
      world.pass(due.since(world.now))
      world.play()
    }
    let expected = [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600].map { Duration.seconds($0) }
    #expect(pauses == expected)
    #expect(told(world).count == count)
  }
}

extension World {
  fileprivate mutating func news(_ serial: UInt64, _ fact: TransferFact) {
    feed(.transfer(notes, TransferSerial(number: serial), fact))
  }
}
