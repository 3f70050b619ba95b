// The ends of scene-based apps: TE1, TE2, and the scenes that the user loses with them (SC3).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("TE: termination of scene-based apps") struct SceneTerminationTests {
  @Test("TE1 the system ends an app on screen with T alone; its session stays")
  func bySystem() {
    var world = World(running: reader)
    world.ask(.terminate(reader))
    world.play()
    #expect(world.told(reader) == "L WC F A T")
    #expect(world.records.map(\.reason) == [.terminatedBySystem])
    #expect(world.records.first?.state == .active)
    #expect(world.sessions(reader).count == 1)
  }

  @Test("TE2 force-quit of an app on screen: R, DC, DD, T for all its scenes, those that are seen first")
  func onScreen() {
    var world = World(scenes: ["a", "b", "c"], slots: 2)
    let count = world.process(pages)?.told.count ?? 0
    let quit = world.ask(.quit(pages))
    world.play()
    #expect(world.toldScenes(pages, after: count) == "R(b) R(c) DC(b) DC(c) DC(a) DD T")
    #expect(world.records.map(\.reason) == [.forceQuit])
    #expect(world.sessions(pages).isEmpty)
    #expect(world.outcome(quit) == .done)
    world.open(pages)
    #expect(world.told(pages) == "L WC F A")
    #expect(world.connection(pages)?.session.isNew == true)
  }

  @Test("TE2 SC3 force-quit of an app running in the background: T; what was discarded is told at the next launch")
  func behind() {
    var world = World(running: reader)
    world.act(reader, .beginTask)
    world.home()
    world.play()
    world.ask(.quit(reader))
    world.play()
    #expect(world.told(reader) == "L WC F A R B T")
    world.open(reader)
    #expect(world.told(reader) == "L DD WC F A")
  }

  @Test("TE2 SC3 force-quit of a suspended app: silence, and DD at the next launch, after DF, once")
  func suspended() {
    var world = World(suspended: reader)
    let session = world.sessions(reader)[0]
    world.ask(.quit(reader))
    world.play()
    #expect(world.told(reader) == "L WC F A R B")
    #expect(world.kept.contains(.store(.discardSession(reader, session))))
    world.open(reader)
    #expect(world.told(reader) == "L DD WC F A")
    #expect(world.process(reader)?.told[1] == .aside(.discardSessions([session])))
    #expect(world.connection(reader)?.session.id != session)
    world.home()
    world.play()
    world.open(reader)
    #expect(world.told(reader) == "L DD WC F A R B F A")
  }

  @Test("TE2 SC5 sessions whose scenes are not connected are discarded with the others: nothing of them is restored")
  func notConnected() {
    var world = World(suspended: feeds)
    let session = world.sessions(feeds)[0]
    world.act(feeds, .crash)
    world.wake(feeds)
    world.act(feeds, .fork)
    world.act(feeds, .greet)
    world.playSteps(feeds)
    #expect(world.told(feeds) == "L wake" && world.sessions(feeds) == [session])
    world.ask(.quit(feeds))
    world.play()
    #expect(world.told(feeds) == "L wake DD T")
    #expect(world.records.last?.reason == .forceQuit)
    #expect(world.kept.contains(.store(.discardSession(feeds, session))))
    world.open(feeds)
    #expect(world.connection(feeds)?.session.isNew == true)
    #expect(world.laws.broken == nil)
  }

  @Test("TE2 SC2 SC5 a scene that was closed, and could come back, does not after the user has quit its app")
  func closedBefore() {
    var world = World(scenes: ["a", "b"], slots: 2)
    world.ask(.closeScene(pages, SessionID("a")))
    world.play()
    let count = world.process(pages)?.told.count ?? 0
    world.ask(.quit(pages))
    world.play()
    #expect(world.toldScenes(pages, after: count) == "R(b) DC(b) DD T")
    #expect(world.sessions(pages).isEmpty)
    world.open(pages)
    #expect(world.told(pages) == "L WC F A")
    #expect(world.connection(pages)?.session.isNew == true)
    #expect(world.laws.broken == nil)
  }

  @Test("TE2 SC5 an app that the user quits while the system ends it has lost its scenes all the same")
  func quitDuringTermination() {
    var world = World(running: reader)
    let session = world.sessions(reader)[0]
    world.ask(.terminate(reader))
    #expect(world.told(reader) == "L WC F A T")
    world.ask(.quit(reader))
    world.play()
    #expect(world.records.map(\.reason) == [.terminatedBySystem])
    #expect(world.sessions(reader).isEmpty)
    world.open(reader)
    #expect(world.process(reader)?.told[1] == .aside(.discardSessions([session])))
    #expect(world.connection(reader)?.session.isNew == true)
    #expect(world.laws.broken == nil)
  }

  @Test("TE2 LA10 an app launched while it is swiped away comes back with a new scene, whatever it is in the middle of")
  func launchedMeanwhile() {
    for settled in [true, false] {
      var world = World(running: reader)
      let session = world.sessions(reader)[0]
      if !settled { world.ask(.fact(.proximity(isNear: true))) }
      world.ask(.quit(reader))
      let launch = world.launch(reader)
      world.settle()
      #expect(world.processes.count == 2)
      #expect(world.state(reader) == .active)
      #expect(world.outcome(launch) == .done)
      #expect(world.sessions(reader).count == 1 && world.sessions(reader) != [session])
    }
  }

  @Test("TE2 an app that dies while it is swiped away has lost its scenes all the same")
  func crash() {
    var world = World(running: reader)
    world.ask(.quit(reader))
    world.act(reader, .crash)
    #expect(world.sessions(reader).isEmpty)
    world.open(reader)
    #expect(world.told(reader) == "L DD WC F A")
  }

  @Test("a scene that does not let go within its 5 s is its app's end")
  func hungDisconnect() {
    var world = World(suspended: reader)
    let session = world.sessions(reader)[0]
    world.ask(.closeScene(reader, session))
    world.pass(.seconds(5))
    world.play()
    #expect(world.records.map(\.reason) == [.watchdog(.event, limit: .seconds(5))])
    #expect(world.records.first?.activity?.callback == "sceneDidDisconnect")
  }

  @Test("TE2 the scenes and sessions of an app that is swiped away have 5 s together, and T has its own")
  func goodbye() {
    var world = World(scenes: (0..<8).map { "\($0)" }, slots: 1)
    world.ask(.quit(pages))
    world.act(pages, .acknowledge)
    for _ in 0..<3 {
      world.pass(.milliseconds(1600))
      world.act(pages, .acknowledge)
    }
    #expect(world.told(pages).hasSuffix("A R DC DC DC DC"))
    world.pass(.milliseconds(199))
    #expect(world.process(pages)?.isKilled == false)
    world.pass(.milliseconds(1))
    #expect(world.process(pages)?.isKilled == true)
    world.play()
    #expect(world.records.map(\.reason) == [.watchdog(.terminate, limit: .seconds(5))])
    #expect(world.records.first?.activity?.callback == "sceneDidDisconnect")
    #expect(world.sessions(pages).isEmpty)
    #expect(world.laws.broken == nil)

    world = World(scenes: ["a", "b"], slots: 1)
    world.ask(.quit(pages))
    for _ in 0..<3 {
      world.act(pages, .acknowledge)
      world.pass(.seconds(2))
    }
    #expect(world.told(pages).hasSuffix("A R DC DC DD"))
    #expect(world.process(pages)?.isKilled == true)

    world = World(scenes: ["a", "b"], slots: 1)
    world.ask(.quit(pages))
    for _ in 0..<4 {
      world.act(pages, .acknowledge)
      world.pass(.milliseconds(1600))
    }
    #expect(world.told(pages).hasSuffix("A R DC DC DD T"))
    world.pass(.milliseconds(3399))
    #expect(world.process(pages)?.isKilled == false)
    world.pass(.milliseconds(1))
    #expect(world.process(pages)?.isKilled == true)
    #expect(world.laws.broken == nil)
  }

  @Test(
    "TE2 the system, or a shutdown, does not wait for the goodbye; the record says that the user quit the app",
    arguments: [false, true])
  func hurried(byShutdown: Bool) {
    var world = World(scenes: ["a", "b", "c"], slots: 1)
    let count = world.process(pages)?.told.count ?? 0
    let quit = world.ask(.quit(pages))
    world.act(pages, .acknowledge)
    world.ask(.quit(pages))
    #expect(world.toldScenes(pages, after: count) == "R(c) DC(c)")
    if byShutdown { world.feed(.shutdown) } else { world.ask(.terminate(pages)) }
    world.act(pages, .acknowledge)
    #expect(world.toldScenes(pages, after: count) == "R(c) DC(c) T")
    world.play()
    #expect(world.records.map(\.reason) == [.forceQuit])
    #expect(world.outcome(quit) == .done)
    #expect(world.sessions(pages).isEmpty)
    #expect(world.laws.broken == nil)
  }

  @Test("TE5 a crash gives up the slots of all scenes, and keeps the sessions")
  func crashInFront() {
    var world = World(scenes: ["a", "b"])
    world.act(pages, .crash)
    #expect(world.lifecycle.device.places.isEmpty)
    #expect(Set(world.sessions(pages)) == [SessionID("a"), SessionID("b")])
    world.open(notes)
    world.open(reader)
    #expect(world.state(notes) == .active && world.state(reader) == .active)
  }
}
