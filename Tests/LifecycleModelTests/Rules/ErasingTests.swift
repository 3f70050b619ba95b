// An app that begins anew (LA11).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("LA11: erasing") struct ErasingTests {
  /// `reader` is suspended, may use the camera, and has a session, a notification and a setting.
  private func used() -> World {
    var world = World()
    world.open(reader)
    world.ask(.setPermission(reader, .camera, .granted))
    world.ask(.fact(.setting(app: reader, key: "font", value: "12")))
    world.ask(
      .notify(reader, UserNotification(identifier: "a", title: "A", body: "", content: "{}", isRemote: true)))
    world.play()
    world.home()
    world.play()
    return world
  }

  @Test("LA11 an app that runs is ended by the system, and then all of it is forgotten") func running() throws {
    var world = used()
    let session = try #require(world.sessions(reader).first)
    #expect(world.state(reader) == .suspended)
    let request = world.ask(.erase(reader))
    world.play()
    #expect(world.outcome(request) == .done)
    #expect(world.records.last?.reason == .terminatedBySystem)
    #expect(world.lifecycle.apps[reader]?.estate == World().lifecycle.apps[reader]?.estate)
    #expect(world.lifecycle.status(of: .camera, for: reader) == .undetermined)
    for effect in [
      .store(.discardSession(reader, session)), .store(.discardsReported(reader)), .forgetPicture(reader, session),
      .forgetPicture(reader, nil), .store(.keepFact(.permission(app: reader, .camera, nil))),
      .store(.keepFact(.setting(app: reader, key: "font", value: "null"))),
      .store(.keepNotifications(reader, UserNotifications())), .eraseData(reader),
    ] as [Effect] {
      #expect(world.kept.contains(effect), "\(effect)")
    }
    world.open(reader)
    #expect(world.connection(reader)?.session.isNew == true)
  }

  @Test("LA11 one that does not run is erased at once; an unknown one is refused") func notRunning() {
    var world = used()
    world.ask(.quit(reader))
    world.play()
    #expect(world.lifecycle.apps[reader]?.estate.isForceQuit == true)
    #expect(world.result(.erase(reader)) == .done)
    #expect(world.lifecycle.apps[reader]?.estate == World().lifecycle.apps[reader]?.estate)
    #expect(world.result(.erase(AppID("nobody"))) == .refused(.unknownApp(AppID("nobody"))))
  }

  @Test("LA11 the data of an app are erased by its own name, however a client spells that") func spelling() {
    var world = World()
    world.feed(.installed(AppDescription(id: AppID("Kit"), style: .app)))
    // With the Kelvin sign.
    world.ask(.erase(AppID("\u{212A}it")))
    var erased: [[UInt8]] = []
    for case .eraseData(let app) in world.kept { erased.append(Array(app.string.utf8)) }
    #expect(erased == [Array("Kit".utf8)])
  }

  @Test("LA11 LA10 one that is launched while it is torn down is erased before it is launched") func launched() throws {
    var world = used()
    world.journal = []
    let erased = world.ask(.erase(reader))
    world.ask(.launch(reader, Launch(), .foreground))
    world.play()
    #expect(world.outcome(erased) == .done)
    #expect(world.state(reader) == .active)
    let lines = world.journal ?? []
    let gone = try #require(lines.firstIndex { $0.contains("eraseData") })
    let spawned = try #require(lines.firstIndex { $0.contains("    spawn") })
    #expect(gone < spawned)
  }
}
