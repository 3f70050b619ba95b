// The requests of an app about its own scenes: SC4.

import Foundation
import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("SC4: scenes that apps ask for") struct SceneRequestTests {
  private func reply(_ world: World, _ app: AppID) -> AppAnswer? { world.process(app)?.replies.last }

  @Test("SC4 requestSceneSessionActivation without a session makes a new scene, with its activity: WC, F, A")
  func new() throws {
    var world = World(scenes: ["a"], slots: 2)
    world.act(pages, .request(.requestScene(nil, activity: "{}")))
    guard case .session(let session)? = reply(world, pages) else {
      Issue.record("no session was answered")
      return
    }
    world.play()
    #expect(world.toldScenes(pages, after: 4) == "WC(\(session)) F(\(session))+ A(\(session))")
    #expect(world.connection(pages)?.options == LaunchOptions(activity: "{}"))
    #expect(world.scenes(pages) == [SessionID("a"): .foregroundActive, session: .foregroundActive])
  }

  @Test("SC4 with a session it brings that one forward")
  func existing() {
    var world = World(scenes: ["a", "b"], slots: 1)
    world.act(pages, .request(.requestScene(SessionID("a"), activity: nil)))
    #expect(reply(world, pages) == .session(SessionID("a")))
    world.play()
    #expect(world.scenes(pages) == [SessionID("a"): .foregroundActive, SessionID("b"): .background])
  }

  @Test("SC4 an app without several scenes, or behind the screen, or with a session it has not, is refused")
  func refused() {
    var world = World(running: reader)
    world.act(reader, .request(.requestScene(nil, activity: nil)))
    #expect(reply(world, reader) == .oneSceneOnly)
    world.open(notes)
    world.act(notes, .request(.requestScene(nil, activity: nil)))
    #expect(reply(world, notes) == .oneSceneOnly)
    world = World(scenes: ["a"])
    world.act(pages, .request(.requestScene(SessionID("nothing"), activity: nil)))
    #expect(reply(world, pages) == .unknownSession(SessionID("nothing")))
    world.act(pages, .beginTask)
    world.home()
    world.play()
    world.act(pages, .request(.requestScene(nil, activity: nil)))
    #expect(reply(world, pages) == .notInForeground)
  }

  @Test("SC4 requestSceneSessionDestruction: R, B, DC, DD of a scene on screen; a session without a scene: DD")
  func destroy() {
    var world = World(scenes: ["a", "b"])
    let count = world.process(pages)?.told.count ?? 0
    world.act(pages, .request(.destroySession(SessionID("b"))))
    #expect(reply(world, pages) == .done)
    world.play()
    #expect(world.toldScenes(pages, after: count) == "R(b)+ B(b) DC(b) DD")
    world.act(pages, .request(.destroySession(SessionID("b"))))
    #expect(reply(world, pages) == .unknownSession(SessionID("b")))
  }

  @Test("SC4 requestSceneSessionRefresh renders a scene behind the screen anew, not one that is seen")
  func refresh() {
    var world = World(scenes: ["a", "b"], slots: 1)
    world.play()
    let count = world.process(pages)?.told.count ?? 0
    world.act(pages, .request(.refreshSession(SessionID("b"))))
    world.act(pages, .request(.refreshSession(SessionID("a"))))
    #expect(world.process(pages)?.replies == [.done, .done])
    world.home()
    world.play()
    let rendered = world.process(pages)?.told.dropFirst(count).filter(\.isSnapshot).compactMap(\.session) ?? []
    #expect(Set(rendered) == [SessionID("a"), SessionID("b")])
    #expect(rendered.count == 2)
    world.act(pages, .request(.refreshSession(SessionID("nothing"))))
    world.play()
    #expect(world.process(pages)?.replies.last == .unknownSession(SessionID("nothing")))
  }

  // In a process of its own, which a stack that overflows ends.
  @Test("SC4 BG4 an app that asks for all that it may before it is stopped is answered on a small stack")
  func askedOften() async {
    await #expect(processExitsWith: .success) { Self.answerAll() }
  }

  private static func answerAll() {
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
      var world = World(running: reader)
      world.sendHome(reader)
      let session = world.sessions(reader)[0]
      let most = Limit.deferredRequests.number
      for _ in 0..<most { world.act(reader, .request(.refreshSession(session))) }
      world.act(reader, .freeze)
      precondition(world.process(reader)?.replies == Array(repeating: AppAnswer.done, count: most))
      end.signal()
    }
    thread.stackSize = 1 << 20
    thread.start()
    end.wait()
  }

  @Test("BG4 what an app asked in the instant before it froze is answered before it is frozen again")
  func askedWhileFreezing() {
    var world = World(running: reader)
    world.sendHome(reader)
    world.act(reader, .request(.canOpenURL("notes:x")))
    world.act(reader, .request(.refreshSession(SessionID("nothing"))))
    #expect(world.process(reader)?.replies == [])
    let effects = world.feed(.kernel(ProcessSerial(number: 1), .froze()))
    #expect(world.process(reader)?.replies == [.handled(true), .unknownSession(SessionID("nothing"))])
    let answer = effects.lastIndex { if case .reply = $0 { true } else { false } }
    let freeze = effects.lastIndex { if case .freeze = $0 { true } else { false } }
    #expect(answer ?? 1 < freeze ?? 0)
  }

  @Test("BX2 what an app asked together with its end is not answered any more", arguments: [false, true])
  func askedBeforeKill(leaksFirst: Bool) {
    var policy = Policy()
    policy.taskLeak = 1
    var world = World(running: notes, policy: policy)
    world.sendHome(notes)
    if !leaksFirst { world.act(notes, .request(.canOpenURL("notes:x"))) }
    for _ in 0..<2 { world.act(notes, .beginTask) }
    if leaksFirst { world.act(notes, .request(.canOpenURL("notes:x"))) }
    world.act(notes, .freeze)
    #expect(world.process(notes)?.isKilled == true)
    #expect(world.process(notes)?.replies.count == 2)
  }
}
