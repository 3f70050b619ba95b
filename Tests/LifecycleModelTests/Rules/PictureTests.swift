// The rules of pictures: SN1, SN2.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("SN: pictures") struct PictureTests {
  @Test("SN1 BG1 after B and before the freeze, each scene that left the screen is rendered, and its picture kept")
  func afterB() throws {
    var world = World(scenes: ["a", "b"])
    world.home()
    for _ in 0..<4 { world.act(pages, .acknowledge) }
    #expect(world.told(pages, withPictures: true).hasSuffix("B B snap"))
    world.act(pages, .answer(.pictured(file: "a.svg")))
    #expect(world.process(pages)?.freeze == SimulatedProcess.Freeze.none)
    world.act(pages, .answer(.pictured(file: nil)))
    #expect(world.process(pages)?.freeze == .ordered)
    #expect(world.told(pages, withPictures: true).hasSuffix("B B snap snap"))
    let pictures = world.kept.filter { if case .keepPicture = $0 { true } else { false } }
    #expect(pictures == [.keepPicture(ProcessSerial(number: 1), pages, SessionID("a"), file: "a.svg")])
  }

  @Test("SN1 an app-based app has one picture, that of the app")
  func appBased() {
    var world = World(running: notes)
    world.home()
    for _ in 0..<2 { world.act(notes, .acknowledge) }
    world.act(notes, .answer(.pictured(file: "app.svg")))
    #expect(world.kept == [.keepPicture(ProcessSerial(number: 1), notes, nil, file: "app.svg")])
  }

  @Test(
    "SN1 an app that worked on in the background is rendered again before it is frozen", arguments: [notes, reader])
  func afterWork(app: AppID) {
    var world = World(running: app)
    world.act(app, .beginTask)
    world.home()
    world.play()
    #expect(world.told(app, withPictures: true).hasSuffix("B snap"))
    #expect(world.state(app) == .background)
    world.act(app, .endTask)
    #expect(world.told(app, withPictures: true).hasSuffix("B snap snap"))
    world.act(app, .acknowledge)
    #expect(world.process(app)?.freeze == .ordered)
  }

  @Test("SN1 what did nothing since it was rendered is not rendered again")
  func unchanged() {
    var world = World(suspended: reader)
    let session = world.sessions(reader)[0]
    world.act(reader, .resume)
    world.play()
    #expect(world.told(reader, withPictures: true).hasSuffix("B snap"))
    world.ask(.closeScene(reader, session))
    world.play()
    #expect(world.told(reader, withPictures: true).hasSuffix("B snap DC"))
  }

  @Test("SN2 a late picture delays suspension by its limit and kills nobody", arguments: [notes, reader])
  func late(app: AppID) {
    var world = World(running: app)
    world.home()
    for _ in 0..<2 { world.act(app, .acknowledge) }
    world.pass(.milliseconds(499))
    #expect(world.process(app)?.freeze == SimulatedProcess.Freeze.none)
    world.pass(.milliseconds(1))
    #expect(world.process(app)?.freeze == .ordered)
    #expect(world.process(app)?.isKilled == false)
    #expect(world.reports.contains(.deadline(app, .snapshot, limit: .milliseconds(500), elapsed: .milliseconds(500))))
    world.act(app, .freeze)
    world.launch(app)
    world.play()
    #expect(world.state(app) == .active)
    #expect(world.records.isEmpty)
  }

  @Test("SN2 an app that owes a picture is asked for no other, and for the one that is wanted when it has answered")
  func owed() {
    var world = World(running: feeds)
    world.answer(feeds, to: .beginActivity(mode: "audio"))
    world.home()
    for _ in 0..<2 { world.act(feeds, .acknowledge) }
    func asked() -> Int? { world.process(feeds)?.told.filter(\.isSnapshot).count }
    #expect(asked() == 1)
    let session = world.sessions(feeds)[0]
    for _ in 0..<10 {
      world.act(feeds, .request(.refreshSession(session)))
      world.pass(.milliseconds(500))
    }
    #expect(asked() == 1)
    world.act(feeds, .acknowledge)
    #expect(asked() == 2)
    world.act(feeds, .endActivity)
    world.pass(.milliseconds(500))
    #expect(asked() == 2)
    #expect(world.process(feeds)?.freeze == .ordered)
    world.act(feeds, .freeze)
    #expect(world.state(feeds) == .suspended)
  }

  @Test("SN1 an app that knows no pictures is not asked for one again", arguments: [notes, reader])
  func unsupported(app: AppID) {
    var world = World(running: app)
    world.home()
    for _ in 0..<2 { world.act(app, .acknowledge) }
    world.act(app, .answer(.unsupported))
    #expect(world.process(app)?.freeze == .ordered)
    world.open(app)
    world.act(app, .beginTask)
    world.home()
    world.play()
    world.act(app, .endTask)
    world.play()
    #expect(world.told(app, withPictures: true).split(separator: " ").filter { $0 == "snap" }.count == 1)
    #expect(world.state(app) == .suspended)
  }

  @Test(
    "SN1 a user who comes back while the picture is taken does not wait for more than that",
    arguments: [notes, reader])
  func comesBack(app: AppID) {
    var world = World(running: app)
    world.home()
    for _ in 0..<2 { world.act(app, .acknowledge) }
    world.launch(app)
    #expect(world.told(app, withPictures: true).hasSuffix("B snap"))
    world.act(app, .acknowledge)
    #expect(world.told(app, withPictures: true).hasSuffix("B snap F"))
  }
}
