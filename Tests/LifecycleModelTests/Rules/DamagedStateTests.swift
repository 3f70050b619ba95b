// Numbers that no daemon writes, in the state that the next one goes on with: nothing traps, and apps live on.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("Damaged states") struct DamagedStateTests {
  /// The higher of the two numbers that a `Duration` is in JSON.
  private static let highs: [Int64] = [.min, -1, .max]

  @Test("BG10 a time of errands out of all range is whole again when the app has left the screen", arguments: highs)
  func errands(high: Int64) throws {
    var world = World(running: reader)
    let session = world.sessions(reader)[0]
    world.home()
    for _ in 0..<2 { world.act(reader, .acknowledge) }
    #expect(world.told(reader, withPictures: true).hasSuffix("B snap"))
    let damaged = try world.lifecycle.edited { members in
      if members["errands"] != nil { members["errands"] = [high, high < 0 ? UInt64.min : UInt64.max] as [Any] }
    }
    #expect(damaged != world.lifecycle)
    world.goOn(with: damaged)
    world.play()
    #expect(world.state(reader) == .suspended)
    world.open(reader)
    world.home()
    for _ in 0..<2 { world.act(reader, .acknowledge) }
    let began = world.now
    for _ in 0..<100 where world.process(reader)?.freeze == SimulatedProcess.Freeze.none {
      world.pass(.milliseconds(400))
      world.act(reader, .request(.refreshSession(session)))
      world.act(reader, .acknowledge)
    }
    let time = world.now.since(began)
    #expect(time >= .seconds(5) && time < .seconds(6))
  }

  @Test("BX11 a transfer with numbers out of all range is tried again within the longest pause", arguments: highs)
  func transfer(high: Int64) throws {
    var world = World(installed: Policy())
    let serial = TransferSerial(number: 1)
    let request = TransferRequest(TransferName(session: "films", number: 1), url: "http://example.com/a")
    world.feed(.recalled(.transfers(notes, [Transfer(serial, request)])))
    let damaged = try world.lifecycle.edited { members in
      if members["paidFor"] == nil { return }
      members["pause"] = [high, UInt64.max] as [Any]
      members["paidFor"] = high
      members["furthest"] = Int64.max
      let began = ["nanoseconds": UInt64.max]
      members["attempt"] = ["began": began, "furthest": high, "isAnswered": false] as [String: Any]
    }
    #expect(damaged != world.lifecycle)
    world.goOn(with: damaged)
    world.feed(.transfer(notes, serial, .ended(.failed(.lost, "no answer"))))
    let due = try #require(world.transfersDue)
    #expect(due > world.now && due <= world.now + world.lifecycle.policy.transfers.longestPause)
  }
}
