// Alerts that ask for permissions, and the neighbours of the app that asks (PR2 beside ST5).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("PR2 ST5: alerts side by side") struct PromptsSideBySideTests {
  /// The ways in which an app leaves the screen and its neighbour stays.
  enum Way: CaseIterable { case quit, terminate, erase, crash, closeScene, destroySession }

  @Test(
    "PR2 IN5 an app under its neighbour's alert is active again when that goes, however it does",
    arguments: Way.allCases)
  func neighbour(way: Way) {
    var world = World(underAlertOf: way.app)
    #expect(world.state(clock) == .inactive && world.lifecycle.device.prompt?.app == way.app)
    world.leave(by: way)
    world.play()
    #expect(world.lifecycle.device.front == [clock])
    #expect(world.told(clock) == "L A R A" && world.state(clock) == .active)
    #expect(world.result(.userInput(clock, "{}"), .whenTaken) == .done)
    #expect(world.laws.broken == nil)
  }

  @Test(
    "PR2 the alert that waits behind a neighbour's is shown when that goes, however it does", arguments: Way.allCases)
  func waiting(way: Way) {
    var world = World(underAlertOf: way.app)
    world.answer(clock, to: .requestPermission(service: "photos"))
    world.leave(by: way)
    world.play()
    #expect(world.lifecycle.device.prompt?.app == clock)
    #expect(world.told(clock) == "L A R A R" && world.state(clock) == .inactive)
  }

  @Test("PR2 LA10 the alert of an app that was quit is not over the process that is launched after it")
  func launchedAnew() {
    var world = World(underAlertOf: notes)
    world.ask(.quit(notes))
    world.play(clock)
    world.launch(notes)
    #expect(world.lifecycle.device.prompt == nil)
    world.settle()
    #expect(world.told(clock) == "L A R A")
    #expect(world.state(notes) == .active && world.state(clock) == .active)
  }

  @Test("PR2 TE5 a neighbour is active again where an app that is killed in front is launched behind the screen then")
  func launchedBehind() {
    var world = World(underAlertOf: notes)
    world.act(notes, .garbage)
    world.launchInBackground(notes)
    world.settle()
    #expect(world.state(notes) == .suspended && world.lifecycle.device.front == [clock])
    #expect(world.told(clock) == "L A R A" && world.state(clock) == .active)
  }

  @Test("PR2 PR4 an alert that the settings have answered covers nobody when its app comes back, and asks nobody")
  func answeredInSettings() {
    var world = World(underAlertOf: notes)
    world.open(mail)
    world.open(clock)
    #expect(world.state(notes) == .suspended && world.lifecycle.isAsked(for: .camera, by: notes))
    world.ask(.setPermission(notes, .camera, .denied))
    world.play()
    #expect(!world.lifecycle.isAsked(for: .camera, by: notes))
    let told = world.told(clock)
    world.launch(notes)
    #expect(!world.lifecycle.device.isCovered)
    #expect(world.result(.answerPrompt(.allow)) == .refused(.noPrompt))
    world.play()
    #expect(world.told(clock) == told && world.state(clock) == .active && world.state(notes) == .active)
    #expect(world.process(notes)?.replies == [.permission(.denied)])
    #expect(world.lifecycle.status(of: .camera, for: notes) == .denied)
  }
}

extension PromptsSideBySideTests.Way {
  /// The app that goes.
  fileprivate var app: AppID {
    switch self {
    case .quit, .terminate, .erase, .crash: notes
    case .closeScene, .destroySession: pages
    }
  }
}

extension World {
  /// `clock` is beside `app`, which asks for the camera.
  fileprivate init(underAlertOf app: AppID) {
    var policy = Policy(foregroundSlots: 2)
    policy.privacy = .ask
    self.init(installed: policy)
    for asking in [clock, app] {
      feed(
        .installed(
          AppDescription(
            id: asking, style: asking == pages ? .scene : .app, supportsMultipleScenes: asking == pages,
            purposes: Set(PrivacyService.allCases))))
      open(asking)
    }
    answer(app, to: .requestPermission(service: "camera"))
    play()
  }

  fileprivate mutating func leave(by way: PromptsSideBySideTests.Way) {
    switch way {
    case .quit: ask(.quit(way.app))
    case .terminate: ask(.terminate(way.app))
    case .erase: ask(.erase(way.app))
    case .crash: act(way.app, .crash)
    case .closeScene: ask(.closeScene(way.app, sessions(way.app)[0]))
    case .destroySession: act(way.app, .request(.destroySession(sessions(way.app)[0])))
    }
  }
}
