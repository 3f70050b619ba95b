// The things that outlive a scene: its session, and the word that it was discarded (SC1, SC3, SC5).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("SC: sessions") struct SessionsTests {
  /// `reader` has named its scene's configuration, and given an activity to restore it from.
  private func restorable() -> World {
    var world = World()
    world.launch(reader)
    for deed in [Deed.fork, .greet, .acknowledge] { world.act(reader, deed) }
    world.act(reader, .answer(.connected(configuration: "Default")))
    world.play()
    world.home()
    world.act(reader, .acknowledge)
    world.act(reader, .answer(.restorable(activity: #"{"page":7}"#)))
    world.play()
    return world
  }

  /// The sessions that were to be kept, the latest last.
  private func kept(_ world: World) -> [Session] {
    world.kept.compactMap { if case .store(.keepSession(reader, let session)) = $0 { session } else { nil } }
  }

  @Test("SC1 a new session is asked for its configuration once: it is new when first connected, and kept from then on")
  func new() throws {
    var world = World()
    world.open(reader)
    let session = try #require(world.connection(reader)?.session)
    #expect(session.isNew)
    #expect(session.role == Session.windowRole)
    #expect(kept(world).last == world.lifecycle.apps[reader]?.estate.sessions[session.id])
    #expect(kept(world).last?.isNew == false)
  }

  @Test("SC5 the activity and the configuration are kept when B has returned")
  func keptAfterB() {
    let world = restorable()
    #expect(kept(world).last?.activity == #"{"page":7}"#)
    #expect(kept(world).last?.configuration == "Default")
  }

  @Test("SC5 SC2 a scene that reconnects is given its activity and its configuration back", arguments: [false, true])
  func restored(afterKill: Bool) {
    var world = restorable()
    if afterKill {
      world.ask(.terminate(reader))
    } else {
      let session = world.sessions(reader)[0]
      world.ask(.closeScene(reader, session))
    }
    world.play()
    world.open(reader)
    #expect(world.connection(reader)?.session.activity == #"{"page":7}"#)
    #expect(world.connection(reader)?.session.configuration == "Default")
    #expect(world.connection(reader)?.session.isNew == false)
  }

  @Test("SC5 an app that gives no activity any more is not restored from the old one; one that says nothing is")
  func forgotten() {
    for (answer, activity) in [(Acknowledgement.restorable(activity: nil), nil), (.handled, #"{"page":7}"#)] {
      var world = restorable()
      world.open(reader)
      world.home()
      world.act(reader, .acknowledge)
      world.act(reader, .answer(answer))
      world.play()
      #expect(world.lifecycle.apps[reader]?.estate.sessions.all.first?.activity == activity)
    }
  }

  @Test("SC3 a session discarded while its app is not running is told at its next launch, after DF, and once")
  func discardedWhileNotRunning() {
    var world = World(scenes: ["a", "b"])
    world.ask(.terminate(pages))
    world.play()
    #expect(world.result(.discardScene(pages, SessionID("a"))) == .done)
    #expect(world.kept.contains(.store(.discardSession(pages, SessionID("a")))))
    #expect(world.kept.contains(.forgetPicture(pages, SessionID("a"))))
    world.open(pages)
    #expect(world.toldScenes(pages) == "L DD WC(b) F(b)+ A(b)")
    #expect(world.process(pages)?.told[1] == .aside(.discardSessions([SessionID("a")])))
    let reported = world.kept.last { if case .store(.discardsReported) = $0 { true } else { false } }
    #expect(reported == .store(.discardsReported(pages)))
    world.ask(.terminate(pages))
    world.play()
    world.open(pages)
    #expect(world.toldScenes(pages) == "L WC(b) F(b)+ A(b)")
  }

  @Test("SC3 what was told to an app that died before it had handled it is told again")
  func toldAgain() {
    var world = World(scenes: ["a", "b"])
    world.ask(.terminate(pages))
    world.play()
    world.ask(.discardScene(pages, SessionID("a")))
    world.launch(pages)
    for deed in [Deed.fork, .greet, .acknowledge, .crash] { world.act(pages, deed) }
    world.open(pages)
    #expect(world.toldScenes(pages) == "L DD WC(b) F(b)+ A(b)")
  }

  @Test("SC3 a scene of a suspended app is discarded: it is continued for DC and DD, and frozen again")
  func discardedWhileSuspended() {
    var world = World(suspended: reader)
    let session = world.sessions(reader)[0]
    world.ask(.discardScene(reader, session))
    world.play()
    #expect(world.told(reader) == "L WC F A R B DC DD")
    #expect(world.state(reader) == .suspended)
    #expect(world.sessions(reader).isEmpty)
  }

  @Test("SC3 IN7 an app that gives up one session in the word of another's end leaves the screen first")
  func discardsWhileLeaving() {
    var world = World(scenes: ["a", "b", "c"], slots: 1)
    world.ask(.terminate(pages))
    world.play()
    world.open(pages)
    world.act(pages, .request(.destroySession(SessionID("a"))))
    #expect(world.told(pages).hasSuffix("A DD"))
    let lock = world.ask(.lock)
    #expect(world.result(.userInput(pages, "{}")) == .refused(.notActive(pages, .active)))
    world.act(pages, .request(.destroySession(SessionID("b"))))
    world.act(pages, .acknowledge)
    #expect(world.told(pages).hasSuffix("A DD R"))
    world.play()
    #expect(world.told(pages).hasSuffix("A DD R B DD"))
    #expect(world.outcome(lock) == .done)
    #expect(world.laws.broken == nil)
  }

  @Test("SC1 a session that never was connected is discarded without a word")
  func neverConnected() {
    var world = World(scenes: ["a"], slots: 1)
    world.ask(.newScene(pages, named: SessionID("b")))
    world.ask(.discardScene(pages, SessionID("b")))
    world.play()
    #expect(!world.told(pages).contains("DD"))
    #expect(world.sessions(pages) == [SessionID("a")])
  }

  @Test("SC1 sessions outlive a crash, and the app's bundle, too, while it is replaced")
  func outlive() {
    var world = restorable()
    let sessions = world.lifecycle.apps[reader]?.estate.sessions
    world.act(reader, .crash)
    #expect(world.lifecycle.apps[reader]?.estate.sessions == sessions)
    world.feed(.removed(reader))
    world.feed(.removed(reader))
    world.feed(.installed(AppDescription(id: reader, style: .scene)))
    #expect(world.lifecycle.apps[reader]?.estate.sessions == sessions)
    world.open(reader)
    #expect(world.connection(reader)?.session.isNew == false)
  }

  @Test("SC1 SC3 sessions that were kept on disk are known again, whether the app is installed before or after")
  func recalled() {
    for isInstalledFirst in [false, true] {
      var world = World()
      let old = Session(id: SessionID("old"), configuration: "Default", activity: "{}", used: 7)
      let kept = Sessions([Session(id: SessionID("older"), used: 3), old], discarded: [SessionID("gone")])
      let editor = AppID("editor")
      let description = AppDescription(id: editor, style: .scene, supportsMultipleScenes: true)
      for install in [isInstalledFirst, !isInstalledFirst] {
        world.feed(install ? .installed(description) : .recalled(.sessions(editor, kept)))
      }
      world.open(editor)
      #expect(world.toldScenes(editor) == "L DD WC(old) F(old)+ A(old)")
      #expect(world.connection(editor)?.session.activity == "{}")
      #expect(world.lifecycle.apps[editor]?.estate.sessions[SessionID("old")]?.used ?? 0 > 7)
    }
  }

  @Test("SC1 what an app does not know of cannot be shown, closed or discarded")
  func unknown() {
    var world = World(running: reader)
    let nothing = SessionID("nothing")
    let refusal = Outcome.refused(.unknownSession(reader, nothing))
    #expect(world.result(.activateScene(reader, nothing)) == refusal)
    #expect(world.result(.closeScene(reader, nothing)) == refusal)
    #expect(world.result(.discardScene(reader, nothing)) == refusal)
    #expect(world.result(.discardScene(AppID("nobody"), nothing)) == .refused(.unknownApp(AppID("nobody"))))
  }

  @Test("LS1 a session of the app's version before, which had scenes, is not shown", arguments: [false, true])
  func updatedToNoScenes(isRunning: Bool) {
    var world = World(running: reader)
    let session = world.sessions(reader)[0]
    world.ask(.terminate(reader))
    world.play()
    world.feed(.installed(AppDescription(id: reader, style: .app)))
    if isRunning { world.open(reader) }
    world.open(notes)
    #expect(world.result(.activateScene(reader, session)) == .refused(.noScenes(reader)))
    world.play()
    #expect(world.lifecycle.device.front == [notes])
    #expect(world.state(notes) == .active && world.state(reader) == (isRunning ? .suspended : .notRunning))
  }

  @Test("SC4 a second scene is for apps that support several; an app-based app has none")
  func oneSceneOnly() {
    var world = World(running: reader)
    #expect(world.result(.newScene(reader, named: SessionID("b"))) == .refused(.oneSceneOnly(reader)))
    #expect(world.result(.newScene(notes, named: SessionID("b"))) == .refused(.noScenes(notes)))
  }
}
