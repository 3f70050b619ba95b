// An app that dies again and again right after its launch is held back (TE3, LA10).

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("Crash loops") struct EarlyDeathsTests {
  /// Launches `notes` and lets it crash at once, so often.
  private func world(deaths: Int, by deed: Deed = .crash) -> World {
    var world = World()
    for _ in 0..<deaths { die(&world, deed) }
    return world
  }

  private func die(_ world: inout World, _ deed: Deed = .crash) {
    world.open(notes)
    world.act(notes, deed)
  }

  @Test("TE3 four deaths right after the launch are borne; from the fifth on the app is held back, and says so")
  func heldBack() {
    var world = world(deaths: 4)
    let request = world.open(notes)
    #expect(world.outcome(request) == .done)
    world.act(notes, .crash)
    let refusal = world.result(.launch(notes, Launch(), .foreground))
    #expect(refusal == .refused(.heldBack(notes, for: .seconds(1), deaths: 5)))
    #expect(world.notices.count == 1)
    #expect(world.notices.first?.contains("5 times in a row") == true)
    #expect(world.notices.first?.contains("1.0 seconds") == true)
  }

  @Test("TE3 a daemon that begins again goes on counting, and holds back for what is left of the time")
  func recalled() {
    for recallsFirst in [false, true] {
      var world = World()
      let installed = AppDescription(id: AppID("com.example.again"), style: .app)
      if !recallsFirst { world.feed(.installed(installed)) }
      world.feed(.recalled(.deaths(installed.id, 6, ago: .milliseconds(500))))
      if recallsFirst { world.feed(.installed(installed)) }
      let held = world.result(.launch(installed.id, Launch(), .foreground))
      #expect(held == .refused(.heldBack(installed.id, for: .milliseconds(1500), deaths: 6)))
      world.pass(.milliseconds(1500))
      world.open(installed.id)
      world.act(installed.id, .crash)
      let again = world.result(.launch(installed.id, Launch(), .foreground))
      #expect(again == .refused(.heldBack(installed.id, for: .seconds(4), deaths: 7)))
    }
  }

  @Test("TE3 an absurd count of an earlier daemon can go on", arguments: [Int.max, .min])
  func absurd(count: Int) {
    var world = World()
    let installed = AppDescription(id: AppID("com.example.again"), style: .app)
    world.feed(.installed(installed))
    world.feed(.recalled(.deaths(installed.id, count, ago: .zero)))
    world.pass(.seconds(300))
    world.open(installed.id)
    world.act(installed.id, .crash)
    #expect(world.state(installed.id) == .notRunning)
  }

  @Test("TE3 TE4 a crash is as old as it was when it happened, however long the app was looked at then")
  func lookedAt() throws {
    var world = World()
    world.open(notes)
    let process = try #require(world.lifecycle.apps[notes]?.process)
    world.pass(.seconds(2))
    world.feed(.app(process.serial, .crashing))
    world.pass(.milliseconds(500))
    world.act(notes, .crash)
    #expect(world.records.first?.lifetime == .seconds(2))
    #expect(world.records.first?.reason == .crashed(signal: 11))
  }

  @Test("TE3 every way to launch is refused meanwhile, in front and behind, by a person, a URL and an event")
  func allWays() {
    var world = world(deaths: 5)
    let held = Outcome.refused(.heldBack(notes, for: .seconds(1), deaths: 5))
    world.feed(
      .installed(AppDescription(id: mail, style: .app, backgroundModes: [.fetch])))
    #expect(world.result(.launch(notes, Launch(), .background)) == held)
    #expect(world.result(.openURL("notes:1", from: nil)) == held)
    for _ in 0..<5 {
      world.open(mail)
      world.act(mail, .crash)
    }
    #expect(world.result(.wake(mail, .fetch)) == .refused(.heldBack(mail, for: .seconds(1), deaths: 5)))
  }

  @Test("TE3 the delay is over when it says, and doubles with every further death, up to five minutes")
  func growing() {
    var world = world(deaths: 5)
    world.pass(.milliseconds(999))
    #expect(
      world.result(.launch(notes, Launch(), .foreground))
        == .refused(.heldBack(notes, for: .milliseconds(1), deaths: 5)))
    world.pass(.milliseconds(1))
    die(&world)
    #expect(
      world.result(.launch(notes, Launch(), .foreground))
        == .refused(.heldBack(notes, for: .seconds(2), deaths: 6)))
    let policy = CrashLoopPolicy()
    #expect((4...8).map(policy.delay) == [.zero, .seconds(1), .seconds(2), .seconds(4), .seconds(8)])
    #expect(policy.delay(deaths: .max) == .seconds(300))
  }

  @Test("TE3 an app that has lived for ten seconds starts over, and so does a new version of it")
  func startsOver() {
    var world = world(deaths: 4)
    world.open(notes)
    world.pass(.seconds(10))
    world.act(notes, .crash)
    #expect(world.notices == [])
    for _ in 0..<4 { die(&world) }
    #expect(world.notices == [])
    die(&world)
    #expect(world.notices.count == 1)
    world.feed(.installed(AppDescription(id: notes, style: .app)))
    let request = world.open(notes)
    #expect(world.outcome(request) == .done)
  }

  @Test(
    "TE3 what others end is no crash loop: quit by the user, killed by a signal from outside, or by itself in order")
  func notItsFault() {
    var world = World()
    for _ in 0..<6 {
      world.open(notes)
      world.ask(.quit(notes))
      world.play()
      world.open(notes)
      world.feed(.kernel(world.process(notes)?.serial ?? ProcessSerial(number: 0), .exited(.signaled(9), Usage())))
      world.open(notes)
      world.act(notes, .exit)
    }
    #expect(world.records.count == 18)
    #expect(world.notices == [])
    let request = world.open(notes)
    #expect(world.outcome(request) == .done)
  }

  @Test("TE3 an app that cannot be started, or hangs in its launch, is held back as well")
  func failedLaunches() {
    var policy = Policy(launch: .seconds(20))
    var world = World(installed: policy)
    for _ in 0..<5 {
      world.launch(notes)
      world.act(notes, .failToStart)
    }
    #expect(world.notices.count == 1)
    policy.crashLoop.deaths = 1
    world = World(installed: policy)
    world.launch(notes)
    world.pass(.seconds(20))
    world.play()
    #expect(world.records.map(\.reason) == [.watchdog(.launch, limit: .seconds(20))])
    #expect(world.notices.count == 1)
  }

  @Test("LA10 a launch that finds its app dying in a loop is answered with that death, not lost")
  func relaunchWhileDying() {
    var world = world(deaths: 4)
    world.open(notes)
    world.act(notes, .garbage)
    let request = world.launch(notes)
    world.play()
    guard case .refused(.ended(notes, .violation)) = world.outcome(request) else {
      Issue.record("\(String(describing: world.outcome(request)))")
      return
    }
    #expect(world.state(notes) == .notRunning)
  }
}
