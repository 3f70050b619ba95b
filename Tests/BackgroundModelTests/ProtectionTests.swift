// The rules of protected files: DP1, DP2, IN7.

import LifecycleModel
import Testing

@testable import SimulatedDevice

@Suite("DP: protected files") struct ProtectionTests {
  private func world(running app: AppID) -> World {
    var policy = Policy()
    policy.hasPasscode = true
    return World(running: app, policy: policy)
  }

  private func key(_ kind: ProtectionClass, isPublic: Bool = false) -> AppRequest {
    .protectedKey(kind: kind.rawValue, isPublic: isPublic)
  }

  /// The keys that `player` is given.
  private func given(_ world: inout World) -> [ProtectionClass] {
    ProtectionClass.allCases.filter { world.answer(player, to: key($0)) == .key($0.rawValue) }
  }

  /// `player` plays on behind the lock.
  private func locked() -> World {
    var world = world(running: player)
    world.answer(player, to: .beginActivity(mode: "audio"))
    world.ask(.lock)
    world.play()
    return world
  }

  @Test(
    "DP2 IN7 lock: R, B, then that protected data goes; unlock: that it is there again, F, A",
    arguments: [player, feeds])
  func inFront(app: AppID) {
    var world = world(running: app)
    let before = world.told(app, withPictures: true)
    world.ask(.lock)
    world.play()
    #expect(world.told(app, withPictures: true) == before + " R B notice snap")
    #expect(world.noticed(app) == [.protectedData(isAvailable: false)])
    world.ask(.unlock)
    world.play()
    #expect(world.told(app, withPictures: true) == before + " R B notice snap notice F A")
    #expect(world.noticed(app).last == .protectedData(isAvailable: true))
  }

  @Test("DP2 NQ4 apps that run behind the screen are told at once; one that sleeps when it wakes, if it is still so")
  func behind() {
    var world = locked()
    #expect(world.noticed(player) == [.protectedData(isAvailable: false)])
    var asleep = World(suspended: player, policy: world.lifecycle.policy)
    asleep.ask(.lock)
    #expect(asleep.noticed(player).isEmpty)
    asleep.wake(player)
    asleep.play()
    #expect(asleep.told(player).hasSuffix("notice wake"))
    asleep.ask(.unlock)
    asleep.ask(.lock)
    asleep.ask(.unlock)
    asleep.open(player)
    #expect(asleep.noticed(player).map { $0 == .protectedData(isAvailable: true) } == [false, true])
    world.ask(.unlock)
    world.play()
    #expect(world.noticed(player).last == .protectedData(isAvailable: true))
  }

  @Test("DP2 NQ1 who slept through lock and unlock is told nothing")
  func sleptThrough() {
    var policy = Policy()
    policy.hasPasscode = true
    var world = World(suspended: player, policy: policy)
    world.ask(.lock)
    world.pass(.seconds(60))
    world.ask(.unlock)
    world.open(player)
    #expect(world.noticed(player).isEmpty)
  }

  @Test("DP2 10 s after the lock the keys of complete and completeUnlessOpen are gone, the others stay")
  func gone() {
    var world = locked()
    #expect(world.keysDue == world.now + .seconds(10))
    world.pass(.milliseconds(9_999))
    #expect(given(&world) == ProtectionClass.allCases)
    #expect(!world.kept.contains(.keys(.discard)))
    world.pass(.milliseconds(1))
    #expect(world.kept.contains(.keys(.discard)))
    #expect(given(&world) == [.none, .completeUntilFirstUserAuthentication])
    #expect(world.answer(player, to: key(.complete)) == .protectedDataUnavailable(.complete))
    world.ask(.unlock)
    #expect(given(&world) == ProtectionClass.allCases)
    #expect(world.kept.contains(.keys(.open)))
  }

  @Test("DP2 who unlocks within the 10 s loses nothing, and the clock is stopped")
  func inTime() {
    var world = locked()
    world.pass(.seconds(9))
    world.ask(.unlock)
    #expect(world.keysDue == nil)
    world.play()
    world.pass(.seconds(60))
    #expect(!world.kept.contains(.keys(.discard)))
    #expect(given(&world) == ProtectionClass.allCases)
  }

  @Test("DP2 to lock what is locked does not give the keys more time; a new lock gives them all of it")
  func again() {
    var world = locked()
    world.pass(.seconds(5))
    world.ask(.lock)
    #expect(world.keysDue == world.now + .seconds(5))
    world.ask(.unlock)
    world.ask(.lock)
    #expect(world.keysDue == world.now + .seconds(10))
  }

  @Test("DP2 a key whose time is up is not given, however late the clock is")
  func lateClock() {
    let world = locked()
    guard let serial = world.process(player)?.serial else { return }
    let late = world.now + .seconds(10)
    var lifecycle = world.lifecycle
    let effects = lifecycle.handle(.app(serial, .requested(id: 99, key(.complete))), at: late)
    #expect(effects == [.keys(.discard), .reply(serial, id: 99, .protectedDataUnavailable(.complete))])
    #expect(lifecycle.handle(.due(.keys), at: late).isEmpty)
  }

  @Test("DP2 when nobody can say when the time is up, the keys go at once")
  func noClock() {
    var world = locked()
    #expect(world.feed(.due(.keys)) == [.keys(.discard)])
  }

  @Test("DP2 IN2 a lock during a call takes the keys as well")
  func duringCall() {
    var world = world(running: player)
    world.answer(player, to: .beginActivity(mode: "voip"))
    world.ask(.call(.ring))
    world.ask(.call(.accept))
    world.play()
    world.ask(.lock)
    world.play()
    world.pass(.seconds(10))
    #expect(given(&world) == [.none, .completeUntilFirstUserAuthentication])
    #expect(world.noticed(player) == [.protectedData(isAvailable: false)])
  }

  @Test("DP2 a lock that comes while the first passcode is being set takes the keys when it is set")
  func lockedMeanwhile() {
    var world = World(running: player)
    world.answer(player, to: .beginActivity(mode: "audio"))
    world.ask(.lock)
    world.play()
    world.pass(.seconds(60))
    #expect(given(&world) == ProtectionClass.allCases)
    world.feed(.passcodeChanged(isSet: true))
    world.play()
    #expect(world.keysDue == world.now + .seconds(10))
    #expect(world.noticed(player) == [.protectedData(isAvailable: false)])
    world.pass(.seconds(10))
    #expect(given(&world) == [.none, .completeUntilFirstUserAuthentication])
  }

  @Test("DP2 without a passcode a lock takes nothing; with the first one the next lock does")
  func noPasscode() {
    var world = World(running: player)
    world.answer(player, to: .beginActivity(mode: "audio"))
    world.ask(.lock)
    world.play()
    #expect(world.keysDue == nil)
    world.ask(.unlock)
    world.play()
    world.feed(.passcodeChanged(isSet: true))
    world.pass(.seconds(60))
    #expect(given(&world) == ProtectionClass.allCases)
    world.ask(.lock)
    world.play()
    world.pass(.seconds(10))
    #expect(given(&world) == [.none, .completeUntilFirstUserAuthentication])
    world.feed(.passcodeChanged(isSet: false))
    world.play()
    #expect(given(&world) == ProtectionClass.allCases)
    #expect(world.noticed(player).last == .protectedData(isAvailable: true))
  }

  @Test("DP1 DP2 before the first unlock only what is not protected can be read; a lock changes nothing of it")
  func beforeFirstUnlock() {
    var world = World()
    world.feed(.recalled(.passcode))
    world.wake(player)
    world.playSteps(player)
    for _ in 0..<4 { world.act(player, .behave) }
    world.ask(.lock)
    #expect(world.keysDue == nil)
    #expect(given(&world) == [.none])
    #expect(world.result(.launch(notes, Launch(), .foreground)) == .refused(.locked(notes)))
    world.ask(.unlock)
    #expect(given(&world) == ProtectionClass.allCases)
  }

  @Test("DP1 a class that there is not is refused; completeUnlessOpen alone has a public key, to be had at any time")
  func requests() {
    var world = locked()
    world.pass(.seconds(10))
    #expect(world.answer(player, to: .protectedKey(kind: "some", isPublic: false)) == .unknownProtectionClass("some"))
    #expect(world.answer(player, to: key(.completeUnlessOpen, isPublic: true)) == .key("public"))
    #expect(world.answer(player, to: key(.complete, isPublic: true)) == .noPublicKey(.complete))
  }
}
