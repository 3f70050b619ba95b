// Behind the screen: the events of which an app can bring about any number by itself, and their time (BG10).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("BG10: errands behind the screen") struct ErrandTests {
  private static let camera = Holdings(resources: [Holdings.Resource(kind: "camera", path: "/dev/video0")])

  /// Until the app is being stopped, it answers each event after `delay`, does `deed` just before, and ends the task that it has begun
  /// for that just afterwards. How long it ran.
  private func run(_ app: AppID, in world: inout World, delay: Duration, _ deed: Deed) -> Duration {
    let began = world.now
    for _ in 0..<1000 where world.process(app)?.freeze == SimulatedProcess.Freeze.none {
      world.pass(delay)
      world.act(app, deed)
      world.act(app, .acknowledge)
      world.act(app, .endTask)
    }
    return world.now.since(began)
  }

  private func pictures(_ world: World, _ app: AppID) -> Int {
    world.process(app)?.told.filter(\.isSnapshot).count ?? 0
  }

  @Test("BG10 SN1 BG1 an app that asks for a picture in each picture is suspended, and rendered when it has been woken")
  func pictureInEachPicture() {
    var world = World(running: feeds)
    let session = world.sessions(feeds)[0]
    let home = world.home()
    for _ in 0..<2 { world.act(feeds, .acknowledge) }
    let time = run(feeds, in: &world, delay: .milliseconds(400), .request(.refreshSession(session)))
    #expect(world.process(feeds)?.freeze == .ordered)
    #expect(time >= .seconds(5) && time < .seconds(6))
    world.play()
    #expect(world.state(feeds) == .suspended)
    #expect(world.outcome(home) == .done)
    let before = pictures(world, feeds)
    world.wake(feeds)
    world.play()
    #expect(pictures(world, feeds) > before)
    #expect(world.state(feeds) == .suspended)
    #expect(world.laws.broken == nil)
  }

  @Test("BG10 each errand counts, also of an app that answers at once")
  func pictureAtOnce() {
    var world = World(running: reader)
    let session = world.sessions(reader)[0]
    world.home()
    for _ in 0..<2 { world.act(reader, .acknowledge) }
    let time = run(reader, in: &world, delay: .zero, .request(.refreshSession(session)))
    #expect(time == .zero)
    #expect(world.process(reader)?.freeze == .ordered)
    #expect(pictures(world, reader) == 100)
  }

  @Test("BG10 BX1 nor does a background task that is begun in each picture, and ended at once, keep an app running")
  func taskInEachPicture() {
    var world = World(running: notes)
    world.home()
    for _ in 0..<2 { world.act(notes, .acknowledge) }
    let time = run(notes, in: &world, delay: .milliseconds(450), .beginTask)
    #expect(world.process(notes)?.freeze == .ordered)
    #expect(time >= .seconds(5) && time < .seconds(6))
    #expect(world.laws.broken == nil)
  }

  @Test("BG10 BX1 nor does a task that is open only between two pictures")
  func taskBetweenPictures() {
    var world = World(running: reader)
    let session = world.sessions(reader)[0]
    world.home()
    for _ in 0..<2 { world.act(reader, .acknowledge) }
    let began = world.now
    for _ in 0..<100 where world.process(reader)?.freeze == SimulatedProcess.Freeze.none {
      world.pass(.milliseconds(450))
      world.act(reader, .request(.refreshSession(session)))
      for deed in [Deed.beginTask, .acknowledge, .endTask] { world.act(reader, deed) }
    }
    #expect(world.process(reader)?.freeze == .ordered)
    #expect(world.now.since(began) < .seconds(6))
    #expect(world.laws.broken == nil)
  }

  @Test("BG10 BG5 BG8 an app that is rendered again and again is looked at meanwhile")
  func lookedAt() {
    var world = World(running: reader)
    let session = world.sessions(reader)[0]
    world.home()
    for _ in 0..<2 { world.act(reader, .acknowledge) }
    for _ in 0..<2 {
      world.pass(.milliseconds(400))
      world.act(reader, .request(.refreshSession(session)))
      world.act(reader, .acknowledge)
    }
    #expect(world.process(reader)?.looks == [.holdings, .processorTime])
    guard let serial = world.process(reader)?.serial else { return }
    world.change(serial) { $0.holdings = Self.camera }
    while world.act(reader, .look) {}
    world.act(reader, .acknowledge)
    #expect(world.told(reader).hasSuffix("close"))
  }

  @Test(
    "BX1 BG5 BG8 the limits of an app that something keeps awake count while its picture is taken",
    arguments: [notes, reader])
  func limitsCount(app: AppID) {
    var world = World(running: app)
    world.act(app, .beginTask)
    world.home()
    for _ in 0..<2 { world.act(app, .acknowledge) }
    #expect(world.told(app, withPictures: true).hasSuffix("B snap"))
    #expect(world.armed(app).contains(.backgroundTasks))
    #expect(world.process(app)?.looks == [.holdings, .processorTime])
  }

  @Test("BG10 ST7 an app that plays on is rendered as often as it asks, and no request waits for that")
  func picturesOfPlayer() {
    var world = World(running: feeds)
    world.answer(feeds, to: .beginActivity(mode: "audio"))
    let session = world.sessions(feeds)[0]
    let home = world.home()
    for _ in 0..<2 { world.act(feeds, .acknowledge) }
    let notice = world.ask(.fact(.locale("ko_KR")))
    for _ in 0..<30 {
      world.pass(.milliseconds(400))
      world.act(feeds, .request(.refreshSession(session)))
      world.act(feeds, .acknowledgeStep)
    }
    #expect(pictures(world, feeds) > 25)
    #expect(world.outcome(home) == .done && world.outcome(notice) == .done)
    #expect(world.noticed(feeds) == [.locale("ko_KR")])
  }

  @Test("BG10 SC4 scenes that an app gives up behind the screen go for 5 s, and the rest of them when it comes back")
  func scenesBehind() {
    var world = World(scenes: ["a", "b", "c", "d", "e", "f"], slots: 1)
    let home = world.home()
    world.act(pages, .acknowledge)
    #expect(world.told(pages).hasSuffix("R B"))
    for name in ["a", "b", "c", "d", "e"] { world.act(pages, .request(.destroySession(SessionID(name)))) }
    world.act(pages, .acknowledge)
    let time = run(pages, in: &world, delay: .seconds(2), .trace)
    #expect(time == .seconds(6))
    #expect(world.told(pages).hasSuffix("R B DC DC DC"))
    world.play()
    #expect(world.state(pages) == .suspended)
    #expect(world.outcome(home) == .done)
    #expect(Set(world.sessions(pages)) == [SessionID("d"), SessionID("e"), SessionID("f")])
    // Those that are left go at once when a person closes one of them.
    var closed = world
    let discarded = closed.result(.discardScene(pages, SessionID("d")))
    #expect(discarded != .refused(.unknownSession(pages, SessionID("d"))))
    closed.play()
    #expect(!closed.sessions(pages).contains(SessionID("d")))
    #expect(closed.state(pages) == .suspended)
    #expect(closed.laws.broken == nil)
    // SC3: who opens something does not wait for them.
    world.ask(.openURL("\(pages):\(world.nextNumber())", from: nil))
    world.play()
    #expect(world.told(pages).hasSuffix("F open A DC DC DD"))
    #expect(world.sessions(pages) == [SessionID("f")])
    #expect(world.told(pages).split(separator: " ").filter { $0 == "DC" }.count == 5)
    #expect(world.state(pages) == .active)
    #expect(world.laws.broken == nil)
  }

  @Test("BG10 errands that are all wanted at once have one time together; one that has begun has its own to the end")
  func manyAtOnce() {
    var world = World(scenes: ["a", "b", "c", "d"], slots: 1)
    world.home()
    world.act(pages, .acknowledge)
    for name in ["a", "b", "c"] { world.act(pages, .request(.destroySession(SessionID(name)))) }
    world.act(pages, .acknowledge)
    // 4.9 s leave time for a second one; for the third, the report of the sessions, and the picture there is none.
    let time = run(pages, in: &world, delay: .milliseconds(4900), .trace)
    #expect(time == .milliseconds(9800))
    #expect(world.told(pages, withPictures: true).hasSuffix("R B DC DC"))
    world.play()
    #expect(world.state(pages) == .suspended)
    #expect(world.laws.broken == nil)
  }

  @Test("BG10 DB2 beside a debugger errands use up nothing, and when it has left an app has all the time for them")
  func debugged() throws {
    var world = World(running: reader)
    let (session, serial) = (world.sessions(reader)[0], try #require(world.process(reader)?.serial))
    world.feed(.kernel(serial, .traced(by: Debugger(pid: 77, name: "gdb"))))
    world.home()
    for _ in 0..<2 { world.act(reader, .acknowledge) }
    for _ in 0..<30 {
      world.pass(.milliseconds(400))
      world.act(reader, .request(.refreshSession(session)))
      world.act(reader, .acknowledge)
    }
    #expect(pictures(world, reader) == 31)
    world.feed(.kernel(serial, .traced(by: nil)))
    let time = run(reader, in: &world, delay: .milliseconds(400), .request(.refreshSession(session)))
    #expect(time >= .seconds(5) && time < .seconds(6))
    #expect(world.process(reader)?.freeze == .ordered)
  }

  @Test("BG10 SC2 a scene that the user closes goes at once, whatever its app has done before")
  func closedByUser() {
    var world = World(running: reader)
    let session = world.sessions(reader)[0]
    world.home()
    for _ in 0..<2 { world.act(reader, .acknowledge) }
    _ = run(reader, in: &world, delay: .milliseconds(400), .request(.refreshSession(session)))
    world.play()
    let close = world.ask(.closeScene(reader, session))
    world.play()
    #expect(world.outcome(close) == .done)
    #expect(world.told(reader).hasSuffix("R B DC"))
    #expect(world.state(reader) == .suspended)
  }

  @Test("BG10 SC3 an app is told of each scene that the user discards, however long it takes for them")
  func discardedByUser() {
    var world = World(scenes: ["a", "b", "c", "d"], slots: 1)
    world.home()
    world.play()
    for name in ["a", "b", "c"] {
      world.ask(.discardScene(pages, SessionID(name)))
      for _ in 0..<2 {
        world.pass(.seconds(2))
        world.act(pages, .acknowledge)
      }
      world.play()
    }
    #expect(world.told(pages).hasSuffix("DC DD DC DD DC DD"))
    #expect(world.state(pages) == .suspended)
    #expect(world.laws.broken == nil)
  }

  @Test("BG10 BG4 an app that asks for something whenever it is being stopped is stopped, and answered later")
  func askedInEachStop() {
    var world = World(running: notes)
    world.sendHome(notes)
    var stops = 0
    while stops < 1000, world.process(notes)?.freeze == .ordered {
      world.act(notes, .askTime)
      world.act(notes, .freeze)
      stops += 1
    }
    #expect(world.state(notes) == .suspended)
    #expect(stops == 100)
    let replies = world.process(notes)?.replies.count ?? 0
    world.open(notes)
    #expect(world.process(notes)?.replies.count == replies + 1)
    #expect(world.laws.broken == nil)
  }
}
