// Requests that wait until an app has come to rest, and apps that do not come there by themselves (ST7).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("ST7: requests that wait for an app") struct RestTests {
  /// `pages` answers what it was told half a second before; as soon as one of its scenes is active it wants the other.
  private func goFromSceneToScene(in world: inout World) {
    if ["A", "notice"].contains(world.process(pages)?.told.last?.letter ?? "") {
      let front = world.lifecycle.device.places.first?.session
      let other = SessionID(front == SessionID("a") ? "b" : "a")
      #expect(world.answer(pages, to: .requestScene(other, activity: nil)) == .session(other))
    }
    world.pass(.milliseconds(500))
    world.act(pages, .acknowledge)
  }

  @Test("ST7 a request that waits for an app which goes from scene to scene without end is answered")
  func neverRests() {
    var world = World(scenes: ["a", "b"], slots: 1)
    let notice = world.ask(.fact(.locale("ko_KR")))
    let began = world.now
    for _ in 0..<200 where world.outcome(notice) == nil { goFromSceneToScene(in: &world) }
    #expect(world.outcome(notice) == .done)
    #expect(world.now.since(began) <= world.lifecycle.policy.longestUnrest + .seconds(5))
  }

  @Test("ST7 DB2 an app with a debugger takes the time that it takes, and no longer when that has left")
  func debugged() throws {
    var world = World(scenes: ["a", "b"], slots: 1)
    let serial = try #require(world.process(pages)?.serial)
    world.feed(.kernel(serial, .traced(by: Debugger(pid: 77, name: "gdb"))))
    let notice = world.ask(.fact(.locale("ko_KR")))
    let began = world.now
    while world.now.since(began) <= world.lifecycle.policy.longestUnrest { goFromSceneToScene(in: &world) }
    #expect(world.outcome(notice) == nil)
    world.feed(.kernel(serial, .traced(by: nil)))
    #expect(world.outcome(notice) == .done)
  }

  @Test("ST7 a request that an earlier daemon has left without its time waits for the rest, and a later one does not")
  func leftWithoutTime() throws {
    var world = World(scenes: ["a", "b"], slots: 1)
    let earlier = world.ask(.fact(.locale("ko_KR")))
    goFromSceneToScene(in: &world)
    let later = world.ask(.fact(.locale("de_DE")))
    let left = try world.lifecycle.edited { members in
      guard var waiters = members["waiters"] as? [[String: Any]], !waiters.isEmpty else { return }
      waiters[0]["since"] = nil
      members["waiters"] = waiters
    }
    #expect(left != world.lifecycle)
    world.goOn(with: left)
    let began = world.now
    for _ in 0..<200 where world.outcome(later) == nil { goFromSceneToScene(in: &world) }
    #expect(world.outcome(later) == .done)
    #expect(world.now.since(began) <= world.lifecycle.policy.longestUnrest + .seconds(5))
    #expect(world.outcome(earlier) == nil)
    world.play()
    #expect(world.outcome(earlier) == .done)
  }

  @Test("ST7 ST5 BG10 a launch waits for a slot, also where the app has used up its time for errands meanwhile")
  func waitsForSlot() {
    var world = World(installed: Policy(leave: .seconds(60)))
    for name in ["a", "b", "c", "d"] { world.newScene(name) }
    world.open(notes)
    let launch = world.launch(pages)
    world.act(pages, .acknowledge)
    #expect(world.told(pages).hasSuffix("F"))
    for name in ["a", "b", "c"] { world.act(pages, .request(.destroySession(SessionID(name)))) }
    // The last of these, DD, comes after 6 s.
    for _ in 0..<4 {
      world.pass(.seconds(2))
      world.act(pages, .acknowledge)
    }
    #expect(world.told(pages).hasSuffix("F DC DC DC DD"))
    #expect(world.state(pages) == .inactive)
    #expect(world.outcome(launch) == nil)
    // R.
    world.act(notes, .acknowledge)
    world.act(pages, .acknowledge)
    #expect(world.told(pages).hasSuffix("DD A"))
    #expect(world.outcome(launch) == .done)
    #expect(world.laws.broken == nil)
  }
}
